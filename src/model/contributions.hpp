// What each feature, or each support vector, adds to a score of one row:
//
//   linear   s = sum_j w_j x_j + b        kernel   s = sum_j c_j k(x_j, x) + b
#pragma once

#include <cstdint>
#include <vector>

#include "data/dataset.hpp"
#include "feature/row_encoder.hpp"
#include "model/model.hpp"

namespace halfspace {

/// weight times value; `place` is a feature, or a support row.
struct Contribution {
  std::uint64_t place = 0;
  double value = 0;
  double weight = 0;
  double amount = 0;
};

/// One weight vector's parts, those that are 0 left out, the largest first; with b they add up to the score.
struct ScoreParts {
  std::vector<Contribution> parts;
  double bias = 0;
  double score = 0;
};

/// Do the parts speak of features? A linear kernel without scales does too.
bool parts_are_features(const Model& model);

/// Weights of features, vector after vector, where parts_are_features(): of a linear kernel sum_i c_i x_ij. The model
/// must outlive this.
class FeatureWeights {
 public:
  explicit FeatureWeights(const Model& model);

  const double* of(std::size_t vector) const { return w_ + vector * size_; }
  std::size_t size() const { return size_; }

 private:
  std::vector<double> own_;
  const double* w_;
  std::size_t size_;
};

/// The row as features before scaling.
std::vector<Entry> features_of(const Model& model, const Dataset& data, std::uint64_t row);

/// Of each vector of a model without votes, for one row of `data` (the columns of the model's text).
std::vector<ScoreParts> score_parts(const Model& model, const Dataset& data, std::uint64_t row);

}  // namespace halfspace
