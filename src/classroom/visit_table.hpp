// What a perceptron did, visit by visit: the table that lecturers draw on the board (docs/formats/visits.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "solver/perceptron/perceptron.hpp"
#include "train/train.hpp"

namespace halfspace {

/// One line: a row that was visited. Rows of a mini-batch share the visit, its weights before and after.
struct VisitLine {
  std::optional<std::uint32_t> run;  // one-vs-rest: the class of the run
  std::uint64_t visit = 0;           // from 1
  std::uint64_t pass = 0;            // from 1
  std::uint64_t row = 0;             // from 0
  std::vector<double> x;             // as the learner sees it; empty beyond `most_shown` columns
  std::int8_t y = 1;                 // argmax: 1
  double score = 0;                  // argmax: the margin to the rival
  bool mistake = false;
  double multiplier = 0;
  double alpha = 0;                   // the total multiplier of the row after the visit
  std::vector<double> before, after;  // w, then b; argmax: class after class; kernel: y_i alpha_i, then b
  double squared_norm = 0;
  std::optional<double> along, cosine;  // w̄.w*, and of the angle to it
  VisitCounts counts;
  std::uint64_t pocket = 0;  // mistakes of the weights in the pocket after the visit
  bool into_pocket = false;  // are these the weights after the visit, and new there?
  std::int64_t rival = -1;   // argmax
};

struct VisitTable {
  static constexpr std::size_t most_shown = 64;  // columns or weights of a class

  std::vector<std::string> columns;  // features; with a kernel those of x alone
  std::vector<std::string> classes;  // of -1 and +1, or all in order
  std::vector<std::uint32_t> label;  // argmax and one-vs-rest: the class of each row
  std::size_t vectors = 1;           // weight vectors in `before` and `after`
  bool bias = true;
  bool kernel = false;
  bool counted = false;           // are VisitLine::counts filled?
  bool pocket = false;            // are the lines' pockets filled? keep `pocket` from zero, rows without weights
  bool zero_is_positive = false;  // a score of 0 predicts +1
  bool runs = false;              // one-vs-rest: a run for each class
  std::size_t shown = 0;          // columns of x in a line
  std::size_t side = 0;           // numbers of a weight vector in a line, the bias counted
  std::vector<VisitLine> lines;

  bool binary() const { return classes.size() == 2; }
  /// Are weights shown?
  bool weights() const { return !lines.empty() && !lines[0].before.empty(); }
};

/// ŷ - y of labels 1 and -1. A score of 0 predicts 0, or +1 by the rule boundary-is-positive, and y where it is correct.
double label_error(const VisitTable& table, const VisitLine& line);

/// "new" or the number of mistakes of the weights in the pocket.
std::string pocket_text(const VisitLine& line);

struct VisitChoices {
  bool updates = false;  // lines of mistakes alone
  bool counts = false;   // mistakes of all rows after each visit
  std::uint64_t most_bytes = 0;
};

/// Gathers the lines of a run. Must outlive it.
class VisitCollector {
 public:
  VisitCollector(const Dataset& data, const VisitChoices& choices) : data_(data), choices_(choices) {}

  /// The observer with every visit shown to this one.
  TrainObserver watching(TrainObserver observer);

  /// A row was visited whose score, or the weights after it, no double holds: the run says nothing from there on.
  std::optional<Error> problem(const std::string& source) const;

  /// What was gathered; `source` names the data in the Error of a table that is too large.
  Result<VisitTable> table(const Trained& trained, const std::string& source) &&;

 private:
  void add(const VisitEvent& event);
  std::uint64_t mistakes_at_zero(const PerceptronChoices& o) const;
  void fill_pocket(const PerceptronChoices& o);

  const Dataset& data_;
  VisitChoices choices_;
  VisitTable table_;
  std::vector<double> alpha_;
  std::optional<std::uint32_t> run_;
  std::uint64_t bytes_ = 0;
  struct Infinite {
    std::uint64_t row;
    const char* what;
  };
  std::optional<Infinite> infinite_;  // the first
};

}  // namespace halfspace
