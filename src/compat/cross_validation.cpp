// -v N: the rows are shuffled and dealt to N folds in turn, whatever their classes, as the tools do.
#include <algorithm>
#include <span>
#include <utility>

#include "base/rng.hpp"
#include "compat/learn.hpp"
#include "compat/rows.hpp"
#include "data/label.hpp"
#include "data/strata.hpp"
#include "model/scorer.hpp"
#include "select/folds.hpp"

namespace halfspace::compat {
namespace {

/// All rows are shuffled and dealt out whatever their class, as by liblinear-train, so that a class with fewer rows
/// than folds is no error, as make_folds() has it. The tools' own folds come from rand(), which differs between
/// systems: theirs cannot be had again.
Folds unstratified_folds(std::uint64_t rows, std::uint64_t count, std::uint64_t seed) {
  Rng rng(seed, Stream::holdout);
  const auto one_stratum = [](std::uint64_t) { return std::size_t{0}; };
  return {count, {dealt(rows, 1, one_stratum, count, rng)}, {}};
}

/// The classes that occur, so that a fold may lack one.
Dataset with_present_classes(Dataset data) {
  std::vector<std::uint32_t> place(data.classes.size());
  std::vector<ClassLabel> present;
  for (std::size_t k = 0; k < place.size(); ++k) {
    place[k] = static_cast<std::uint32_t>(present.size());
    if (data.classes[k].rows > 0) present.push_back(data.classes[k]);
  }
  for (std::uint32_t& k : data.label) k = place[k];
  data.classes = std::move(present);
  return data;
}

Result<std::uint64_t> right_labels(const Host& host, const Dataset& kept, const Dataset& held_out, const Task& task) {
  const std::vector<double> truth = targets(held_out);
  if (kept.classes.size() == 1)
    return static_cast<std::uint64_t>(std::count(truth.begin(), truth.end(), kept.classes[0].number));
  const auto learned = learn_model(host, kept, task);
  if (!learned) return learned.error();
  const Model& m = learned.value().model;
  const std::vector<double> score = scores(m, held_out, 1);
  std::uint64_t right = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const std::uint32_t k = predicted_class(std::span(score).subspan(i * m.outputs(), m.outputs()), m.zero_is_negative);
    right += *label_number(m.classes[k]) == truth[i] ? 1 : 0;
  }
  return right;
}

}  // namespace

Result<Answer> cross_validate(const Host& host, const Words& words, const Dataset& data, const Task& task) {
  const auto count = words.count('v', 2, 2, data.rows);
  if (!count) return count.error();
  const auto seed = host.settings.count("seed", 0);
  if (!seed) return seed.error();
  const Folds folds = unstratified_folds(data.rows, count.value(), seed.value());
  CrossValidated out{0, folds.count, data.rows};
  for (std::uint64_t f = 0; f < folds.count; ++f) {
    const Dataset kept = with_present_classes(take_rows(data, folds.kept(0, f)));
    const Dataset held_out = take_rows(data, folds.held_out(0, f));
    const auto right = right_labels(host, kept, held_out, task);
    if (!right) return right.error();
    out.right += right.value();
  }
  return Answer{out};
}

}  // namespace halfspace::compat
