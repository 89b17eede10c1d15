#include "plot/scene.hpp"

#include <algorithm>
#include <cmath>

namespace halfspace::plot {

Axis share_axis(const std::string& label) {
  constexpr double room = 0.02;
  return {label, -room, 1 + room, false, false, {}};
}

double place(const Axis& axis, double value) {
  if (axis.log) return std::log(value / axis.low) / std::log(axis.high / axis.low);
  return (value - axis.low) / (axis.high - axis.low);
}

std::vector<Tick> ticks_of(const Axis& axis, int most) {
  if (!axis.names.empty()) return axis.names;
  const auto [low, high] = std::minmax(axis.low, axis.high);
  std::vector<Tick> ticks = axis.log ? log_ticks(low, high, most) : nice_ticks(low, high, most);
  if (axis.low > axis.high) std::reverse(ticks.begin(), ticks.end());
  if (!axis.whole) return ticks;
  std::erase_if(ticks, [](const Tick& t) { return t.at != std::floor(t.at); });
  for (Tick& t : ticks) {
    const bool plain = t.text.find('e') == std::string::npos;
    if (plain) t.text = t.text.substr(0, t.text.find('.'));
  }
  return ticks;
}

bool may_be_cut(std::string_view text) {
  constexpr std::string_view of_numbers = "+-.0123456789";
  return !text.empty() && of_numbers.find(text.front()) == std::string_view::npos;
}

}  // namespace halfspace::plot
