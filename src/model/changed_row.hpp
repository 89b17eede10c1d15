// A row with some cells replaced, scored as a table that holds it would be.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "data/dataset.hpp"
#include "model/model.hpp"

namespace halfspace {

/// Values by column, as they stand in a Dataset: levels by their code.
using ReplacedCells = std::map<std::uint32_t, double>;

class ChangedRow {
 public:
  ChangedRow(const Model& model, const Dataset& data, std::uint64_t row);

  /// Scores of the changed row; nothing unless the model predicts `label`, whether the row is stored dense or sparse
  /// (sums may round differently).
  std::optional<std::vector<double>> scores_as(const ReplacedCells& cells, std::uint32_t label) const;

  /// Scores of several changed rows, one after the other.
  std::vector<double> scores_of(std::span<const ReplacedCells> rows) const;

 private:
  Dataset changed(std::span<const ReplacedCells> rows, bool dense) const;

  const Model& model_;
  Dataset row_;
  ReplacedCells cells_;
};

/// A column of numbers of a data set.
struct NumberColumn {
  double deviation = 0;
  bool whole = true;                                     // every value is a whole number
  double low = std::numeric_limits<double>::infinity();  // its range, missing cells apart
  double high = -std::numeric_limits<double>::infinity();
};
std::vector<NumberColumn> number_columns(const Dataset& data);

/// `start` moved by at least |by| in a direction, to the next decimal whose last digit is at most 10^-digits of the
/// move, and `more` such digits farther.
double rounded_outward(double start, double by, int direction, int digits, int more);

}  // namespace halfspace
