// One fit of model selection: learn from the kept rows of a fold, score those held out. Everything that is fitted
// (levels, means, scaling, weights, calibration) sees the kept rows alone.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "data/dataset.hpp"
#include "select/summary.hpp"
#include "train/train.hpp"

namespace halfspace {

/// How a series of fits reports while it runs; empty functions are not called.
struct FitObserver {
  StopToken stop = {};
  std::function<void(std::size_t done, std::size_t all)> progress;

  /// The observer of one run, which only asks whether to stop.
  TrainObserver of_run() const;
  bool stopped() const { return stop.ended(); }
};

struct FoldFit {
  std::uint64_t repeat = 0;
  std::uint64_t fold = 0;
  bool begun = false;
  Status status = Status::not_converged;
  std::string stop_reason;
  bool fitted = false;  // false: there is no optimum
  std::uint64_t kept_rows = 0;
  std::vector<std::uint64_t> rows;            // held out, ascending
  std::uint64_t unlisted_rows = 0;            // ... of rows in partitions, which nobody lists
  std::optional<Prediction> held_out;         // of these rows, where the run was not stopped and is fitted
  std::vector<std::optional<double>> values;  // of each metric asked for
  std::uint64_t mistakes = 0;
  std::uint64_t unseen_rows = 0;  // held out, with a level that the kept rows lack

  std::uint64_t held_rows() const { return rows.empty() ? unlisted_rows : rows.size(); }
  bool ended() const { return status == Status::timeout || status == Status::interrupted; }  ///< by its limit
  bool scored() const { return begun && fitted && !ended(); }
  bool stopped() const { return !begun || ended(); }
};

using LearnRows = std::function<Result<Trained>(const Dataset& rows)>;

/// Are the columns values of a kernel with the rows themselves? Then rows that are held out are columns left out.
bool columns_are_rows(const Dataset& data, const TrainRequest& request);

/// `request` says what to call the data in messages, and whether columns go with rows. Errors are those of learning,
/// and where --unseen error was said a level that only held-out rows have. Where `stop` ends it before there are scores its status
/// says so.
Result<FoldFit> fit_fold(const Dataset& data, const std::vector<std::uint64_t>& kept, std::vector<std::uint64_t> held,
                         const LearnRows& learn, const TrainRequest& request, const StopToken& stop);

/// Runs fit(k) for k of 0..count-1 on several threads; once the observer wants a stop the others are not begun. The
/// error is that of the first k that has one, whatever the number of threads.
Result<std::vector<FoldFit>> fit_all(std::size_t count, unsigned threads, const FitObserver& observer,
                                     const std::function<Result<FoldFit>(std::size_t)>& fit);

/// Rows held out with a level that their fold did not train on, summed over the fits.
std::uint64_t unseen_rows_of(const std::vector<FoldFit>& fits);

/// Of metric number `which` of the fits.
MetricSummary summary_of(const std::vector<FoldFit>& fits, Metric metric, std::size_t which, std::uint64_t folds);

}  // namespace halfspace
