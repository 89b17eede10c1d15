// The perceptron engine. Data (z_i = y_i x̄_i), choices and an observer in; weights, counts and what was proven out.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "data/rows.hpp"
#include "solver/perceptron/options.hpp"
#include "solver/status.hpp"

namespace halfspace {

/// What a perceptron learns from: n rows, labels -1 or +1, row weights (empty: all 1; none is 0), decimals of the
/// values.
struct PerceptronProblem {
  const Matrix& x;
  std::span<const std::int8_t> y;
  std::span<const double> weight;
  std::span<const std::uint32_t> label;  // more than two classes (argmax): class of each row; y is +1
  std::uint32_t classes = 2;
  int decimals = 0;                           // every value is a whole number times 10^-decimals ...
  bool short_decimals = false;                // ... and has at most 15 significant digits
  std::span<const std::string> columns = {};  // their names, for messages
};

/// One update. For a mini-batch the spans have an entry for each mistake of the batch, else one.
struct UpdateEvent {
  std::uint64_t visit;  // from 1
  std::uint64_t pass;   // from 1
  std::span<const std::uint64_t> rows;
  std::span<const double> scores;       // before the update
  std::span<const double> multipliers;  // w̄ += multiplier y x̄
  double squared_norm;                  // |w̄|^2 after the update
  std::span<const double> weights;      // w̄ after the update (w then b, class after class); empty when d > 64
  std::int64_t rival = -1;              // argmax: the class the row was taken for
  // w̄.w* after the update, where the observer knows a separator w*
  std::optional<double> along = std::nullopt;

  /// Of the angle between w̄ and w*, where w* is known and w̄ is not 0.
  std::optional<double> cosine() const {
    return along && squared_norm > 0 ? std::optional(*along / std::sqrt(squared_norm)) : std::nullopt;
  }
};

/// What the weights make of all rows: mistakes by the rule; of two classes wrong labels, +1 where the score is >= 0.
struct VisitCounts {
  std::uint64_t mistakes = 0;
  std::uint64_t false_positives = 0;
  std::uint64_t false_negatives = 0;
};

/// One visit: of a row, or of the rows of a mini-batch. Weights as in UpdateEvent, whatever the number of columns; with a
/// kernel y_i α_i of every row and the bias.
struct VisitEvent {
  std::uint64_t visit;  // from 1
  std::uint64_t pass;   // from 1
  std::span<const std::uint64_t> rows;
  std::span<const double> x;  // their values, row after row
  std::span<const std::int8_t> y;
  std::span<const double> scores;  // by the weights before
  std::span<const std::uint8_t> mistaken;
  std::span<const double> multipliers;  // 0 where the row is no mistake
  std::span<const double> before;
  std::span<const double> after;
  double squared_norm;  // |w̄|^2 after the visit
  VisitCounts counts;   // after it, where the observer counts
  std::int64_t rival;   // argmax: the best other class; else -1
  // w̄.w* after the visit, where w* is known
  std::optional<double> along = std::nullopt;
};

/// What is known of the data beside the run.
enum class Outlook { unknown, asking, separable };

struct Progress {
  std::uint64_t visits = 0;
  std::uint64_t passes = 0;
  std::uint64_t updates = 0;
  double margin_at_most = 0;  // separable only if the margin is at most this (infinity: nothing known)
  double fraction = 0;        // of a run of known length; negative: length unknown
  Outlook outlook = Outlook::unknown;
};

/// How a run reports while it runs. Empty functions are not called.
struct PerceptronObserver {
  std::function<void(const UpdateEvent&)> update;  // the token is asked after it
  std::function<void(const VisitEvent&)> visit;    // every one; the token is asked after it
  bool counts = false;                             // does `visit` read them?
  std::function<void(std::uint32_t)> output;       // one-vs-rest: the run of this class begins
  std::function<void(const Progress&)> progress;   // about every 2^20 matrix entries of work
  StopToken stop = {};                             // asked after each report, and inside long operations

  /// Asked once, after the work of 64 passes, of a run that waits for a clean pass: is it certain that none can come?
  std::function<bool(const Progress&)> hopeless;
  std::vector<double> separator;  // w* at length 1, the bias last; empty: none known
};

/// A run asks `hopeless` after so many passes (64 visits where each looks at all rows).
inline constexpr std::uint64_t passes_before_asking = 64;

/// Weight vectors of keep `vote` with the number of visits each survived.
struct Votes {
  std::vector<double> weights;  // one after another, w then b each
  std::vector<std::uint64_t> counts;
};

/// Scores of all rows by the weights the run keeps, as the run itself sees them, in its scale; empty where the weights
/// as printed have the same signs: neither rounded from an exact run's nor with a tolerance.
struct OwnScores {
  std::vector<double> score;
  double unit = 1;       // s = score / unit
  double threshold = 0;  // β times unit
};

struct PerceptronResult {
  Status status = Status::not_converged;
  std::string stop_reason;
  std::vector<double> w;  // d weights as `keep` names, class after class; with a kernel n multipliers y_i α_i
  std::vector<double> b;  // of each class; 0 without a bias
  Votes votes;            // keep `vote` only; w and b are then the last vector
  std::uint64_t visits = 0;
  std::uint64_t passes = 0;  // begun
  std::uint64_t updates = 0;
  std::uint64_t first_clean_pass = 0;  // 0: none seen
  std::vector<double> alpha;           // of w: w̄ = w̄_0 + Σ α_i y_i x̄_i (argmax: the total step of each row)
  double multiplier_sum = 0;
  double squared_multiplier_sum = 0;  // of each update's whole step
  std::uint64_t wrong_updates = 0;    // updates at a row with m <= 0
  std::vector<double> start;          // w̄_0, the bias last; empty: zero
  double margin_at_most = std::numeric_limits<double>::infinity();
  OwnScores own;
  bool exact = false;                 // every score and weight of the run was exact in scaled decimals
  bool separable = false;             // proven: the weights of a clean pass had every margin above 0, in exact numbers
  bool not_separable = false;         // proven, by recurrence or by the observer
  std::uint64_t recurrence_from = 0;  // the weights at the end of pass recurrence_to equalled those at the end of this
  std::uint64_t recurrence_to = 0;    // 0: no recurrence seen
};

/// Runs the perceptron with resolved options (see resolve()). Errors: usage for a start of wrong length, bad_data when
/// a score overflows. `vote_bytes`: most memory for the vectors of keep `vote` (0: no limit).
Result<PerceptronResult> train_perceptron(const PerceptronProblem& problem, const PerceptronChoices& options,
                                          unsigned threads, std::uint64_t vote_bytes,
                                          const PerceptronObserver& observer);

}  // namespace halfspace
