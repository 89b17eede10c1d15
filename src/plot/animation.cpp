#include "plot/animation.hpp"

#include "base/text.hpp"
#include "plot/svg_text.hpp"

namespace halfspace::plot {
namespace {

constexpr double last_slots = 3;

/// What stands between the description and the end.
std::string body_of(const std::string& frame) {
  const std::string_view mark = "</desc>\n";
  const std::size_t begin = frame.find(mark) + mark.size();
  return frame.substr(begin, frame.rfind("</svg>") - begin);
}

/// The opening tag of a picture.
std::string opening_of(const std::string& frame) { return frame.substr(0, frame.find('>') + 1) + "\n"; }

/// Visible for `slots` of all.
std::string keyframes(const std::string& name, double slots, double all) {
  return "@keyframes " + name + "{0%{visibility:visible}" + short_number(100 * slots / all, 8) +
         "%,100%{visibility:hidden}}\n";
}

}  // namespace

std::string animated_svg(std::span<const std::string> frames, const std::string& title, double seconds) {
  const double all = static_cast<double>(frames.size()) - 1 + last_slots;
  std::string out = opening_of(frames.front());
  out += "<title id=\"title\">" + escaped(title) + "</title>\n<desc id=\"desc\">" + counted(frames.size(), "step") +
         ", shown in turn.</desc>\n<style>\n" + keyframes("step", 1, all) + keyframes("last", last_slots, all) +
         ".step{visibility:hidden;animation:step " + short_number(all * seconds) +
         "s step-end infinite}\n.step:last-of-type{visibility:visible;animation-name:last}\n"
         "@media (prefers-reduced-motion:reduce){.step{animation:none}}\n</style>\n";
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const bool last = k + 1 == frames.size();
    // a negative delay: as if the animation had begun so long ago that this frame's turn comes k slots from now
    const double begun = k == 0 ? 0 : (all - static_cast<double>(k)) * seconds;
    out += std::string("<g class=\"step\"") + (last ? "" : " visibility=\"hidden\"") + " style=\"animation-delay:-" +
           short_number(begun) + "s\">\n" + body_of(frames[k]) + "</g>\n";
  }
  return out + "</svg>\n";
}

}  // namespace halfspace::plot
