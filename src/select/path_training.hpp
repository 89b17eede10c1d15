// A path over lambda (or C) on data: points on all rows, the same points on the rows of each fold, the choice of one.
//
//   cross-validation   of each point, the metric on the rows of every fold held out: mean and standard error
//   best               the best mean, of equals (summary.hpp) that of the largest lambda
//   one-se             the largest lambda whose mean is within one standard error of the best
//
// Folds, mean and error are those of `cv` (folds.hpp, summary.hpp). A fold's features and scaling are fitted on its
// training rows; its lambdas are those of all rows.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "select/path_request.hpp"
#include "solver/linear/path/path.hpp"

namespace halfspace {

struct PathRow {
  double lambda = 0;
  double C = 0;
  Status status = Status::not_converged;
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
  std::optional<double> error;  // its standard error; nothing where the metric exists in one fold alone
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
  Status status = Status::converged;
  std::string stop_reason;
  std::string why_no_means;           // where cross-validation was asked for and did not end
  std::vector<std::string> warnings;  // of folds that lack a class
  std::uint64_t unseen_rows = 0;      // held out, with a level that their fold did not train on
  Trained trained;                    // of the chosen point, else of the last; `fitted` false where there is none
};

struct PathWatch {
  StopToken stop = {};
  std::function<void(std::size_t point, std::size_t folds_done)> progress;  // called from one thread at a time
};

Result<PathTraining> train_on_path(const Dataset& data, const PathRequest& request, const PathWatch& watch);

}  // namespace halfspace
