#include "train/learner.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "train/auto_training.hpp"
#include "train/objective/linear_request.hpp"

namespace halfspace {

namespace {

bool listed(std::span<const Flag> flags, const std::string& name) {
  return std::any_of(flags.begin(), flags.end(), [&](const Flag& f) { return f.name == name; });
}

}  // namespace

bool owns(const Learner& learner, const std::string& flag) { return listed(learner.flags(), flag); }

std::span<const Learner> learners() {
  using enum Multiclass;
  static constexpr std::array of_auto = {argmax, one_vs_rest, one_vs_one, multinomial, crammer_singer};
  static constexpr std::array of_perceptron = {argmax, one_vs_rest};
  static constexpr std::array of_logistic = {one_vs_rest, one_vs_one, multinomial};
  static constexpr std::array of_svm = {one_vs_rest, one_vs_one, crammer_singer};
  static constexpr std::array<Learner, 4> list = {{
      {Algorithm::automatic, of_auto, auto_flags, choose_auto, train_auto},
      {Algorithm::perceptron, of_perceptron, perceptron_flags, choose_perceptron, train_by_perceptron},
      {Algorithm::logistic, of_logistic, linear_flags, choose_linear, train_by_objective},
      {Algorithm::svm, of_svm, linear_flags, choose_linear, train_by_objective},
  }};
  return list;
}

const Learner& learner_of(Algorithm algorithm) { return learners()[static_cast<std::size_t>(algorithm)]; }

Result<Multiclass> find_way(std::string_view name, const Learner& learner) {
  if (name.empty()) return Multiclass::none;
  const auto found =
      std::find_if(learner.ways.begin(), learner.ways.end(), [&](Multiclass m) { return name_of(m) == name; });
  if (found != learner.ways.end()) return *found;
  return Error{Code::usage, "--multiclass",
               in_quotes(name) + " is not one of " + joined(names_of(learner.ways)) + " for --algorithm " +
                   std::string(name_of(learner.algorithm))};
}

Result<void> check_owners(const Settings& settings, const Learner& learner) {
  const std::vector<Flag> own = learner.flags();
  std::vector<std::pair<std::string, std::vector<Flag>>> others;
  for (const Learner& other : learners()) {
    if (other.algorithm != Algorithm::automatic && other.algorithm != learner.algorithm)
      others.emplace_back(name_of(other.algorithm), other.flags());
  }
  for (const auto& [name, value] : settings.values) {
    if (listed(own, name)) continue;
    std::vector<std::string> owners;
    for (const auto& [algorithm, flags] : others) {
      if (listed(flags, name)) owners.push_back(algorithm);
    }
    if (!owners.empty())
      return Error{
          Code::usage, "--" + name,
          "is for --algorithm " + joined(owners, " and ") + "; this run is " + std::string(name_of(learner.algorithm))};
  }
  return {};
}

}  // namespace halfspace
