// Scores of a model on rows. Where a model's weights and the data are short decimals, scores are computed exactly and
// rounded once, so that "on the boundary" means exactly 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/stop.hpp"
#include "data/dataset.hpp"
#include "model/model.hpp"

namespace halfspace {

/// model.outputs() scores for every row, row after row (see Model). `data` holds the columns of the model's text; its
/// feature map is applied here. Same bits for any number of threads.
/// These ask `stop` and throw Stopped.
std::vector<double> scores(const Model& model, const Dataset& data, unsigned threads, const StopToken& stop = {});

/// As scores(), but of a one-vs-one model the score of each pair, which votes there.
std::vector<double> vector_scores(const Model& model, const Dataset& data, unsigned threads,
                                  const StopToken& stop = {});

/// Does a score (of two classes, of a pair) speak for +1?
inline bool is_positive(double score, bool zero_is_negative) { return zero_is_negative ? score > 0 : score >= 0; }

/// The class predicted from the scores of one row: an index into model.classes.
inline std::uint32_t predicted_class(std::span<const double> score, bool zero_is_negative) {
  if (score.size() == 1) return is_positive(score[0], zero_is_negative) ? 1 : 0;
  std::uint32_t best = 0;
  for (std::uint32_t k = 1; k < score.size(); ++k) best = score[k] > score[best] ? k : best;
  return best;
}

/// For each row more than rounding can have moved any of its scores by (linear models without votes, rows that are
/// features): a margin above twice that is above 0 for the decimals of the text too.
std::vector<double> rounding_slack(const Model& model, const Dataset& data);

/// Class of each row by its label, as an index into model.classes. A label that is none of them is an Error (bad_data),
/// and so are weights of rows whose sum is not finite.
Result<std::vector<std::uint32_t>> known_classes(const Model& model, const Dataset& data, const std::string& source);

/// The row scores of output 0 hold score(true) - score(best other), or y s for two classes.
std::vector<double> margins(std::span<const double> score, std::size_t outputs, std::span<const std::uint32_t> truth);

}  // namespace halfspace
