// Why rows got their scores: what features and columns add, and the smallest change that changes a label.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "halfspace/data.hpp"
#include "halfspace/export.h"
#include "halfspace/model.hpp"
#include "halfspace/options.hpp"
#include "halfspace/progress.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

/// One term of a score: amount = weight times value of a feature, or multiplier times kernel value of a support row.
struct ScorePart {
  std::string name;  ///< of the feature, or the number of a support row, from 1
  double value = 0;  ///< in original units
  double weight = 0;
  double amount = 0;
};

/// What a column of the table adds to a score: its features together; "x*y" of a product, "x^2".
struct ColumnAmount {
  std::string column;
  double amount = 0;
};

/// A cell of the table: a number, a text (a level, a date), or nothing for a level that the classifier does not know.
using CellValue = std::variant<std::monostate, double, std::string>;

struct ChangedCell {
  std::string column;
  CellValue from;
  CellValue to;
};

/// The smallest change of a row that changes its predicted label (docs/algorithms.md).
struct SmallestChange {
  bool flips = false;  ///< false: there is none, and `reason` says why
  std::string label;   ///< wanted
  std::string reason;
  std::vector<ChangedCell> cells;
  double cost = 0;             ///< numbers in units of their column's scale, a switched category as 1
  std::vector<double> scores;  ///< of the changed row
  bool complete = true;        ///< false: there were too many sets of categories to try all
};

/// The scores of one row and what they add up from: of each weight vector its terms, the largest first, and its bias.
struct Explanation {
  std::vector<double> scores;                 ///< Classifier::outputs() of them
  std::string predicted;                      ///< label
  std::vector<std::vector<ScorePart>> parts;  ///< of each weight vector
  std::vector<double> bias;                   ///< of each weight vector
  std::vector<std::vector<ColumnAmount>>
      columns;                                   ///< of each weight vector; empty where scores are no sums over columns
  std::optional<SmallestChange> counterfactual;  ///< where asked for
  Report report;                                 ///< of `halfspace explain --row`
};

/// Of row `row`, from 0 to n - 1. `max_memory_mib` as in PredictOptions. Options by name: explain_option_names(),
/// files' apart and without `row`; `counterfactual` with `change` and `to` asks for the smallest change. Errors: those
/// of Classifier::predict; usage for a voted classifier, which has no single score, and for a row beyond the last.
HALFSPACE_API Result<Explanation> explain(const Classifier& classifier, const DenseRows& rows, std::int64_t row,
                                          std::int64_t max_memory_mib = 0);
HALFSPACE_API Result<Explanation> explain(const Classifier& classifier, const CsrRows& rows, std::int64_t row,
                                          std::int64_t max_memory_mib = 0);
HALFSPACE_API Result<Explanation> explain(const Classifier& classifier, const DenseRows& rows, std::int64_t row,
                                          const Options& options);
HALFSPACE_API Result<Explanation> explain(const Classifier& classifier, const CsrRows& rows, std::int64_t row,
                                          const Options& options);

/// What a column adds on average over rows: a number for each weight vector.
struct MeanContribution {
  std::string column;                 ///< as in ColumnAmount
  std::vector<double> mean;           ///< of its contributions
  std::vector<double> mean_absolute;  ///< of their absolute values
  std::vector<double> deviation;      ///< standard deviation
};

struct MeanContributions {
  std::int64_t rows = 0;
  std::vector<double> scores;             ///< of the mean row: bias and means add up to them
  std::vector<double> bias;               ///< of each weight vector
  std::vector<MeanContribution> columns;  ///< the largest mean absolute contribution first
  Report report;                          ///< of `halfspace explain`
};

/// Averages over all rows. Options: explain_option_names() without `row` and what is about one. Errors: those of
/// explain(); usage for a kernel model, bad_data without rows.
HALFSPACE_API Result<MeanContributions> explain_means(const Classifier& classifier, const DenseRows& rows,
                                                      const Options& options = {});
HALFSPACE_API Result<MeanContributions> explain_means(const Classifier& classifier, const CsrRows& rows,
                                                      const Options& options = {});

/// The answer of `halfspace explain` about the rows of a file ("-" is standard input): with the option `row` of that
/// row, else on average over all, which are not held. Options: explain_option_names(). Errors: io, bad_data, usage.
HALFSPACE_API Result<Report> explain_file(const Classifier& classifier, const std::string& path,
                                          const Options& options = {});

}  // namespace halfspace
