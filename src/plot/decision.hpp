// Where a classifier says what: tinted regions and the boundary between them, from its scores alone.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "plot/contour.hpp"
#include "plot/geometry.hpp"

namespace halfspace::plot {

/// regions[k]: where class k is predicted. The boundary may name the same piece once for each class beside it.
struct Decision {
  std::vector<std::vector<Polygon>> regions;
  std::vector<Polyline> boundary;
};

/// Fills the scores of all classes at a point; the largest is predicted, of equals the first.
using ClassScores = std::function<void(Point, std::span<double>)>;

/// Two classes, score >= 0 is class 1. An affine score gives the exact line, any other marching squares over
/// cells x cells.
Decision decide(const Affine& score, const Box& box);
Decision decide(const Field& score, const Box& box, std::size_t cells);

/// Any number of classes, at least 1.
Decision decide(const ClassScores& scores, std::size_t classes, const Box& box, std::size_t cells);

/// Where the score equals the level.
std::vector<Polyline> level_lines(const Affine& score, double level, const Box& box);

}  // namespace halfspace::plot
