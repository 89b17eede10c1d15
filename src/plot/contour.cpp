// Marching squares (Lorensen and Cline 1987 in the plane). Corners and sides of a cell go round: 0 at the lower left,
// then counterclockwise; side s joins corner s and corner s + 1.
#include "plot/contour.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace halfspace::plot {
namespace {

constexpr int halvings = 40;  // a cell side to 1e-12 of its length
constexpr unsigned all_corners = 15;

}  // namespace

std::vector<Point> Contour::grid_points(const Box& box, std::size_t nx, std::size_t ny) {
  const auto part = [](std::size_t i, std::size_t n) { return static_cast<double>(i) / static_cast<double>(n); };
  std::vector<Point> out;
  for (std::size_t j = 0; j <= ny; ++j) {
    for (std::size_t i = 0; i <= nx; ++i)
      out.push_back({std::lerp(box.left, box.right, part(i, nx)), std::lerp(box.bottom, box.top, part(j, ny))});
  }
  return out;
}

Contour::Contour(const Field& f, double level, const Box& box, std::size_t nx, std::size_t ny)
    : Contour([&](std::span<const Point> at,
                  std::span<double> out) { std::transform(at.begin(), at.end(), out.begin(), f); },
              level, box, nx, ny) {}

Contour::Contour(const Fields& f, double level, const Box& box, std::size_t nx, std::size_t ny,
                 std::span<const double> at_grid)
    : nx_(nx), ny_(ny), points_(grid_points(box, nx, ny)) {
  std::vector<double> found;
  if (at_grid.empty()) {
    found.resize(points_.size());
    f(points_, found);
    at_grid = found;
  }
  for (const double v : at_grid) inside_.push_back(v >= level);
  find_crossings(f, level);
  find_middles(f, level);
}

/// Halves all sides that are cut, each step at once.
void Contour::find_crossings(const Fields& f, double level) {
  std::vector<Edge> edges;
  std::vector<Point> in;
  std::vector<Point> out;
  const auto add = [&](Edge e, std::size_t a, std::size_t b) {
    if (inside_[a] == inside_[b]) return;
    edges.push_back(e);
    in.push_back(points_[inside_[a] ? a : b]);
    out.push_back(points_[inside_[a] ? b : a]);
  };
  for (std::size_t k = 0; k < points_.size(); ++k) {
    if (k % (nx_ + 1) < nx_) add(2 * k, k, k + 1);
    if (k / (nx_ + 1) < ny_) add(2 * k + 1, k, k + nx_ + 1);
  }
  if (edges.empty()) return;
  std::vector<Point> middle(edges.size());
  std::vector<double> value(edges.size());
  for (int n = 0; n < halvings; ++n) {
    for (std::size_t e = 0; e < edges.size(); ++e)
      middle[e] = {std::midpoint(in[e].x, out[e].x), std::midpoint(in[e].y, out[e].y)};
    f(middle, value);
    for (std::size_t e = 0; e < edges.size(); ++e) (value[e] >= level ? in : out)[e] = middle[e];
  }
  for (std::size_t e = 0; e < edges.size(); ++e) crossings_.emplace(edges[e], in[e]);
}

void Contour::find_middles(const Fields& f, double level) {
  std::vector<std::size_t> cells;
  std::vector<Point> middle;
  for (std::size_t j = 0; j < ny_; ++j) {
    for (std::size_t i = 0; i < nx_; ++i) {
      const unsigned bits = corners(i, j, true);
      if (bits != 5 && bits != 10) continue;
      const Point a = points_[place(i, j)];
      const Point b = points_[place(i + 1, j + 1)];
      cells.push_back(place(i, j));
      middle.push_back({std::midpoint(a.x, b.x), std::midpoint(a.y, b.y)});
    }
  }
  if (cells.empty()) return;
  std::vector<double> value(cells.size());
  f(middle, value);
  for (std::size_t c = 0; c < cells.size(); ++c) middle_inside_.emplace(cells[c], value[c] >= level);
}

/// Bit s: corner s is inside (or outside).
unsigned Contour::corners(std::size_t i, std::size_t j, bool inside) const {
  const std::array<std::size_t, 4> k = {place(i, j), place(i + 1, j), place(i + 1, j + 1), place(i, j + 1)};
  unsigned bits = 0;
  for (unsigned s = 0; s < k.size(); ++s) bits |= (inside_[k[s]] == inside ? 1U : 0U) << s;
  return bits;
}

Contour::Edge Contour::side(std::size_t i, std::size_t j, std::size_t s) const {
  const std::array<Edge, 4> all = {2 * place(i, j), 2 * place(i + 1, j) + 1, 2 * place(i, j + 1), 2 * place(i, j) + 1};
  return all[s % 4];
}

std::vector<Polyline> Contour::lines(std::set<Piece>* drawn, const std::vector<bool>& without) const {
  Chains chains;
  const auto add = [&](Edge a, Edge b) {
    if (drawn == nullptr || drawn->insert(piece(a, b)).second) chains.add(piece(a, b));
  };
  for (std::size_t j = 0; j < ny_; ++j) {
    for (std::size_t i = 0; i < nx_; ++i) {
      if (!without.empty() && without[j * nx_ + i]) continue;
      const unsigned bits = corners(i, j, true);
      const unsigned cut = bits ^ (((bits | bits << 4U) >> 1U) & all_corners);  // bit s: side s has ends on both sides
      std::array<Edge, 4> edges{};
      std::size_t count = 0;
      for (unsigned s = 0; s < 4; ++s) {
        if ((cut >> s & 1U) != 0) edges[count++] = side(i, j, s);
      }
      if (count == 2) add(edges[0], edges[1]);
      if (count < 4) continue;
      // A saddle: corners 0 and 2 against 1 and 3. The lines go round the corners that the middle is not with.
      const bool round_odd = ((bits & 1U) != 0) == middle_inside(i, j);
      add(edges[0], edges[round_odd ? 1 : 3]);
      add(edges[2], edges[round_odd ? 3 : 1]);
    }
  }
  std::vector<Polyline> out;
  for (const Chain& chain : chains.take()) {
    Polyline& line = out.emplace_back();
    line.closed = chain.closed;
    for (const Edge e : chain.places) line.points.push_back(crossing(e));
  }
  return out;
}

void Contour::add_cut_cell(std::vector<Polygon>& out, std::size_t i, std::size_t j, bool inside) const {
  const unsigned bits = corners(i, j, inside);
  const std::array<std::size_t, 4> k = {place(i, j), place(i + 1, j), place(i + 1, j + 1), place(i, j + 1)};
  const bool saddle = bits == 5 || bits == 10;
  if (saddle && middle_inside(i, j) != inside) {
    for (const std::size_t s : {bits == 5 ? 0U : 1U, bits == 5 ? 2U : 3U})
      out.push_back({crossing(side(i, j, s + 3)), points_[k[s]], crossing(side(i, j, s))});
    return;
  }
  Polygon p;
  for (unsigned s = 0; s < 4; ++s) {
    const bool here = (bits >> s & 1U) != 0;
    const bool next = (bits >> ((s + 1) % 4) & 1U) != 0;
    if (here) p.push_back(points_[k[s]]);
    if (here != next) p.push_back(crossing(side(i, j, s)));
  }
  out.push_back(std::move(p));
}

std::vector<Polygon> Contour::region(bool inside, const std::vector<bool>& without) const {
  std::vector<Polygon> out;
  const auto asked = [&](std::size_t i, std::size_t j) { return without.empty() || !without[j * nx_ + i]; };
  for (std::size_t j = 0; j < ny_; ++j) {
    for (std::size_t i = 0; i < nx_; ++i) {
      const std::size_t first = i;
      while (i < nx_ && asked(i, j) && corners(i, j, inside) == all_corners) ++i;
      if (i > first)
        out.push_back(
            {points_[place(first, j)], points_[place(i, j)], points_[place(i, j + 1)], points_[place(first, j + 1)]});
      if (i < nx_ && asked(i, j) && corners(i, j, inside) != 0) add_cut_cell(out, i, j, inside);
    }
  }
  return out;
}

}  // namespace halfspace::plot
