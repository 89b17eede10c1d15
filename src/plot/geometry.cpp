// Clipping. A segment by parameters (Liang and Barsky 1984): p(t) = a + t (b - a), each side of the box bounds t.
// A half plane by walking the corners (Sutherland and Hodgman 1974). A hull by its lower and its upper side.
#include "plot/geometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/elementary.hpp"

namespace halfspace::plot {
namespace {

/// Narrows [t0, t1] to where p + t d <= limit; false when nothing is left.
bool narrow(double p, double d, double limit, double& t0, double& t1) {
  if (d == 0) return p <= limit;
  const double t = (limit - p) / d;
  if (d > 0) {
    t1 = std::min(t1, t);
  } else {
    t0 = std::max(t0, t);
  }
  return t0 < t1;
}

/// f over the unit square that stands for the box, scaled to |(a, b, c)| <= 1 so that nothing overflows.
Affine over_unit(const Affine& f, const Box& box) {
  const double most = std::max({std::fabs(f.a), std::fabs(f.b), std::fabs(f.c)});
  if (!(most > 0) || !std::isfinite(most)) return {};
  const Affine g = {f.a / most, f.b / most, f.c / most};
  return {g.a * (box.right - box.left), g.b * (box.top - box.bottom), g({box.left, box.bottom})};
}

Point from_unit(Point p, const Box& box) {
  return {std::lerp(box.left, box.right, p.x), std::lerp(box.bottom, box.top, p.y)};
}

constexpr Box unit = {};

/// (b - a) x (c - a) > 0; products of doubles do not overflow a long double.
bool left_turn(Point a, Point b, Point c) {
  const auto minus = [](double to, double from) { return static_cast<long double>(to) - from; };
  return minus(b.x, a.x) * minus(c.y, a.y) > minus(b.y, a.y) * minus(c.x, a.x);
}

}  // namespace

SidedPolygon sided(const Box& box) {
  return {{{box.left, box.bottom}, {box.right, box.bottom}, {box.right, box.top}, {box.left, box.top}},
          std::vector<std::size_t>(4, whole_box)};
}

SidedPolygon clip_polygon(const SidedPolygon& p, const Affine& f, std::size_t cut) {
  SidedPolygon out;
  const std::size_t n = p.corners.size();
  for (std::size_t k = 0; k < n; ++k) {
    const Point a = p.corners[k];
    const Point b = p.corners[(k + 1) % n];
    const double at_a = f(a);
    const double at_b = f(b);
    if (at_a >= 0) {
      out.corners.push_back(a);
      out.side.push_back(p.side[k]);
    }
    if ((at_a >= 0) == (at_b >= 0)) continue;
    const double t = at_a / (at_a - at_b);
    out.corners.push_back({std::lerp(a.x, b.x, t), std::lerp(a.y, b.y, t)});
    out.side.push_back(at_a >= 0 ? cut : p.side[k]);  // from here along the cut, or on along the old side
  }
  return out.corners.size() < 3 ? SidedPolygon{} : out;
}

std::optional<Segment> clip_segment(const Segment& s, const Box& box) {
  const double dx = s.b.x - s.a.x;
  const double dy = s.b.y - s.a.y;
  double t0 = 0;
  double t1 = 1;
  if (!narrow(s.a.x, dx, box.right, t0, t1) || !narrow(-s.a.x, -dx, -box.left, t0, t1)) return std::nullopt;
  if (!narrow(s.a.y, dy, box.top, t0, t1) || !narrow(-s.a.y, -dy, -box.bottom, t0, t1)) return std::nullopt;
  if (dx == 0 && dy == 0) return std::nullopt;
  const auto at = [&](double t) {
    return Point{std::clamp(s.a.x + t * dx, box.left, box.right), std::clamp(s.a.y + t * dy, box.bottom, box.top)};
  };
  return Segment{t0 == 0 ? s.a : at(t0), t1 == 1 ? s.b : at(t1)};
}

std::optional<Segment> clip_line(const Affine& f, const Box& box) {
  const Affine g = over_unit(f, box);
  const double length = elementary::hypot(g.a, g.b);
  if (!(length > 0) || !std::isfinite(length)) return std::nullopt;
  const double distance = g({0.5, 0.5}) / length;  // from the middle, along the normal (a, b) / |(a, b)|
  if (!(std::fabs(distance) < 1)) return std::nullopt;
  const Point n = {g.a / length, g.b / length};
  const Point foot = {0.5 - distance * n.x, 0.5 - distance * n.y};
  const auto s = clip_segment({{foot.x + 2 * n.y, foot.y - 2 * n.x}, {foot.x - 2 * n.y, foot.y + 2 * n.x}}, unit);
  if (!s) return std::nullopt;
  return Segment{from_unit(s->a, box), from_unit(s->b, box)};
}

Polygon clip_half_plane(const Affine& f, const Box& box, bool inside) {
  static constexpr std::array<Point, 4> corners = {{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
  const Affine g = over_unit(f, box);
  Polygon out;
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Point p = corners[k];
    const Point q = corners[(k + 1) % corners.size()];
    const double gp = g(p);
    const double gq = g(q);
    if ((gp >= 0) == inside) out.push_back(from_unit(p, box));
    if ((gp >= 0) == (gq >= 0)) continue;
    const double t = gp / (gp - gq);  // g(p + t (q - p)) = 0
    out.push_back(from_unit({p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)}, box));
  }
  if (out.size() < 3) out.clear();
  return out;
}

Polygon convex_hull(std::vector<Point> points) {
  std::sort(points.begin(), points.end(), [](Point a, Point b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  points.erase(std::unique(points.begin(), points.end(), [](Point a, Point b) { return a.x == b.x && a.y == b.y; }),
               points.end());
  if (points.size() < 3) return points;
  Polygon hull;
  const auto walk = [&](const auto& first, const auto& last) {  // one side of the hull, without its last point
    const std::size_t begin = hull.size();
    for (auto p = first; p != last; ++p) {
      while (hull.size() >= begin + 2 && !left_turn(hull.end()[-2], hull.back(), *p)) hull.pop_back();
      hull.push_back(*p);
    }
    hull.pop_back();
  };
  walk(points.begin(), points.end());
  walk(points.rbegin(), points.rend());
  return hull;
}

}  // namespace halfspace::plot
