// What a driver asks of the rows, and what they answer: one pass over the rows a question. A shard answers for its own
// rows; answers add up to that of all rows, in any order, to the same bits.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.hpp"
#include "halfspace/result.hpp"
#include "loss/losses.hpp"
#include "shard/row_folds.hpp"
#include "shard/scaled_rows.hpp"
#include "shard/softmax_task.hpp"
#include "solver/perceptron/options.hpp"

namespace halfspace {

enum class Ask : std::uint8_t {
  schema,       // columns, classes, largest values
  sizes,        // Σ c |x_j|, Σ c x_j^2, lengths of rows: the bounds of all sums to come
  work,         // for each task loss, slopes, curvatures, or a product with the curvature
  mistakes,     // what the labels of the scores are wrong of
  visits,       // of one shard: its rows in their order, by perceptrons that go on with the next shard
  softmax,      // loss, slopes and curvatures of all classes at once, or a product with the curvature
  held_out,     // what models that were learned without some rows say of these
  calibration,  // how well a map from the scores of these to probabilities fits
  scaling,      // Σ c x_j and ranges of columns; with centers, Σ c ((x_j - center_j) / reach_j)^2
};
template <>
struct Names<Ask> {
  static constexpr std::array<std::string_view, 9> list = {"schema",  "sizes",    "work",        "mistakes", "visits",
                                                           "softmax", "held_out", "calibration", "scaling"};
};

/// A point whose multipliers are where the next ones are drawn to (curves.hpp), and the width they were seen under.
struct Center {
  double width = 1;
  std::vector<double> weights;
};

/// What columns are measured against, where their deviations are asked for.
struct ColumnCenters {
  std::vector<double> center;  // of each column; empty: sums and ranges are asked for
  std::vector<double> reach;   // at least |x - center|; 0: of one value
};

/// How probabilities come from scores (model/probability.hpp).
enum class Probable : std::uint8_t { no, sigmoid, softmax };

/// Of one run: two classes have one, one-vs-rest one a class.
struct Task {
  std::uint32_t left_out = no_part;    // rows of this part of the folds are not there; held_out: only they are
  std::vector<double> class_weight;    // in place of those of the question; empty: those
  std::uint32_t positive = 1;          // place of its class
  bool product = false;                // Σ h x (x.direction) alone; else loss and slopes
  bool hessian = false;                // Σ h x x', lower triangle
  bool diagonal = false;               // Σ h x_j^2
  std::vector<std::uint32_t> columns;  // those of Σ h x x', ascending, the bias is `cols`; empty: all
  std::uint8_t fine = 0;               // above 0: slopes of each class apart, with what grids round off of 2^fine terms
  double rows = 1;                     // share of the rows in all sums
  double share = 1;                    // of the rows in Σ h x x', among those
  double smoothing = 0;                // of the hinge (smoothed.hpp)
  std::vector<double> weights;         // w, b
  std::vector<Center> centers;         // of the hinge, one after another
  std::vector<double> direction;       // of a product
  std::int16_t loss_reach = 1001;      // 2^loss_reach is at least sqrt(Σ c slope^2); 1001: not known
  std::int16_t reach = 0;              // 2^reach is at least any slope; of a product, Σ |direction_j| sqrt(Σ c x_j^2)
};

/// Rows of one shard that perceptrons visit, one of each class that needs one.
struct Leg {
  std::uint64_t shard = 0;          // the one that answers
  std::uint64_t first = 0;          // of its rows
  std::uint64_t last = 0;           // behind them
  std::vector<std::string> states;  // of each perceptron, packed (perceptron_state.hpp); "": it begins
};

/// Perceptrons that travel from shard to shard.
struct TravellingVisits {
  PerceptronChoices options;
  std::uint64_t clean_after = 0;        // so many visits in a row without a mistake end a run
  std::vector<std::uint32_t> positive;  // of each perceptron, the place of its class
  std::vector<Leg> legs;                // visited at the same time
};

/// Probabilities of scores s: of two classes 1/(1 + e^-(a s + b)), of more e^{a s_k} / Σ e^{a s_l}.
struct ScoreMap {
  double a = 0;
  double b = 0;
  std::vector<double> of_class;  // weights of the rows held out, from which the targets follow
};

/// Sums of its objective; of more than two classes slopes and curvatures along a.
enum class MapSum : std::uint8_t { value, a, b, aa, ab, bb };
inline constexpr std::size_t map_sums = 6;

struct Question {
  Ask ask = Ask::schema;
  std::uint64_t round = 0;
  std::uint64_t cols = 0;
  bool bias = true;
  LossKind loss{};
  std::vector<std::string> classes;         // in the order of their places
  std::vector<double> class_weight;         // of each; empty: all 1
  std::vector<double> least_weight;         // sizes: of each class, what a row must weigh to count as its shortest
  std::vector<std::uint64_t> first_row;     // where each shard begins among all rows, by its number; empty: nobody asks
  std::vector<std::int16_t> first_moment;   // 2^e is at least Σ c |x_j|; the bias last. sizes: bounds of both
  std::vector<std::int16_t> second_moment;  // 2^e is at least sqrt(Σ c x_j^2); sizes: of Σ c x_j^2
  ColumnScale scale;                        // of the rows, before all else
  ColumnCenters centers;                    // scaling
  std::uint8_t fine = 0;                    // scaling: what grids round off of 2^fine terms is summed too
  RowFolds folds;
  Probable probable = Probable::no;  // held_out
  std::int16_t decimals = -1;        // mistakes: digits after the point of all rows, where their scores are exact
  std::vector<Task> tasks;
  std::optional<TravellingVisits> visits;
  std::vector<SoftmaxTask> softmax;
  std::optional<ScoreMap> map;  // calibration

  std::uint64_t dims() const { return cols + (bias ? 1 : 0); }

  /// Weight vectors of a model.
  std::size_t outputs() const { return classes.size() == 2 ? 1 : classes.size(); }
  std::string bytes() const;
  static Result<Question> parse(std::string_view bytes);
};

/// Is a task's part one of the folds, and its weights those of the classes?
bool fits_part(const Question& question, std::uint32_t left_out, const std::vector<double>& class_weight);

/// Exact sums that a model has of rows held out.
inline std::size_t held_out_sums(const Question& question) { return 3 * question.classes.size() + 3; }

/// Exact sums of a count of mistakes: row weights, those of wrong rows, their losses, and rows on the boundary.
inline constexpr std::size_t mistake_sums = 4;

/// Not before it is asked for: a slot of Answer::exact.
enum class Slot : std::uint8_t {
  loss,
  smooth_loss,
  positive_alpha,
  negative_alpha,
  positive_conjugate,
  negative_conjugate,
  ridge
};
inline constexpr std::size_t slots = 7;

}  // namespace halfspace
