// Asks whether two classes of a data set are linearly separable in the features of a map: the bridge from data sets and
// flags to certify/decide.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "certify/find/decide.hpp"
#include "feature/feature_map.hpp"
#include "feature/learner_rows.hpp"
#include "format/read.hpp"

namespace halfspace {

/// `features`, unscaled, which `map` made of `data`, as signed rows; `text` is where the decimals stand that doubles do
/// not tell apart. All three must outlive them; what has to be read or made again asks `stop`. A filled cell is the
/// decimal that the map has for it.
SignedRows signed_features(const Dataset& data, const Dataset& features, const FeatureMap& map,
                           std::vector<std::int8_t> y, bool bias, const TextAgain& text, const StopToken& stop = {});

/// Few enough numbers for questions beside other work: about a second each.
bool is_cheap(const SignedRows& z);

/// The rows of a question with everything they stand on.
class SeparationRows {
 public:
  /// `y` is -1 or +1 for each row; `data` must outlive this. Errors: features that have no exact values (missing cells
  /// filled with means), those of LearnerRows.
  static Result<std::unique_ptr<SeparationRows>> make(const Dataset& data, std::vector<std::int8_t> y, bool bias,
                                                      const FeatureOptions& features, const std::string& missing,
                                                      std::uint64_t max_bytes, const TextAgain& text,
                                                      const StopToken& stop = {});

  const SignedRows& signed_rows() const { return *signed_; }
  const FeatureMap& map() const { return rows_->map(); }
  const Dataset& features() const { return rows_->features(); }

  std::uint64_t columns() const { return columns_; }  ///< of the data
  std::uint64_t cols() const { return cols_; }        ///< features of the question
  /// The feature that column j of features() is: of very many columns only those with entries are looked at.
  std::uint64_t feature(std::uint64_t j) const { return used_.empty() ? j : used_[j]; }

 private:
  std::vector<std::uint64_t> used_;  // the columns that narrow_ has
  std::unique_ptr<Dataset> narrow_;
  std::uint64_t columns_ = 0;
  std::uint64_t cols_ = 0;
  std::unique_ptr<LearnerRows> rows_;
  std::unique_ptr<SignedRows> signed_;
};

}  // namespace halfspace
