// A model seen over one or two of its columns, the others held at their mean over the rows of a data set.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "model/model.hpp"
#include "plot/decision.hpp"

namespace halfspace::plot {

inline constexpr std::size_t no_column = static_cast<std::size_t>(-1);

struct ColumnRange {
  double low = 0;
  double high = 0;
  double mean = 0;
};

/// Least, largest and mean value of every column; zeros not stored in sparse rows count. The data must have rows.
std::vector<ColumnRange> column_ranges(const Dataset& data);

/// The values of one column.
std::vector<double> column_values(const Dataset& data, std::size_t column);

/// Weights that stand for the whole model: w, or for a voted model the average of its vectors.
std::vector<double> typical_weights(const Model& model);

/// The two columns (or the only one; then the second is no_column) to draw: as named by x and y (a name, or a number
/// from 1; "" is not said), else the columns in order where there are at most two, else those with the largest
/// |weight| times range.
/// Errors (usage): a column the model does not have, the same twice, a y for a model of one column.
struct Chosen {
  std::size_t x = 0;
  std::size_t y = no_column;
  bool by_weight = false;  // at least one was chosen by its weight
};
Result<Chosen> choose_columns(const Model& model, const std::vector<ColumnRange>& ranges, const std::string& x,
                              const std::string& y);

/// The score over the two columns: one affine function, or for a voted model the weighted share of many signs.
class Slice {
 public:
  Slice(const Model& model, const Chosen& columns, const std::vector<ColumnRange>& ranges);

  bool affine() const { return votes_.empty(); }
  const Affine& plane() const { return planes_.front(); }
  double operator()(Point p) const;

 private:
  std::vector<Affine> planes_;
  std::vector<double> votes_;
};

}  // namespace halfspace::plot
