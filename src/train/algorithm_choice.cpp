#include "train/algorithm_choice.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "loss/losses.hpp"
#include "penalty/penalties.hpp"
#include "train/learner.hpp"

namespace halfspace {
namespace {

using Algorithms = std::vector<Algorithm>;

/// What a flag with one of these values says of the learner, where the learners' lists of flags say less.
struct Narrowing {
  std::string_view flag;
  std::vector<std::string> values;  // empty: any
  Algorithms learners;
  bool (*when)(const Settings&) = nullptr;  // beside which other flags; nullptr: any
};

/// A kernel of logistic regression is an approximation, which the perceptron does not have.
bool approximates(const Settings& s) {
  const std::vector<std::string> likelihoods = names_that<LossKind>(is_likelihood);
  return s.has("approximation") ||
         std::find(likelihoods.begin(), likelihoods.end(), s.get("loss")) != likelihoods.end();
}

bool is_of_likelihood(PenaltyKind penalty) { return facts_of(penalty).of_likelihood; }

const std::vector<Narrowing>& narrowings() {
  using enum Algorithm;
  static const std::vector<Narrowing> table = {
      {"loss", names_that<LossKind>(is_svm), {svm}},
      {"loss", names_that<LossKind>(is_likelihood), {logistic}},
      {"C", {"inf", "infinity"}, {svm}},
      {"nu", {}, {svm}},
      {"solver", {"interior-point", "augmented-lagrangian", "min-norm", "smo"}, {svm}},
      {"solver", {"gd"}, {logistic}},
      {"penalty", names_that<PenaltyKind>(is_of_likelihood), {logistic}},
      {"statistics", {}, {logistic}},
      {"approximate-support", {}, {svm}},
      {"multiclass", {"argmax"}, {perceptron}},
      {"multiclass", {"one-vs-one"}, {logistic, svm}},
      {"multiclass", {"multinomial"}, {logistic}},
      {"multiclass", {"crammer-singer"}, {svm}},
      {"rounds", {}, {perceptron}, [](const Settings& s) { return !s.has("solver"); }},
      {"kernel", {"none"}, {}},
      {"kernel", {}, {logistic, svm}, approximates},
      {"kernel", {}, {perceptron, svm}},
  };
  return table;
}

/// The learners that have this flag with this value; none: every learner.
Algorithms learners_of(const Settings& s, const std::string& flag, const std::string& value) {
  for (const Narrowing& n : narrowings()) {
    const bool fits = n.values.empty() || std::find(n.values.begin(), n.values.end(), value) != n.values.end();
    if (n.flag == flag && fits && (n.when == nullptr || n.when(s))) return n.learners;
  }
  Algorithms out;
  for (const Learner& learner : learners()) {
    if (owns(learner, flag)) out.push_back(learner.algorithm);
  }
  const bool all = std::find(out.begin(), out.end(), Algorithm::automatic) != out.end();
  return all ? Algorithms() : out;
}

Algorithms common(const Algorithms& a, const Algorithms& b) {
  Algorithms out;
  std::copy_if(a.begin(), a.end(), std::back_inserter(out),
               [&](Algorithm x) { return std::find(b.begin(), b.end(), x) != b.end(); });
  return out;
}

/// A flag that says something of the learner.
struct Claim {
  std::string flag;
  Algorithms learners;
};

Error contradiction(const Claim& claim, const std::vector<Claim>& earlier) {
  const auto other = std::find_if(earlier.begin(), earlier.end(),
                                  [&](const Claim& c) { return common(c.learners, claim.learners).empty(); });
  const Claim& against = other == earlier.end() ? earlier.back() : *other;
  return {Code::usage, "--" + claim.flag,
          "is for --algorithm " + joined(names_of<Algorithm>(claim.learners), " and ") + ", --" + against.flag +
              " for " + joined(names_of<Algorithm>(against.learners), " and ") + "; leave one of them out"};
}

}  // namespace

Result<Algorithm> chosen_algorithm(const Settings& settings) {
  if (settings.has("algorithm")) {
    auto asked = choice_of<Algorithm>(settings.get("algorithm"), "--algorithm");
    if (!asked || asked.value() != Algorithm::automatic) return asked;
  }
  std::vector<Claim> claims;
  Algorithms left;
  for (const auto& [flag, value] : settings.values) {
    Claim claim{flag, learners_of(settings, flag, value)};
    if (claim.learners.empty()) continue;
    left = claims.empty() ? claim.learners : common(left, claim.learners);
    if (left.empty()) return contradiction(claim, claims);
    claims.push_back(std::move(claim));
  }
  const auto possible = [&](Algorithm x) { return std::find(left.begin(), left.end(), x) != left.end(); };
  if (left.empty()) return Algorithm::automatic;
  if (settings.has("kernel") && !possible(Algorithm::perceptron) && possible(Algorithm::svm)) return Algorithm::svm;
  return left.front();
}

}  // namespace halfspace
