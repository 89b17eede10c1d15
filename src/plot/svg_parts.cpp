#include "plot/svg_parts.hpp"

#include <array>
#include <vector>

#include "plot/svg_text.hpp"

namespace halfspace::plot {
namespace {

std::string attribute(std::string_view name, std::string_view value) {
  std::string out(" ");
  out += name;
  out += "=\"";
  out += value;
  return out + '"';
}

std::string attribute(std::string_view name, double value) { return attribute(name, coordinate(value)); }

struct Shape {
  std::vector<std::vector<Point>> lines;  // in radii, y downwards
  bool closed;
};

/// Shapes 1 to 7; 0 is a circle. Sizes are chosen to look equal.
const Shape& shape(unsigned number) {
  static const std::array<Shape, shapes> all = {{
      {{}, true},
      {{{{-0.85, -0.85}, {0.85, 0.85}}, {{-0.85, 0.85}, {0.85, -0.85}}}, false},
      {{{{0, -1.15}, {1.05, 0.75}, {-1.05, 0.75}}}, true},
      {{{{-0.85, -0.85}, {0.85, -0.85}, {0.85, 0.85}, {-0.85, 0.85}}}, true},
      {{{{0, -1.2}, {1.2, 0}, {0, 1.2}, {-1.2, 0}}}, true},
      {{{{-1.1, 0}, {1.1, 0}}, {{0, -1.1}, {0, 1.1}}}, false},
      {{{{0, 1.15}, {1.05, -0.75}, {-1.05, -0.75}}}, true},
      {{{{0, -1.1}, {0, 1.1}}, {{-0.95, -0.55}, {0.95, 0.55}}, {{-0.95, 0.55}, {0.95, -0.55}}}, false},
  }};
  return all[number];
}

std::string circle(Point at, double radius, std::string_view more = "") {
  return "<circle" + attribute("cx", at.x) + attribute("cy", at.y) + attribute("r", radius) + std::string(more) +
         "/>\n";
}

}  // namespace

std::string text_element(Point at, std::string_view text, double size, std::string_view color, Anchor anchor,
                         std::string_view more) {
  static constexpr std::array<std::string_view, 3> names = {"start", "middle", "end"};
  std::string out = "<text" + attribute("x", at.x) + attribute("y", at.y) + attribute("font-size", size);
  out += attribute("fill", color) + attribute("text-anchor", names[static_cast<std::size_t>(anchor)]);
  out += more;
  return out + ">" + escaped(text) + "</text>\n";
}

std::string line_element(Point a, Point b, std::string_view color, double width) {
  return "<line" + attribute("x1", a.x) + attribute("y1", a.y) + attribute("x2", b.x) + attribute("y2", b.y) +
         attribute("stroke", color) + attribute("stroke-width", width) + "/>\n";
}

std::string rect_element(const Rect& r, std::string_view attributes) {
  return "<rect" + attribute("x", r.left) + attribute("y", r.top) + attribute("width", r.width()) +
         attribute("height", r.height()) + " " + std::string(attributes) + "/>\n";
}

std::string mark_element(unsigned style, Point at, double radius, double opacity) {
  const Shape& s = shape(shape_of(style));
  const std::string faint = opacity < 1 ? attribute("opacity", opacity) : "";
  if (s.lines.empty()) return circle(at, radius, faint);
  std::string data;
  for (const std::vector<Point>& line : s.lines) {
    std::vector<Point> moved = line;
    for (Point& p : moved) p = {at.x + radius * p.x, at.y + radius * p.y};
    data += path_data(moved, s.closed);
  }
  return "<path" + attribute("d", data) + faint + "/>\n";
}

std::string ring_element(Point at, double radius) { return circle(at, radius * 1.75); }

std::string box_element(Point at, double radius) {
  const double r = radius * 2;
  return rect_element({at.x - r, at.y - r, at.x + r, at.y + r}, "");
}

std::string dot_element(Point at, const Theme& theme) {
  return "<circle" + attribute("cx", at.x) + attribute("cy", at.y) + attribute("r", 4) + attribute("fill", theme.ink) +
         attribute("stroke", theme.paper) + attribute("stroke-width", 1.5) + "/>\n";
}

std::string path_data(std::span<const Point> points, bool closed) {
  std::string out;
  for (const Point p : points) out += (out.empty() ? "M" : "L") + coordinate(p.x) + " " + coordinate(p.y);
  return out + (closed ? "Z" : "");
}

std::string stroke_attributes(const Pen& pen, const Theme& theme) {
  static constexpr std::array<std::string_view, 6> dashes = {"8 4",        "2.5 3", "14 4",
                                                             "12 3 2.5 3", "5 5",   "9 3 2.5 3 2.5 3"};
  std::string out = attribute("fill", "none");
  switch (pen.stroke) {
    case Stroke::boundary:
      return out + attribute("stroke", theme.ink) + attribute("stroke-width", 2);
    case Stroke::margin:
      return out + attribute("stroke", theme.faint) + attribute("stroke-width", 1.25) +
             attribute("stroke-dasharray", "6 4");
    case Stroke::other:
      return out + attribute("stroke", theme.color[color_of(pen.style)]) + attribute("stroke-width", 2.25) +
             attribute("stroke-dasharray", dashes[(pen.number - 1) % dashes.size()]);
    case Stroke::curve:
      return out + attribute("stroke", theme.color[0]) + attribute("stroke-width", 2);
    case Stroke::bound:
      return out + attribute("stroke", theme.color[1]) + attribute("stroke-width", 2) +
             attribute("stroke-dasharray", "9 4");
    case Stroke::hull:
      return out + attribute("stroke", theme.color[color_of(pen.style)]) + attribute("stroke-width", 1.25);
    case Stroke::trace:
      return out + attribute("stroke", theme.color[color_of(pen.style)]) + attribute("stroke-width", 1.5);
    case Stroke::witness:
      return out + attribute("stroke", theme.ink) + attribute("stroke-width", 1.75) +
             attribute("stroke-dasharray", "5 3");
  }
  return out;
}

std::string mark_group(unsigned style, const Theme& theme) {
  const std::string_view color = theme.color[color_of(style)];
  return "<g" + attribute("stroke", color) + attribute("stroke-width", 1.5) + attribute("fill", color) +
         attribute("fill-opacity", 0.2) + ">\n";
}

std::string ring_group(std::string_view color) {
  return "<g" + attribute("fill", "none") + attribute("stroke", color) + attribute("stroke-width", 1.5) + ">\n";
}

std::string halo_group(std::string_view color) {
  return "<g" + attribute("fill", color) + attribute("fill-opacity", 0.35) + ">\n";
}

std::string bar_attributes(unsigned style, const Theme& theme) {
  return attribute("fill", theme.color[color_of(style)]);
}

}  // namespace halfspace::plot
