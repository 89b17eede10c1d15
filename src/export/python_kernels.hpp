// The kernels of a model in Python: values k(x_j, x) of its support rows, with the exp, tanh and cos of
// src/base/elementary.hpp for the same bits.
#pragma once

#include <string>
#include <string_view>

#include "model/model.hpp"

namespace halfspace {

/// Columns beyond those of the model count in |x|^2 of an imported model: in Python only where columns are numbers.
std::string python_kernel_part(const Model& model);

}  // namespace halfspace
