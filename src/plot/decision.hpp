// Where a classifier says what: tinted regions and the boundary between them, from its scores alone.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "plot/contour.hpp"
#include "plot/geometry.hpp"

namespace halfspace::plot {

/// regions[k]: where class k is predicted.
struct Decision {
  std::vector<std::vector<Polygon>> regions;
  std::vector<Polyline> boundary;
};

/// Fills `outputs` scores a point, point after point. One output: class 1 is predicted where it is >= 0, else class 0.
/// More: the class with the largest score, of equals the first.
using Scores = std::function<void(std::span<const Point>, std::span<double>)>;

/// Two classes with an affine score: the exact line.
Decision decide(const Affine& score, const Box& box);

/// Affine scores, one a class: exact convex regions.
Decision decide(std::span<const Affine> scores, const Box& box);

/// Any scores: marching squares over cells x cells; of several classes again, finer, in the cells where three meet.
Decision decide(const Scores& scores, std::size_t outputs, const Box& box, std::size_t cells);

/// Where the score equals the level.
std::vector<Polyline> level_lines(const Affine& score, double level, const Box& box);

}  // namespace halfspace::plot
