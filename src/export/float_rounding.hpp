// What float does to the scores of a kernel: values of its terms are rounded, and large ones may cancel.
#pragma once

#include <string>

#include "model/model.hpp"

namespace halfspace {

/// How squared distances are made: of differences, or as |x|^2 + |x_j|^2 - 2 x.x_j.
enum class FloatSums { differences, lengths };

struct FloatRounding {
  double error = 0;    // of the scores of support rows, about: the largest
  double largest = 0;  // of these scores
};

/// Of a kernel (no cosines), from at most 64 of its support rows.
FloatRounding float_rounding(const Model& model, FloatSums sums);

/// "`what` can be off by about ...", for the user.
std::string note_of(const FloatRounding& off, const std::string& what);

}  // namespace halfspace
