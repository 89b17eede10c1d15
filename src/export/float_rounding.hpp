// What float does to the scores of a kernel: values of its terms are rounded, and large ones may cancel.
#pragma once

#include <span>
#include <string>

#include "model/model.hpp"

namespace halfspace {

struct FloatRounding {
  double error = 0;    // of the scores of support rows, about: the largest
  double largest = 0;  // of these scores
};

/// Of a kernel (no cosines, no votes) whose distances are made of differences, from at most 64 of its support rows.
FloatRounding float_rounding(const Model& model);

/// A bound of the numbers that lead to scores by these weight vectors: products and distances, kernel values and their
/// sums (no cosines), for rows up to twice as long as the longest support row, which few rows of training may be.
double largest_on_the_way(const Model& model, std::span<const double> w, std::span<const double> b);

/// "`what` can be off by about ...", for the user.
std::string note_of(const FloatRounding& off, const std::string& what);

}  // namespace halfspace
