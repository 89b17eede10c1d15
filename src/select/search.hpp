// Search over a grid by cross-validation: each point is learned on every fold, and the point with the best mean of a
// metric is chosen; of equal means (summary.hpp) the simplest by the settings in their order, then the first.
//
//   exhaustive   every point on all rows
//   halving      successive halving (Jamieson, Talwalkar 2016): rung after rung the best ceil(points / eta) go on, from
//                the share eta^-(s-1) of the rows in the first of s rungs to all of them in the last, with
//                s = floor(log_eta(points)) + 1. The rows of a rung are, of each fold and class, the first of a random
//                order (at least one): later rungs hold the rows of earlier ones, folds stay what they are
//
// one-se (summary.hpp): simpler means no setting less simple (smaller C, gamma, degree; larger lambda), the others
// equal; among such points the simplest by the settings in their order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "select/cross_validation.hpp"
#include "select/grid.hpp"

namespace halfspace {

struct SearchPlan {
  FoldOptions folds;
  std::vector<Metric> metrics;  // all that are told; the first chooses
  double factor = 0;            // of halving; 0: exhaustive
};

struct PointResult {
  GridPoint point;
  std::uint64_t rung = 0;  // the last one it was in, from 1
  std::uint64_t rows = 0;  // of that rung
  std::vector<FoldFit> fits;
  std::vector<MetricSummary> summary;  // of that rung
  std::uint64_t not_converged = 0;     // fits that ended before they were done
  bool complete = false;               // every fold was scored and the metric exists in all of them
};

struct Rung {
  std::uint64_t rows = 0;
  std::uint64_t points = 0;
  std::uint64_t kept = 0;
};

struct Search {
  Grid grid;
  Folds folds;
  std::vector<PointResult> points;  // in the order of the grid
  std::vector<Rung> rungs;
  std::optional<std::size_t> best;    // among `points`; nothing where no point is complete
  std::optional<std::size_t> one_se;  // the one-standard-error choice; the best where no other is simpler
  std::vector<std::size_t> tied;      // points of the last rung with the mean of the best (summary.hpp), which is one
  bool stopped = false;
};

/// `settings` are those that stay. Errors: those of the grid, of requests and of learning, with the point in front.
Result<Search> search(const Dataset& data, const Settings& settings, const std::string& source,
                      const SearchPlan& options, const FitObserver& observer);

/// Did a run end before it had done what it was asked to do?
bool ended_early(Status status);

}  // namespace halfspace
