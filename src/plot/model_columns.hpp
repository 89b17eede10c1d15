// The columns of a model's text: what they hold in a data set, and what they are called.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "model/model.hpp"

namespace halfspace::plot {

/// What a column holds: of numbers the least, largest and mean value, of texts the code of the most frequent level (of
/// equals the first; -1 where no row has a level the model knows).
struct ColumnRange {
  double low = 0;
  double high = 0;
  double typical = 0;
  bool text = false;
};

/// The range of every column; zeros not stored in sparse rows count, missing numbers are those the model puts in. The
/// data must have rows.
std::vector<ColumnRange> column_ranges(const Model& model, const Dataset& data);

/// The numbers of one column.
std::vector<double> column_values(const Model& model, const Dataset& data, std::size_t column);

/// The name of a column of the model's text; a number from 1 where it has none.
std::string input_name(const Model& model, std::size_t column);

bool holds_texts(const Model& model, std::size_t column);

}  // namespace halfspace::plot
