// One panel of an SVG picture: axes, regions, bars, lines, marks.
#pragma once

#include <string>

#include "plot/svg_parts.hpp"

namespace halfspace::plot {

inline constexpr double edge = 14;  // between the picture's border and anything
inline constexpr double text_size = 12;
inline constexpr double small_size = 11;
inline constexpr double line_height = 17;
inline constexpr double tick_length = 4;
inline constexpr double label_width = 20;  // of an upright label with its gap

/// Ticks an upright axis of so many pixels has room for.
int most_y_ticks(double height);

/// The width of the texts at the right of a panel, 0 without any.
double ends_width(const Panel& panel);

/// The panel with its frame at `rect`; tick texts and labels lie outside of it.
std::string panel_text(const Panel& panel, const Rect& rect, const Theme& theme);

}  // namespace halfspace::plot
