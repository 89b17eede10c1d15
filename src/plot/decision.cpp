#include "plot/decision.hpp"

#include <algorithm>
#include <limits>

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

Decision decide(const Field& score, const Box& box, std::size_t cells) {
  Contour zero(score, 0, box, cells, cells);
  return {{zero.region(false), zero.region(true)}, zero.lines()};
}

/// Class k is predicted where its lead s_k - max_{j != k} s_j is not negative.
Decision decide(const ClassScores& scores, std::size_t classes, const Box& box, std::size_t cells) {
  Decision out;
  std::vector<double> s(classes);
  for (std::size_t k = 0; k < classes; ++k) {
    const auto lead = [&](Point p) {
      scores(p, s);
      double other = -std::numeric_limits<double>::infinity();
      for (std::size_t j = 0; j < classes; ++j) {
        if (j != k) other = std::max(other, s[j]);
      }
      return s[k] - other;
    };
    Contour ahead(lead, 0, box, cells, cells);
    out.regions.push_back(ahead.region(true));
    for (Polyline& line : ahead.lines()) out.boundary.push_back(std::move(line));
  }
  return out;
}

}  // namespace halfspace::plot
