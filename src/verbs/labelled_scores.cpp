#include "verbs/labelled_scores.hpp"

#include <utility>

#include "base/clock.hpp"
#include "base/text.hpp"
#include "data/label.hpp"
#include "model/score_checks.hpp"
#include "model/scorer.hpp"

namespace halfspace {

Result<LabelledScores> labelled_scores(const Model& model, Dataset data, const std::string& source, unsigned threads) {
  auto truth = known_classes(model, data, source);
  if (!truth) return truth.error();
  const double read = seconds_now();
  auto score = finite_scores(model, data, source, threads);
  if (!score) return score.error();
  return LabelledScores{std::move(data), std::move(truth).value(), std::move(score).value(), read};
}

Result<LabelledScores> unlabelled_scores(const Model& model, Dataset data, const std::string& source,
                                         unsigned threads) {
  const double read = seconds_now();
  auto score = finite_scores(model, data, source, threads);
  if (!score) return score.error();
  return LabelledScores{std::move(data), {}, std::move(score).value(), read};
}

Result<void> check_same_rows(const LabelledScores& first, const Model& first_model, const LabelledScores& second,
                             const Model& second_model) {
  if (first.data.rows != second.data.rows)
    return Error{Code::bad_data, "--against",
                 "reads " + counted(second.data.rows, "row") + " of DATA where MODEL reads " +
                     counted(first.data.rows, "row") + "; leave the rows out that one of them leaves out"};
  for (std::size_t i = 0; i < first.truth.size(); ++i) {
    const std::string& a = first_model.classes[first.truth[i]];
    const std::string& b = second_model.classes[second.truth[i]];
    const std::uint64_t line = first.data.lines.line(i);
    if (second.data.lines.line(i) != line)
      return Error{Code::bad_data, "--against",
                   "reads other rows of DATA than MODEL: row " + std::to_string(i + 1) + " is line " +
                       std::to_string(second.data.lines.line(i)) + ", not line " + std::to_string(line) +
                       "; leave the rows out that one of them leaves out"};
    if (!same_label(a, b))
      return Error{Code::bad_data, "--against",
                   "reads label " + in_quotes(b) + " in line " + std::to_string(line) + ", where MODEL reads " +
                       in_quotes(a) + "; name one label column with --label"};
  }
  return {};
}

}  // namespace halfspace
