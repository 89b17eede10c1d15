// What columns add to scores on average over rows, taken block by block: of the contributions a_1 .. a_n of a column
//
//   mean sum a_i / n   mean absolute sum |a_i| / n   deviation sqrt(sum (a_i - mean)^2 / n)
//
// The means are the contributions of the mean row. Deviations by Welford 1962; rows without an entry, whose
// contribution is 0, are joined at the end (Chan, Golub and LeVeque 1979).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "model/column_parts.hpp"
#include "model/contributions.hpp"

namespace halfspace {

/// Mean, mean square about it and mean absolute value of numbers.
struct Moments {
  std::uint64_t count = 0;
  double mean = 0;
  double squares = 0;  // sum (v - mean)^2
  double absolute = 0;

  void add(double v);
  /// The moments of `rows` numbers of which those not added are 0.
  Moments with_zeros(std::uint64_t rows) const;
  double deviation() const;
};

/// Of each weight vector, over all rows.
struct MeanColumn {
  ColumnSet columns;
  std::vector<Moments> vectors;

  double size() const;  ///< mean absolute contribution, summed over the vectors
};

class MeanParts {
 public:
  /// parts_are_features(model); it must outlive this.
  explicit MeanParts(const Model& model);

  /// Levels of the rows are known. The error (bad_data) names the first row, from 0, with a contribution beyond the
  /// doubles.
  Result<void> add(const Dataset& rows, const std::string& source);

  std::uint64_t rows() const { return rows_; }

  /// The largest first.
  std::vector<MeanColumn> columns() const;

 private:
  bool add(std::span<const Entry> features);  // false: a part is not finite
  std::vector<Moments>& moments(const ColumnSet& columns);

  const Model& model_;
  FeatureWeights weights_;
  FeatureColumns columns_;
  std::map<ColumnSet, std::vector<Moments>> sums_;
  std::uint64_t rows_ = 0;
};

}  // namespace halfspace
