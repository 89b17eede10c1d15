// Points, boxes, straight cuts through boxes, hulls.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace halfspace::plot {

struct Point {
  double x = 0;
  double y = 0;
};

struct Segment {
  Point a;
  Point b;
};

struct Box {
  double left = 0;
  double right = 1;
  double bottom = 0;
  double top = 1;
};

using Polygon = std::vector<Point>;

struct Polyline {
  std::vector<Point> points;
  bool closed = false;
};

/// f(p) = a x + b y + c
struct Affine {
  double a = 0;
  double b = 0;
  double c = 0;

  double operator()(Point p) const { return a * p.x + b * p.y + c; }
};

/// The part of the segment inside the box; nothing when it misses the box or meets it in one point.
std::optional<Segment> clip_segment(const Segment& s, const Box& box);

/// The part of the line f = 0 inside the box; nothing when there is none, or f is constant.
std::optional<Segment> clip_line(const Affine& f, const Box& box);

/// The part of the box where f >= 0, or f < 0 with `inside` false; empty when there is none.
Polygon clip_half_plane(const Affine& f, const Box& box, bool inside = true);

/// A convex polygon whose sides know where they come from: side k leads from corner k to the next.
struct SidedPolygon {
  Polygon corners;
  std::vector<std::size_t> side;  // what cut it there; whole_box: a side of the box
};
inline constexpr std::size_t whole_box = static_cast<std::size_t>(-1);

SidedPolygon sided(const Box& box);

/// The part of the polygon where f >= 0; the new side comes from `cut`.
SidedPolygon clip_polygon(const SidedPolygon& p, const Affine& f, std::size_t cut);

/// Corners of the convex hull, counterclockwise from the leftmost, none on a side of the others: two for points on a
/// line, one where all are equal (Andrew 1979).
Polygon convex_hull(std::vector<Point> points);

}  // namespace halfspace::plot
