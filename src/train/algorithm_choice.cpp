#include "train/algorithm_choice.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "train/learner.hpp"

namespace halfspace {
namespace {

using LearnerNames = std::vector<std::string>;

/// What a flag with one of these values says of the learner, where the learners' lists of flags say less.
struct Narrowing {
  std::string_view flag;
  std::vector<std::string_view> values;  // empty: any
  LearnerNames learners;
  bool (*when)(const Settings&) = nullptr;  // beside which other flags; nullptr: any
};

/// A kernel of logistic regression is an approximation, which the perceptron does not have.
bool approximates(const Settings& s) { return s.has("approximation") || s.get("loss") == "logistic"; }

const std::vector<Narrowing>& narrowings() {
  static const std::vector<Narrowing> table = {
      {"loss", {"hinge", "squared-hinge", "modified-huber"}, {"svm"}},
      {"loss", {"logistic"}, {"logistic"}},
      {"C", {"inf", "infinity"}, {"svm"}},
      {"nu", {}, {"svm"}},
      {"solver", {"interior-point", "min-norm", "smo"}, {"svm"}},
      {"solver", {"gd"}, {"logistic"}},
      {"penalty", {"firth"}, {"logistic"}},
      {"statistics", {}, {"logistic"}},
      {"multiclass", {"argmax"}, {"perceptron"}},
      {"multiclass", {"one-vs-one"}, {"logistic", "svm"}},
      {"multiclass", {"multinomial"}, {"logistic"}},
      {"multiclass", {"crammer-singer"}, {"svm"}},
      {"rounds", {}, {"perceptron"}, [](const Settings& s) { return !s.has("solver"); }},
      {"kernel", {"none"}, {}},
      {"kernel", {}, {"logistic", "svm"}, approximates},
      {"kernel", {}, {"perceptron", "svm"}},
  };
  return table;
}

/// The learners that have this flag with this value; none: every learner.
LearnerNames learners_of(const Settings& s, const std::string& flag, const std::string& value) {
  for (const Narrowing& n : narrowings()) {
    const bool fits = n.values.empty() || std::find(n.values.begin(), n.values.end(), value) != n.values.end();
    if (n.flag == flag && fits && (n.when == nullptr || n.when(s))) return n.learners;
  }
  LearnerNames out;
  for (const Learner& learner : learners()) {
    if (owns(learner, flag)) out.emplace_back(learner.name);
  }
  const bool all = std::find(out.begin(), out.end(), auto_algorithm) != out.end();
  return all ? LearnerNames() : out;
}

LearnerNames common(const LearnerNames& a, const LearnerNames& b) {
  LearnerNames out;
  std::copy_if(a.begin(), a.end(), std::back_inserter(out),
               [&](const std::string& name) { return std::find(b.begin(), b.end(), name) != b.end(); });
  return out;
}

/// A flag that says something of the learner.
struct Claim {
  std::string flag;
  LearnerNames learners;
};

Error contradiction(const Claim& claim, const std::vector<Claim>& earlier) {
  const auto other = std::find_if(earlier.begin(), earlier.end(),
                                  [&](const Claim& c) { return common(c.learners, claim.learners).empty(); });
  const Claim& against = other == earlier.end() ? earlier.back() : *other;
  return {Code::usage, "--" + claim.flag,
          "is for --algorithm " + joined(claim.learners, " and ") + ", --" + against.flag + " for " +
              joined(against.learners, " and ") + "; leave one of them out"};
}

}  // namespace

Result<std::string> chosen_algorithm(const Settings& settings) {
  const std::string asked = settings.get("algorithm", std::string(auto_algorithm));
  if (asked != auto_algorithm) return asked;
  std::vector<Claim> claims;
  LearnerNames left;
  for (const auto& [flag, value] : settings.values) {
    Claim claim{flag, learners_of(settings, flag, value)};
    if (claim.learners.empty()) continue;
    left = claims.empty() ? claim.learners : common(left, claim.learners);
    if (left.empty()) return contradiction(claim, claims);
    claims.push_back(std::move(claim));
  }
  const auto possible = [&](std::string_view name) { return std::find(left.begin(), left.end(), name) != left.end(); };
  if (left.empty()) return std::string(auto_algorithm);
  if (settings.has("kernel") && !possible("perceptron") && possible("svm")) return std::string("svm");
  return left.front();
}

}  // namespace halfspace
