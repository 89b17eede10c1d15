// The pieces an SVG picture is made of.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "plot/scene.hpp"
#include "plot/theme.hpp"

namespace halfspace::plot {

/// Pixels, y downwards.
struct Rect {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;

  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

enum class Anchor { start, middle, end };

std::string text_element(Point at, std::string_view text, double size, std::string_view color, Anchor anchor,
                         std::string_view more = "");
std::string line_element(Point a, Point b, std::string_view color, double width = 1);
std::string rect_element(const Rect& r, std::string_view attributes);

/// The shape of a class: o x triangle square diamond + triangle star.
std::string mark_element(unsigned style, Point at, double radius, double opacity = 1);

/// Around a mark.
std::string ring_element(Point at, double radius);
std::string box_element(Point at, double radius);

/// A place that is no row, on top of everything.
std::string dot_element(Point at, const Theme& theme);

/// "M x y L x y ... Z" for each polygon; points in pixels.
std::string path_data(std::span<const Point> points, bool closed);

/// stroke="..." and the rest of how a line is drawn.
std::string stroke_attributes(const Pen& pen, const Theme& theme);

/// Opens a group for marks of one style.
std::string mark_group(unsigned style, const Theme& theme);

/// Opens a group for rings and boxes.
std::string ring_group(std::string_view color);

/// Filled rings, behind the marks of support vectors.
std::string halo_group(std::string_view color);

/// How bars of a style are filled.
std::string bar_attributes(unsigned style, const Theme& theme);

}  // namespace halfspace::plot
