// Marching squares (Lorensen and Cline 1987 in the plane). Corners and sides of a cell go round: 0 at the lower left,
// then counterclockwise; side s joins corner s and corner s + 1.
#include "plot/contour.hpp"

#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace halfspace::plot {
namespace {

constexpr int halvings = 40;  // a cell side to 1e-12 of its length
constexpr std::size_t none = static_cast<std::size_t>(-1);
constexpr unsigned all_corners = 15;

using Neighbours = std::map<std::size_t, std::array<std::size_t, 2>>;

void link(Neighbours& n, std::size_t a, std::size_t b) {
  const auto add = [&](std::size_t from, std::size_t to) {
    auto& both = n.try_emplace(from, std::array{none, none}).first->second;
    both[both[0] == none ? 0 : 1] = to;
  };
  add(a, b);
  add(b, a);
}

/// The edges from `first` along the links, taking them out of `n`.
std::vector<std::size_t> chain(Neighbours& n, std::size_t first) {
  std::vector<std::size_t> out;
  for (std::size_t e = first; e != none;) {
    const auto found = n.find(e);
    if (found == n.end()) break;
    const auto both = found->second;
    n.erase(found);
    out.push_back(e);
    e = n.contains(both[0]) ? both[0] : both[1];
  }
  return out;
}

}  // namespace

Contour::Contour(Field f, double level, const Box& box, std::size_t nx, std::size_t ny)
    : f_(std::move(f)), level_(level), box_(box), nx_(nx), ny_(ny), inside_((nx + 1) * (ny + 1)) {
  for (std::size_t k = 0; k < inside_.size(); ++k) inside_[k] = f_(at(k)) >= level_;
}

Point Contour::at(std::size_t k) const {
  const auto part = [](std::size_t i, std::size_t n) { return static_cast<double>(i) / static_cast<double>(n); };
  return {std::lerp(box_.left, box_.right, part(k % (nx_ + 1), nx_)),
          std::lerp(box_.bottom, box_.top, part(k / (nx_ + 1), ny_))};
}

Point Contour::crossing(Edge e) {
  const auto known = crossings_.find(e);
  if (known != crossings_.end()) return known->second;
  const std::size_t k = e / 2;
  Point in = at(k);
  Point out = at(e % 2 == 0 ? k + 1 : k + nx_ + 1);
  if (!inside_[k]) std::swap(in, out);
  for (int n = 0; n < halvings; ++n) {
    const Point middle = {std::midpoint(in.x, out.x), std::midpoint(in.y, out.y)};
    (f_(middle) >= level_ ? in : out) = middle;
  }
  crossings_.emplace(e, in);
  return in;
}

/// Bit s: corner s is inside (or outside).
unsigned Contour::corners(std::size_t i, std::size_t j, bool inside) const {
  const std::array<std::size_t, 4> k = {place(i, j), place(i + 1, j), place(i + 1, j + 1), place(i, j + 1)};
  unsigned bits = 0;
  for (unsigned s = 0; s < k.size(); ++s) bits |= (inside_[k[s]] == inside ? 1U : 0U) << s;
  return bits;
}

bool Contour::middle_inside(std::size_t i, std::size_t j) const {
  const Point a = at(place(i, j));
  const Point b = at(place(i + 1, j + 1));
  return f_({std::midpoint(a.x, b.x), std::midpoint(a.y, b.y)}) >= level_;
}

Contour::Edge Contour::side(std::size_t i, std::size_t j, std::size_t s) const {
  const std::array<Edge, 4> all = {2 * place(i, j), 2 * place(i + 1, j) + 1, 2 * place(i, j + 1), 2 * place(i, j) + 1};
  return all[s % 4];
}

std::vector<Polyline> Contour::lines() {
  Neighbours n;
  for (std::size_t j = 0; j < ny_; ++j) {
    for (std::size_t i = 0; i < nx_; ++i) {
      const unsigned bits = corners(i, j, true);
      const unsigned cut = bits ^ (((bits | bits << 4U) >> 1U) & all_corners);  // bit s: side s has ends on both sides
      std::array<Edge, 4> edges{};
      std::size_t count = 0;
      for (unsigned s = 0; s < 4; ++s) {
        if ((cut >> s & 1U) != 0) edges[count++] = side(i, j, s);
      }
      if (count == 2) link(n, edges[0], edges[1]);
      if (count < 4) continue;
      // A saddle: corners 0 and 2 against 1 and 3. The lines go round the corners that the middle is not with.
      const bool round_odd = ((bits & 1U) != 0) == middle_inside(i, j);
      link(n, edges[0], edges[round_odd ? 1 : 3]);
      link(n, edges[2], edges[round_odd ? 3 : 1]);
    }
  }
  std::vector<Polyline> out;
  const auto take = [&](Edge first, bool closed) {
    Polyline line{{}, closed};
    for (const Edge e : chain(n, first)) line.points.push_back(crossing(e));
    out.push_back(std::move(line));
  };
  std::vector<Edge> ends;
  for (const auto& [e, both] : n) {
    if (both[1] == none) ends.push_back(e);
  }
  for (const Edge e : ends) {
    if (n.contains(e)) take(e, false);
  }
  while (!n.empty()) take(n.begin()->first, true);
  return out;
}

void Contour::add_cut_cell(std::vector<Polygon>& out, std::size_t i, std::size_t j, bool inside) {
  const unsigned bits = corners(i, j, inside);
  const std::array<std::size_t, 4> k = {place(i, j), place(i + 1, j), place(i + 1, j + 1), place(i, j + 1)};
  const bool saddle = bits == 5 || bits == 10;
  if (saddle && middle_inside(i, j) != inside) {
    for (const std::size_t s : {bits == 5 ? 0U : 1U, bits == 5 ? 2U : 3U})
      out.push_back({crossing(side(i, j, s + 3)), at(k[s]), crossing(side(i, j, s))});
    return;
  }
  Polygon p;
  for (unsigned s = 0; s < 4; ++s) {
    const bool here = (bits >> s & 1U) != 0;
    const bool next = (bits >> ((s + 1) % 4) & 1U) != 0;
    if (here) p.push_back(at(k[s]));
    if (here != next) p.push_back(crossing(side(i, j, s)));
  }
  out.push_back(std::move(p));
}

std::vector<Polygon> Contour::region(bool inside) {
  std::vector<Polygon> out;
  for (std::size_t j = 0; j < ny_; ++j) {
    for (std::size_t i = 0; i < nx_; ++i) {
      const std::size_t first = i;
      while (i < nx_ && corners(i, j, inside) == all_corners) ++i;
      if (i > first)
        out.push_back({at(place(first, j)), at(place(i, j)), at(place(i, j + 1)), at(place(first, j + 1))});
      if (i < nx_ && corners(i, j, inside) != 0) add_cut_cell(out, i, j, inside);
    }
  }
  return out;
}

}  // namespace halfspace::plot
