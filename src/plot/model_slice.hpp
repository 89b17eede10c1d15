// A model seen over one or two columns of its text, the others held: numbers at their mean over the rows of a data set,
// texts at their most frequent level.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "data/dataset.hpp"
#include "model/model.hpp"
#include "plot/decision.hpp"
#include "plot/model_choice.hpp"

namespace halfspace::plot {

/// Are the model's scores weighted sums of its columns as they stand?
bool over_columns(const Model& model);

/// Weights that stand for an output of a linear model: its w, or the average of its voting vectors.
std::vector<double> typical_weights(const Model& model, std::size_t output);

/// The scores over the chosen columns. The model and the data must outlive it.
class Slice {
 public:
  Slice(const Model& model, const Dataset& data, const Chosen& columns, const std::vector<ColumnRange>& ranges,
        unsigned threads);

  /// One affine score?
  bool affine() const { return planes_.size() == 1 && votes_.empty(); }
  const Affine& plane() const { return planes_.front(); }
  /// An affine score of each of several classes? The largest is predicted.
  bool affine_classes() const { return planes_.size() > 1 && votes_.empty(); }
  std::span<const Affine> planes() const { return planes_; }

  /// model.outputs() scores a point.
  void operator()(std::span<const Point> points, std::span<double> out) const;

 private:
  void score_rows(std::span<const Point> points, double* out) const;

  const Model& model_;
  const Dataset& data_;
  Chosen columns_;
  std::vector<double> typical_;
  unsigned threads_;
  std::vector<Affine> planes_;  // one an output, or one a vote; none where only scores() knows
  std::vector<double> votes_;
};

}  // namespace halfspace::plot
