// A path over lambda (or C) on data: points on all rows, the same points on the rows of each fold, the choice of one.
//
//   cross-validation   M_k = mean over folds of the metric on the rows held out,   se_k = sd over folds / sqrt(K)
//   best               the best M_k, of equals that of the largest lambda
//   1se                the largest lambda whose M_k is within se_best of the best
//
// Repeats: M_k and se_k of each repeat, averaged. A fold's features and scaling are fitted on its training rows; its
// lambdas are those of all rows.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "solver/linear/path.hpp"
#include "train/path_request.hpp"

namespace halfspace {

struct PathRow {
  double lambda = 0;
  double C = 0;
  LinearStatus status = LinearStatus::not_converged;
  std::string solver;
  std::uint64_t rounds = 0;
  std::size_t nonzero = 0;
  std::size_t screened = 0;  // columns proven to have weight 0
  double objective = 0;      // in the form asked for
  double gap = 0;            // of it, proven
  double loss = 0;           // sum of c_i loss
  double explained = 0;      // 1 - loss / that of the null model
  std::vector<double> w;     // in original units
  double b = 0;
  std::optional<double> mean;   // of the metric
  std::optional<double> error;  // its standard error; nothing for one fold's worth of rows
};

struct PathTraining {
  PathRequest request;
  NullModel null;
  double rows_weight = 0;  // n of lambda = 1/(n C)
  std::string objective;   // as a formula
  std::vector<PathRow> rows;
  std::optional<std::size_t> best;  // indices into rows
  std::optional<std::size_t> one_se;
  std::optional<std::size_t> chosen;
  LinearStatus status = LinearStatus::converged;
  std::string stop_reason;
  std::string why_no_means;  // where cross-validation was asked for and did not end
  Trained trained;           // of the chosen point, else of the last; `fitted` false where there is none
};

struct PathWatch {
  StopToken stop = {};
  std::function<void(std::size_t point, std::size_t folds_done)> progress;  // told from one at a time
};

Result<PathTraining> train_on_path(const Dataset& data, const PathRequest& request, const PathWatch& watch);

}  // namespace halfspace
