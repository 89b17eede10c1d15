// What features and columns add to the score of a row or, on average, to scores of all rows.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "data/dataset.hpp"
#include "format/read.hpp"
#include "halfspace/result.hpp"
#include "model/counterfactual.hpp"
#include "model/mean_parts.hpp"
#include "model/model.hpp"
#include "report/explain_report.hpp"
#include "report/mean_report.hpp"
#include "train/settings.hpp"

namespace halfspace {

struct ExplainRequest {
  std::optional<std::uint64_t> row;    // of the records of the text, from 0; nothing: averages over all rows
  std::optional<std::uint64_t> place;  // of that row among those read, where rows were left out
  std::uint64_t top = 10;              // contributions to show, ...
  bool all = true;                     // ... of JSON all
  bool by_column = false;
  std::optional<ChangeRequest> change;  // --counterfactual
};

/// Error (usage): a flag that says nothing without another.
Result<void> check_explain_flags(const Settings& settings);

/// --row, --by, --counterfactual with --change and --to, --top. Errors (usage).
Result<ExplainRequest> explain_request(const Settings& settings, const Model& model);

/// Error (usage) at `where`: a voted model, whose scores have no parts.
Result<void> check_parts(const Model& model, const std::string& where);

/// The rows of a text that the model can score, and sets `request.place`: every record counts, whatever its cells are.
/// `read` reads with such options. Errors: those of `read`; a row beyond the last (usage), one that lacks a value
/// (bad_data, at its cell).
Result<Dataset> rows_around(ReadOptions options, ExplainRequest& request, const std::string& source,
                            const std::function<Result<Dataset>(ReadOptions)>& read);

/// Of row `*request.row`. Model and rows must outlive the report. Errors: a row beyond the last (usage), what has no
/// finite score or parts (bad_data, in `source`), those of least_change().
Result<ExplanationReport> explanation_of(const Model& model, const Dataset& data, const ExplainRequest& request,
                                         const std::string& source);

/// Averages over rows that come block after block.
class MeanExplanation {
 public:
  /// Error (usage): scores of a kernel are no sums over columns.
  static Result<MeanExplanation> of(const Model& model);

  /// Error (bad_data, in `source`): an unknown level, a contribution that is not finite.
  Result<void> add(const Dataset& rows, const std::string& source);

  /// Error (bad_data): there were no rows. The model must outlive the report.
  Result<MeanReport> report(const ExplainRequest& request, const std::string& source) const;

 private:
  explicit MeanExplanation(const Model& model) : model_(&model), means_(model) {}

  const Model* model_;
  MeanParts means_;
};

}  // namespace halfspace
