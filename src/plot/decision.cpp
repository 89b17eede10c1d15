#include "plot/decision.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
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

Decision decide(std::span<const Affine> scores, const Box& box) {
  Decision out;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    SidedPolygon p = sided(box);
    for (std::size_t l = 0; l < scores.size() && !p.corners.empty(); ++l) {
      if (l == k) continue;
      const Affine over = {scores[k].a - scores[l].a, scores[k].b - scores[l].b, scores[k].c - scores[l].c};
      const bool equal = over.a == 0 && over.b == 0 && over.c == 0;
      p = equal && l < k ? SidedPolygon{} : clip_polygon(p, over, l);
    }
    for (std::size_t s = 0; s < p.corners.size(); ++s) {  // a line between two classes is a side of both
      if (p.side[s] == whole_box || p.side[s] < k) continue;
      out.boundary.push_back({{p.corners[s], p.corners[(s + 1) % p.corners.size()]}, false});
    }
    out.regions.push_back(some(std::move(p.corners)));
  }
  return out;
}

namespace {

constexpr std::size_t finer_cells = 8;  // in each direction of a cell where three classes meet
constexpr std::size_t most_finer = 256;

/// What the scores predict.
class Predicted {
 public:
  Predicted(const Scores& scores, std::size_t outputs) : scores_(scores), outputs_(outputs) {}

  std::vector<std::size_t> operator()(std::span<const Point> at) const {
    std::vector<double> found(at.size() * outputs_);
    scores_(at, found);
    std::vector<std::size_t> out(at.size());
    for (std::size_t i = 0; i < at.size(); ++i) {
      const auto first = found.begin() + static_cast<std::ptrdiff_t>(i * outputs_);
      out[i] = static_cast<std::size_t>(std::max_element(first, first + static_cast<std::ptrdiff_t>(outputs_)) - first);
    }
    return out;
  }

 private:
  const Scores& scores_;
  std::size_t outputs_;
};

/// Cells with three classes among their corners and their middle.
std::vector<bool> meetings(const Predicted& predicted, const std::vector<Point>& grid,
                           const std::vector<std::size_t>& at_grid, std::size_t cells) {
  std::vector<std::size_t> mixed;
  std::vector<Point> middle;
  const auto corners = [&](std::size_t cell) {
    const std::size_t k = cell / cells * (cells + 1) + cell % cells;
    return std::array<std::size_t, 4>{k, k + 1, k + cells + 1, k + cells + 2};
  };
  for (std::size_t cell = 0; cell < cells * cells; ++cell) {
    const auto at = corners(cell);
    if (std::all_of(at.begin(), at.end(), [&](std::size_t k) { return at_grid[k] == at_grid[at[0]]; })) continue;
    mixed.push_back(cell);
    middle.push_back({std::midpoint(grid[at[0]].x, grid[at[3]].x), std::midpoint(grid[at[0]].y, grid[at[3]].y)});
  }
  const std::vector<std::size_t> at_middle = predicted(middle);
  std::vector<bool> out(cells * cells);
  std::size_t found = 0;
  for (std::size_t m = 0; m < mixed.size() && found < most_finer; ++m) {
    std::set<std::size_t> classes = {at_middle[m]};
    for (const std::size_t k : corners(mixed[m])) classes.insert(at_grid[k]);
    out[mixed[m]] = classes.size() > 2;
    found += classes.size() > 2 ? 1 : 0;
  }
  return out;
}

Decision decide_classes(const Predicted& predicted, std::size_t outputs, const Box& box, std::size_t cells,
                        bool finer) {
  const std::vector<Point> grid = Contour::grid_points(box, cells, cells);
  const std::vector<std::size_t> at_grid = predicted(grid);
  const std::vector<bool> meeting = finer ? meetings(predicted, grid, at_grid, cells) : std::vector<bool>();
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
    out.regions.push_back(around.region(true, meeting));
    for (Polyline& line : around.lines(&drawn, meeting)) out.boundary.push_back(std::move(line));
  }
  for (std::size_t cell = 0; cell < meeting.size(); ++cell) {
    if (!meeting[cell]) continue;
    const std::size_t corner = cell / cells * (cells + 1) + cell % cells;
    const Point a = grid[corner];
    const Point b = grid[corner + cells + 2];
    Decision inner = decide_classes(predicted, outputs, {a.x, b.x, a.y, b.y}, finer_cells, false);
    for (std::size_t k = 0; k < outputs; ++k)
      std::move(inner.regions[k].begin(), inner.regions[k].end(), std::back_inserter(out.regions[k]));
    std::move(inner.boundary.begin(), inner.boundary.end(), std::back_inserter(out.boundary));
  }
  return out;
}

}  // namespace

Decision decide(const Scores& scores, std::size_t outputs, const Box& box, std::size_t cells) {
  if (outputs > 1) return decide_classes(Predicted(scores, outputs), outputs, box, cells, true);
  const Contour zero(scores, 0, box, cells, cells);
  return {{zero.region(false), zero.region(true)}, zero.lines()};
}

}  // namespace halfspace::plot
