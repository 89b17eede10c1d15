// A sheet of character cells: dots of braille (2 x 4 in a cell), characters, and a colour for each cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plot/geometry.hpp"

namespace halfspace::plot {

class Canvas {
 public:
  Canvas(std::size_t columns, std::size_t rows);

  std::size_t columns() const { return columns_; }
  std::size_t rows() const { return rows_; }

  /// A dot; x in [0, 2 columns), y in [0, 4 rows) downwards. Others are passed over, and so are cells with a character.
  void dot(std::ptrdiff_t x, std::ptrdiff_t y, int color);

  /// Dots from a to b; a gap n > 0 draws n dots and leaves n out.
  void line(Point a, Point b, int color, int gap);

  /// One character (UTF-8) in a cell; the later one stays.
  void put(std::size_t column, std::size_t row, std::string_view character, int color);

  /// The characters of a text, a cell each.
  void text(std::size_t column, std::size_t row, std::string_view text, int color);

  /// One row as text; with `colored` in ANSI colours (256). Blanks at the end are cut.
  std::string row(std::size_t row, bool colored) const;

 private:
  struct Cell {
    std::string character;
    std::uint8_t dots = 0;
    int color = -1;  // -1: the terminal's own
  };

  std::size_t columns_;
  std::size_t rows_;
  std::vector<Cell> cells_;
};

/// "\x1b[38;5;Nm" text "\x1b[0m", or the text alone.
std::string painted(std::string_view text, int color, bool colored);

}  // namespace halfspace::plot
