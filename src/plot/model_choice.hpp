// Which two columns of a model's text a picture has for axes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "plot/model_columns.hpp"

namespace halfspace::plot {

inline constexpr std::size_t no_column = static_cast<std::size_t>(-1);

enum class ChosenBy { order, weight, effect };

/// The columns to draw. `y` is no_column where there is only one column of numbers.
struct Chosen {
  std::size_t x = 0;
  std::size_t y = no_column;
  ChosenBy by = ChosenBy::order;
};

/// As named by x and y (a name, or a number from 1; "" is not said), else the columns of numbers in order where there
/// are at most two, else those with the largest |weight| times range, or along which the scores change most where
/// weights do not say. Errors: usage for names that are no column of numbers, bad_data where there is none at all.
Result<Chosen> choose_columns(const Model& model, const Dataset& data, const std::vector<ColumnRange>& ranges,
                              const std::string& x, const std::string& y, unsigned threads);

}  // namespace halfspace::plot
