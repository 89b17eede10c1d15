// How a run reports and is stopped, and answers that are written out on request.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "halfspace/export.h"

namespace halfspace {

/// Where a run is. Counts are 0 where the run has none; the others are -1 where they are not known.
struct TrainProgress {
  std::int64_t visits = 0;     ///< rows looked at (perceptron)
  std::int64_t passes = 0;     ///< passes of a perceptron, rounds of a solver, the point of a path (from 0)
  std::int64_t updates = 0;    ///< perceptron
  double fraction = -1;        ///< done, in [0, 1], of a run of known length
  double objective = -1;       ///< primal value found so far (logistic, svm)
  double gap = -1;             ///< proven distance from the optimum so far, from 0
  std::int64_t fits_done = 0;  ///< of cross-validation, search, path and calibration
  std::int64_t fits = 0;       ///< of all; 0: one run
  double seconds = 0;          ///< since the call began
};

/// Called from the calling thread, at least twice a second while the call computes; false ends the call within half a
/// second: its status is `interrupted` and what it has is kept. It must not throw. An empty one is never called.
using Watch = std::function<bool(const TrainProgress&)>;

/// The answer of a verb of the command line, written out when asked for. Copies share it. It does not keep the rows.
class HALFSPACE_API Report {
 public:
  std::string json() const;  ///< as `--json` (docs/json.md), without version, seconds and peak_bytes
  std::string text() const;  ///< as the command line prints it, its flags included

  struct Writer;  ///< of the library
  explicit Report(std::shared_ptr<const Writer> writer) : writer_(std::move(writer)) {}

 private:
  std::shared_ptr<const Writer> writer_;
};

}  // namespace halfspace
