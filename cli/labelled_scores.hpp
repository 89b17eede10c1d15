// The rows of evaluate's DATA as a model reads them, with its scores.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "flags.hpp"
#include "model/model.hpp"
#include "separate/unavoidable.hpp"

namespace halfspace::cli {

struct LabelledScores {
  Dataset data;
  std::vector<std::uint32_t> truth;
  std::vector<double> score;
  double read_at = 0;  // seconds_now() once they were read
};

/// Reads args.operands[1]; labels are known to the model, scores are finite, else an Error.
Result<LabelledScores> labelled_scores(const Args& args, const Model& model, unsigned threads);

/// unavoidable_for() these rows. Standard input is not kept: where its digits would have to be looked at again nothing is
/// said.
Result<std::optional<Unavoidable>> unavoidable_among(const Args& args, const Model& model, const LabelledScores& rows,
                                                     std::uint64_t max_bytes, unsigned threads);

/// The name of the rows.
std::string source_of(const Args& args);

/// Error (usage, bad_data): the second model has other rows, or other labels of them.
Result<void> check_same_rows(const LabelledScores& first, const Model& first_model, const LabelledScores& second,
                             const Model& second_model);

}  // namespace halfspace::cli
