// Learning from rows that lie in partitions, on one machine or many: partitions answer questions about their rows, a run asks
// them and never sees a row. Who carries questions and answers (threads, processes, Dask, Spark) is the caller's business:
//
//   auto run = PartitionedRun::begin({{"algorithm", "logistic"}});
//   while (!run.done()) run.tell(answer);     // answer: of every partition to run.ask(), added by add_answers() in any order
//   auto training = run.finish();
//
// Answers are sums whose bits depend on no order and no grouping, so the same rows give the same model whatever the number of
// partitions and wherever they are (docs/scale.md).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "halfspace/certify.hpp"
#include "halfspace/data.hpp"
#include "halfspace/export.h"
#include "halfspace/options.hpp"
#include "halfspace/result.hpp"
#include "halfspace/select.hpp"
#include "halfspace/train.hpp"

namespace halfspace {

class Shard;
class Driver;
class SeparationRun;

/// Rows of one partition. Immutable; copies share the rows, and any number of threads may ask one.
class HALFSPACE_API Partition {
 public:
  /// `number` is the partition's place among all, from 0: rows of all partitions are numbered in this order. No rows, and
  /// rows of one class, are fine. Weights are those of the rows. Errors: usage (sizes that do not fit, groups, categories),
  /// bad_data (a number that is not finite: row and column are named, from 0). The rows are copied.
  static Result<Partition> of(const DenseRows& rows, const CodedLabels& labels, std::int64_t number);
  static Result<Partition> of(const CsrRows& rows, const CodedLabels& labels, std::int64_t number);

  /// The same without a copy of numbers that can stay where they are: they must stay there as long as the partition
  /// and its copies. For rows that are saved and let go.
  static Result<Partition> viewing(const DenseRows& rows, const CodedLabels& labels, std::int64_t number);
  static Result<Partition> viewing(const CsrRows& rows, const CodedLabels& labels, std::int64_t number);

  /// As bytes, and back. Errors: bad_data.
  std::string bytes() const;
  static Result<Partition> from_bytes(std::string_view bytes);

  /// As a file, written under a temporary name; opened, it is mapped: processes of a machine share its memory. The file must
  /// not change then. `lasting`: it is on the disk when save() ends, whatever happens to the machine. Errors: io, bad_data.
  Result<void> save(const std::string& path, bool lasting = true) const;
  static Result<Partition> open(const std::string& path);
  static Result<Partition> open(const std::string& path, std::int64_t number);  ///< with another number than the file's

  /// The answer to a question of a run (PartitionedRun, PartitionedSeparation): one pass over the rows. The bits do not depend on `threads` (from 1). What these
  /// rows cannot answer is told by the run. Errors: bad_data (no question, or of another version of the library).
  Result<std::string> answer(std::string_view question, int threads = 1) const;

  std::int64_t number() const;
  std::int64_t rows() const;
  std::int64_t columns() const;
  std::int64_t entries() const;  ///< numbers stored
  std::int64_t memory() const;   ///< bytes

  explicit Partition(std::shared_ptr<const Shard> shard) : shard_(std::move(shard)) {}

 private:
  std::shared_ptr<const Shard> shard_;
};

/// The answer of the rows of both: associative and commutative to the bit. Errors: bad_data.
HALFSPACE_API Result<std::string> add_answers(std::string_view first, std::string_view second);

struct PartitionedProgress {
  std::int64_t rounds = 0;
  std::string
      question;  ///< what is asked next: schema, sizes, work, softmax, mistakes, held_out, calibration, visits; "" when done
  std::optional<double> objective;        ///< of the weights so far, summed over the runs
  std::optional<double> gap;              ///< how far that may be above its optimum, of the run that is farthest
  std::optional<std::int64_t> partition;  ///< the only one that is asked, where there is one
  std::int64_t classes = 0;               ///< of the labels, once the first answer is there
};

/// A run of logistic regression or of a linear support vector machine, or of a perceptron.
class HALFSPACE_API PartitionedRun {
 public:
  /// Options are those of train(): algorithm, loss, C or lambda, bias, tol, max-rounds, class-weight, positive. Errors:
  /// usage, for options that do not go together or not with partitions.
  static Result<PartitionedRun> begin(const Options& options = {});

  /// Cross-validation in place of one model: options also folds, repeats, seed and metric. All folds are learned in the same rounds.
  /// The fold of row i among all follows from i and the seed alone (docs/scale.md), whatever partition holds it; classes are not
  /// dealt out evenly. Errors: usage, also for what needs all scores in one place (roc-auc, pr-auc, predictions).
  static Result<PartitionedRun> begin_folds(const Options& options = {});

  /// A path in place of one model: options are those of path(), folds as in begin_folds(). The points of all folds are learned
  /// in the same rounds, each from where the points before it lead. Errors: usage, as of both.
  static Result<PartitionedRun> begin_path(const Options& options = {});

  /// Goes on from state() to the same bits, over partitions of the same rows and numbers. Errors: bad_data.
  static Result<PartitionedRun> resume(std::string_view state);
  std::string state() const;

  bool done() const;
  std::string ask() const;  ///< the next question; "" when done

  /// Takes the sum of all partitions' answers to ask(). Errors: bad_data (what a partition could not answer, a single class),
  /// usage (an answer to another question).
  Result<void> tell(std::string_view answer);
  PartitionedProgress progress() const;

  /// The training, when done(). Its report counts rounds; a gap is proved over all rows.
  /// `mistakes` counts wrong labels, whatever the mistake rule of a perceptron.
  Result<Training> finish() const;

  /// Of begin_folds(), when done(): as of cross_validate(), without roc-auc and pr-auc (NaN).
  Result<CvResult> finish_folds() const;

  /// Of begin_path(), when done(): as of path().
  Result<PathResult> finish_path() const;

 private:
  explicit PartitionedRun(std::shared_ptr<Driver> driver) : driver_(std::move(driver)) {}

  std::shared_ptr<Driver> driver_;
};

/// Are two classes of rows in partitions linearly separable? A run as PartitionedRun, over the same partitions; it holds but the
/// rows that decide the question. The verdict, the margins and the bytes of the certificate depend on no order and no grouping.
class HALFSPACE_API PartitionedSeparation {
 public:
  struct Choices {
    std::vector<std::string> classes;  ///< labels of the two classes in question; rows of others are none. Empty: all
    bool certified = false;            ///< find a certificate too, about text_of() all rows: a round a partition more
  };

  /// Options: bias, positive, threads, timeout, max-memory (what the rows held may take). Errors: usage, also for options that
  /// need all rows at once (features, min-mistakes, suspects).
  static Result<PartitionedSeparation> begin(const Options& options, const Choices& choices);
  static Result<PartitionedSeparation> begin(const Options& options = {}) { return begin(options, Choices()); }

  bool done() const;
  std::string ask() const;  ///< the next question; "" when done

  /// Takes the sum of all partitions' answers to ask(). Errors: bad_data (what a partition could not answer, other than two
  /// classes), usage (an answer to another question).
  Result<void> tell(std::string_view answer);

  /// Ends here, undecided. Error (interrupted): nothing is known.
  Result<void> end();

  std::int64_t rounds() const;
  std::int64_t rows_seen() const;                 ///< that it holds
  std::optional<std::int64_t> partition() const;  ///< the only one that is asked, where there is one

  /// When done(): as of separate(), rows numbered from 0 over all partitions without rows of weight 0; `json` has `partitions`
  /// beside, and null for single_features, which are not looked for.
  Result<Separation> finish() const;

 private:
  explicit PartitionedSeparation(std::shared_ptr<SeparationRun> run) : run_(std::move(run)) {}

  std::shared_ptr<SeparationRun> run_;
};

/// Checks a certificate (its text) against a folder of shards (docs/formats/shards.md). As verify() for a file.
HALFSPACE_API Result<Verified> verify_shards(const std::string& certificate, const std::string& folder);

}  // namespace halfspace
