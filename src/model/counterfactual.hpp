// The smallest change of a row that changes its predicted label (Wachter, Mittelstadt and Russell 2018), for models
// linear in the columns: minimise the sum of |change| / scale over columns of numbers, plus 1 for each category switched
// (model/change_search.hpp). Numbers stay within the range of their column in the rows at hand where such a change
// exists. Every answer is checked by scoring the changed row.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/column_parts.hpp"

namespace halfspace {

struct ChangeRequest {
  std::vector<std::uint32_t> columns;  // that may change; empty: all
  std::optional<std::uint32_t> to;     // the label wanted; else the other of two, or the runner-up
};

struct ColumnChange {
  std::uint32_t column = 0;
  Cell from;
  Cell to;
};

/// The values of a column of numbers in the rows at hand.
struct ColumnRange {
  Cell low;
  Cell high;
};

struct Counterfactual {
  bool flips = false;
  std::uint32_t label = 0;  // wanted: an index into model.classes
  double cost = 0;
  std::vector<ColumnChange> changes;
  std::vector<double> score;          // of the changed row
  std::string reason;                 // where it does not flip
  bool ranges = true;                 // there are several rows, so that columns have ranges
  std::optional<ColumnRange> beyond;  // of the number that leaves it: no change within the ranges flips the label
  bool complete = true;               // false: there were too many sets of switches to try all
  bool trained_scale = false;  // numbers are measured by the model's scale, else by the data's standard deviations
};

/// Errors (usage): a model that is not linear in its columns, votes of pairs; a column that cannot change, a label that
/// is predicted already.
Result<Counterfactual> least_change(const Model& model, const Dataset& data, std::uint64_t row,
                                    const ChangeRequest& request);

}  // namespace halfspace
