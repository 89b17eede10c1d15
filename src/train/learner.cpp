#include "train/learner.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "train/algorithm_choice.hpp"
#include "train/auto_training.hpp"
#include "train/linear_request.hpp"

namespace halfspace {

bool owns(const Learner& learner, const std::string& flag) {
  const std::vector<Flag> flags = learner.flags();
  return std::any_of(flags.begin(), flags.end(), [&](const Flag& f) { return f.name == flag; });
}

std::span<const Learner> learners() {
  static constexpr std::array<Learner, 4> list = {{
      {auto_algorithm, auto_flags, choose_auto, train_auto},
      {"perceptron", perceptron_flags, choose_perceptron, train_by_perceptron},
      {"logistic", linear_flags, choose_linear, train_by_objective},
      {"svm", linear_flags, choose_linear, train_by_objective},
  }};
  return list;
}

Result<Learner> find_learner(const std::string& name) {
  std::vector<std::string> names;
  for (const Learner& learner : learners()) {
    if (learner.name == name) return learner;
    names.emplace_back(learner.name);
  }
  const std::string near = nearest(name, names);
  return Error{Code::usage, "--algorithm",
               in_quotes(name) + " is not one of " + joined(names) +
                   (near.empty() ? "" : "; did you mean " + in_quotes(near) + "?")};
}

Result<void> check_owners(const Settings& settings, const Learner& learner) {
  for (const auto& [name, value] : settings.values) {
    if (owns(learner, name)) continue;
    std::vector<std::string> owners;
    for (const Learner& other : learners()) {
      if (other.name != auto_algorithm && owns(other, name)) owners.emplace_back(other.name);
    }
    if (!owners.empty())
      return Error{Code::usage, "--" + name,
                   "is for --algorithm " + joined(owners, " and ") + "; this run is " + std::string(learner.name)};
  }
  return {};
}

}  // namespace halfspace
