#include "classroom/exercise.hpp"

#include <utility>

#include "base/text.hpp"
#include "classroom/exercise_kinds.hpp"

namespace halfspace {
namespace {

constexpr std::array<ExerciseKind, 11> kinds_of_exercise = {{
    {"convergence", "run the perceptron to a clean pass", make_convergence},
    {"tie-rule", "what a row on the boundary counts as: two rules, two runs", make_tie_rule},
    {"order", "two orders of visits, two separators", make_order},
    {"bound", "R^2, gamma^2 and the mistake bound beside the run", make_bound},
    {"separability", "a separator, or a proof that there is none", make_separability},
    {"pocket", "data with noise: the best weights seen", make_pocket},
    {"batch", "two steps of the mini-batch subgradient method", make_batch},
    {"learning-rate", "the delta rule with a learning rate, and with twice that", make_learning_rate},
    {"logistic", "one gradient step of logistic regression, probabilities, thresholds", make_logistic},
    {"margin", "the hard-margin support vector machine and its KKT conditions", make_margin},
    {"kernel", "the kernel perceptron on data that no line separates", make_kernel},
}};

constexpr int most_draws = 200000;  // the rarest kind needs some hundred

}  // namespace

unsigned SheetPart::points() const {
  unsigned sum = 0;
  for (const MarkPoint& mark : marks) sum += mark.points;
  return sum;
}

unsigned Worksheet::points() const {
  unsigned sum = 0;
  for (const SheetPart& part : parts) sum += part.points();
  return sum;
}

std::string Worksheet::data_name() const { return kind + "-" + std::to_string(seed) + ".csv"; }

std::string Worksheet::data_text() const {
  std::string out = "x1,x2,y\n";
  for (std::size_t i = 0; i < rows.size(); ++i)
    out += std::to_string(rows.x[i][0]) + "," + std::to_string(rows.x[i][1]) + "," + std::to_string(rows.y[i]) + "\n";
  return out;
}

std::span<const ExerciseKind> exercise_kinds() { return kinds_of_exercise; }

Error no_such_kind(const std::string& kind, std::vector<std::string> more) {
  std::vector<std::string> names;
  names.reserve(kinds_of_exercise.size() + more.size());
  for (const ExerciseKind& entry : kinds_of_exercise) names.emplace_back(entry.name);
  names.insert(names.end(), more.begin(), more.end());
  const std::string near = nearest(kind, names);
  return {Code::usage, "--kind",
          in_quotes(kind) + " is not one of " + joined(names) + (near.empty() ? "" : "; did you mean " + near + "?")};
}

Result<Worksheet> worksheet(const std::string& kind, std::uint64_t seed) {
  for (std::size_t k = 0; k < kinds_of_exercise.size(); ++k) {
    const ExerciseKind& entry = kinds_of_exercise[k];
    if (entry.name != kind) continue;
    Rng rng(seed, Stream::exercises, static_cast<std::uint32_t>(k));
    for (int draw = 0; draw < most_draws; ++draw) {
      Worksheet sheet;
      sheet.kind = kind;
      sheet.seed = seed;
      if (entry.make(rng, sheet)) return sheet;
    }
    return Error{Code::bad_data, "--seed", "no draw suits hand work; take another seed"};
  }
  return no_such_kind(kind);
}

}  // namespace halfspace
