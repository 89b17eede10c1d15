#include "plot/decision.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace halfspace::plot {
namespace {

std::vector<Polygon> some(Polygon p) {
  std::vector<Polygon> out;
  if (!p.empty()) out.push_back(std::move(p));
  return out;
}

}  // namespace

std::vector<Polyline> level_lines(const Affine& score, double level, const Box& box) {
  const auto s = clip_line({score.a, score.b, score.c - level}, box);
  if (!s) return {};
  return {{{s->a, s->b}, false}};
}

Decision decide(const Affine& score, const Box& box) {
  return {{some(clip_half_plane(score, box, false)), some(clip_half_plane(score, box, true))},
          level_lines(score, 0, box)};
}

Decision decide(const Scores& scores, std::size_t outputs, const Box& box, std::size_t cells) {
  if (outputs == 1) {
    const Contour zero(scores, 0, box, cells, cells);
    return {{zero.region(false), zero.region(true)}, zero.lines()};
  }
  std::vector<double> found;
  const auto predicted = [&](std::span<const Point> at) {
    found.resize(at.size() * outputs);
    scores(at, found);
    std::vector<std::size_t> out(at.size());
    for (std::size_t i = 0; i < at.size(); ++i) {
      const auto first = found.begin() + static_cast<std::ptrdiff_t>(i * outputs);
      out[i] = static_cast<std::size_t>(std::max_element(first, first + static_cast<std::ptrdiff_t>(outputs)) - first);
    }
    return out;
  };
  const std::vector<std::size_t> at_grid = predicted(Contour::grid_points(box, cells, cells));
  Decision out;
  std::set<Piece> drawn;  // a line between two classes is in the contours of both
  std::vector<double> own(at_grid.size());
  for (std::size_t k = 0; k < outputs; ++k) {
    const auto is_k = [k](std::size_t c) { return c == k ? 1.0 : -1.0; };
    std::transform(at_grid.begin(), at_grid.end(), own.begin(), is_k);
    const auto field = [&](std::span<const Point> at, std::span<double> value) {
      const std::vector<std::size_t> classes = predicted(at);
      std::transform(classes.begin(), classes.end(), value.begin(), is_k);
    };
    const Contour around(Fields(field), 0, box, cells, cells, own);
    out.regions.push_back(around.region(true));
    for (Polyline& line : around.lines(&drawn)) out.boundary.push_back(std::move(line));
  }
  return out;
}

}  // namespace halfspace::plot
