// A model seen over one or two columns of its text, the others held: numbers at their mean over the rows of a data set,
// texts at their most frequent level.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "model/model.hpp"
#include "plot/decision.hpp"

namespace halfspace::plot {

inline constexpr std::size_t no_column = static_cast<std::size_t>(-1);

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

/// Are the model's scores weighted sums of its columns as they stand?
bool over_columns(const Model& model);

/// Weights that stand for an output of a linear model: its w, or the average of its voting vectors.
std::vector<double> typical_weights(const Model& model, std::size_t output);

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

/// The scores over the chosen columns. The model and the data must outlive it.
class Slice {
 public:
  Slice(const Model& model, const Dataset& data, const Chosen& columns, const std::vector<ColumnRange>& ranges,
        unsigned threads);

  /// One affine score?
  bool affine() const { return planes_.size() == 1 && votes_.empty(); }
  const Affine& plane() const { return planes_.front(); }

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
