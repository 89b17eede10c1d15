#include "plot/canvas.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace halfspace::plot {
namespace {

/// Bits of U+2800 for the dots of a cell, column by column from the top.
constexpr std::array<std::array<std::uint8_t, 4>, 2> dot_bits = {{{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}}};

/// U+2800 + dots in UTF-8.
std::string braille(std::uint8_t dots) {
  return {'\xE2', static_cast<char>(0xA0U | (dots >> 6U)), static_cast<char>(0x80U | (dots & 0x3FU))};
}

}  // namespace

Canvas::Canvas(std::size_t columns, std::size_t rows) : columns_(columns), rows_(rows), cells_(columns * rows) {}

void Canvas::dot(std::ptrdiff_t x, std::ptrdiff_t y, int color) {
  if (x < 0 || y < 0) return;
  const auto column = static_cast<std::size_t>(x) / 2;
  const auto row = static_cast<std::size_t>(y) / 4;
  if (column >= columns_ || row >= rows_) return;
  Cell& c = cells_[row * columns_ + column];
  c.dots =
      static_cast<std::uint8_t>(c.dots | dot_bits[static_cast<std::size_t>(x % 2)][static_cast<std::size_t>(y % 4)]);
  if (c.character.empty()) c.color = color;
}

void Canvas::line(Point a, Point b, int color, int gap) {
  const double steps = std::ceil(std::max({std::fabs(b.x - a.x), std::fabs(b.y - a.y), 1.0}));
  constexpr double longest = 1e6;
  if (!(steps < longest)) return;
  for (int n = 0; n <= static_cast<int>(steps); ++n) {
    if (gap > 0 && n % (2 * gap) >= gap) continue;
    const double k = n;
    dot(static_cast<std::ptrdiff_t>(std::floor(std::lerp(a.x, b.x, k / steps))),
        static_cast<std::ptrdiff_t>(std::floor(std::lerp(a.y, b.y, k / steps))), color);
  }
}

void Canvas::put(std::size_t column, std::size_t row, std::string_view character, int color) {
  if (column >= columns_ || row >= rows_) return;
  Cell& c = cells_[row * columns_ + column];
  c.character = character;
  c.color = color;
}

void Canvas::text(std::size_t column, std::size_t row, std::string_view text, int color) {
  const auto goes_on = [&](std::size_t k) {
    return k < text.size() && (static_cast<unsigned char>(text[k]) & 0xC0U) == 0x80U;
  };
  for (std::size_t k = 0; k < text.size(); ++column) {
    const std::size_t first = k++;
    while (goes_on(k)) ++k;
    put(column, row, text.substr(first, k - first), color);
  }
}

std::string Canvas::row(std::size_t row, bool colored) const {
  std::string out;
  std::string blanks;
  for (std::size_t k = 0; k < columns_; ++k) {
    const Cell& c = cells_[row * columns_ + k];
    if (c.character.empty() && c.dots == 0) {
      blanks += ' ';
      continue;
    }
    out += blanks;
    blanks.clear();
    out += painted(c.character.empty() ? braille(c.dots) : c.character, c.color, colored);
  }
  return out;
}

std::string painted(std::string_view text, int color, bool colored) {
  if (!colored || color < 0) return std::string(text);
  return "\x1b[38;5;" + std::to_string(color) + "m" + std::string(text) + "\x1b[0m";
}

}  // namespace halfspace::plot
