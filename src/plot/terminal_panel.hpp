// What a panel looks like in character cells.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "plot/canvas.hpp"
#include "plot/scene.hpp"
#include "plot/theme.hpp"

namespace halfspace::plot {

using Glyphs = std::array<std::string_view, shapes>;
inline constexpr Glyphs open_glyphs = {"○", "×", "△", "□", "◇", "+", "▽", "✶"};
inline constexpr Glyphs full_glyphs = {"●", "✖", "▲", "■", "◆", "✚", "▼", "★"};  // in a ring
inline constexpr Glyphs support_glyphs = {"◉", "⊠", "◬", "▣", "◈", "⊞", "⧩", "✪"};
inline constexpr std::string_view box_glyph = "◎";
inline constexpr std::string_view dot_glyph = "✦";
inline constexpr std::array<int, shapes> colors = {39, 208, 36, 175, 178, 111, 141, 245};
inline constexpr int faint = 245;
inline constexpr int plain = -1;

int color_of(const Pen& pen);

/// Dots drawn and left out in turn; 0 for a whole line.
int gap_of(Stroke stroke);

/// The digit along a line of its kind, "" for none.
std::string_view digit_of(const Pen& pen);

/// Characters of a UTF-8 text.
std::size_t characters(std::string_view text);

/// The cell of a value, the nearest one where it lies outside.
std::size_t column_of(const Axis& axis, double v, std::size_t columns);
std::size_t row_of(const Axis& axis, double v, std::size_t rows);

/// Bars and cells, then lines, then marks, then dots.
void draw_panel(const Panel& panel, Canvas& canvas);

}  // namespace halfspace::plot
