#include "plot/svg_text.hpp"

#include "base/markup.hpp"
#include "base/text.hpp"
#include "plot/ticks.hpp"

namespace halfspace::plot {
namespace {

constexpr std::string_view ellipsis = "\u2026";
constexpr std::size_t longest = 400;  // characters of a text: more cannot be read in a picture

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Width of a character by its first byte, in font sizes: measured on DejaVu Sans, the widest of the usual fonts.
double advance(char first) {
  constexpr std::string_view narrow = "ijl.,:;'|!()[]I ";
  constexpr std::string_view slim = "frt-/\\\"{}";
  constexpr std::string_view wide = "mwMWQO%@#+=<>~_";
  const auto byte = static_cast<unsigned char>(first);
  if (byte >= 0xE0) return 1.05;  // beyond U+0800: often full width
  if (narrow.find(first) != std::string_view::npos) return 0.36;
  if (slim.find(first) != std::string_view::npos) return 0.46;
  if (wide.find(first) != std::string_view::npos) return 0.92;
  return first >= 'A' && first <= 'Z' ? 0.72 : 0.64;
}

/// Bytes of the longest front of `text`, whole characters, that fits.
std::size_t front_that_fits(std::string_view text, double size, double width) {
  double used = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (continues(text[k])) continue;
    used += advance(text[k]) * size;
    if (used > width) return k;
  }
  return text.size();
}

}  // namespace

std::string coordinate(double value) { return fixed_text(value, 2); }

std::string escaped(std::string_view text) { return as_markup(shown(text, longest)); }

double text_width(std::string_view text, double size) {
  double width = 0;
  for (const char c : text) width += continues(c) ? 0 : advance(c) * size;
  return width;
}

std::string fitted(std::string_view text, double size, double width) {
  std::string clean = shown(text, longest);
  if (text_width(clean, size) <= width) return clean;
  return clean.substr(0, front_that_fits(clean, size, width - size)) + std::string(ellipsis);
}

std::vector<std::string> wrapped(std::string_view text, double size, double width) {
  std::vector<std::string> lines;
  for (const std::string& word : split(text, ' ')) {
    if (!lines.empty() && text_width(lines.back() + " " + word, size) <= width) {
      lines.back() += " " + word;
    } else {
      lines.push_back(fitted(word, size, width));
    }
  }
  return lines;
}

}  // namespace halfspace::plot
