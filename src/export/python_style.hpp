// Cells as a table writes them, for the Python writer.
#pragma once

#include <string>

#include "model/model.hpp"

namespace halfspace {

/// `_written(name, value)`: the cell of a column of numbers in plain digits, "" where it is missing; a date as its day.
std::string python_style_part(const Model& model);

}  // namespace halfspace
