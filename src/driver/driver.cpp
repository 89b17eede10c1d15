#include "driver/driver.hpp"

#include <utility>

#include "base/text.hpp"
#include "driver/sealed_state.hpp"
#include "halfspace/version.h"
#include "select/held_out_sums.hpp"
#include "select/requests.hpp"
#include "train/algorithm_choice.hpp"
#include "train/request.hpp"
#include "train/targets.hpp"

namespace halfspace {
namespace {

constexpr const char* source = "rows in partitions";

Result<void> check_request(const TrainRequest& r) {
  const FeatureOptions& f = r.features;
  if (f.features != Expansion::none || f.scale != Scaling::none)
    return Error{Code::usage, f.scale != Scaling::none ? "--scale" : "--features",
                 "is not for rows in partitions; change the columns beforehand"};
  if (r.algorithm != Algorithm::logistic && r.algorithm != Algorithm::svm)
    return Error{
        Code::usage, "--algorithm",
        std::string(name_of(r.algorithm)) + " is not for rows in partitions; choose logistic, svm or perceptron"};
  return check_linear_method(r);
}

Result<void> check_folds(const FoldOptions& folds) {
  constexpr std::uint64_t most = 1000;
  if (folds.folds < 2 || folds.folds > most)
    return Error{Code::usage, "--folds",
                 std::to_string(folds.folds) + " is outside 2.." + std::to_string(most) + " for rows in partitions"};
  if (folds.repeats < 1 || folds.repeats > most / folds.folds)
    return Error{Code::usage, "--repeats",
                 std::to_string(folds.repeats) + " is outside 1.." + std::to_string(most / folds.folds) +
                     ": at most 1000 models are learned in the same rounds"};
  return {};
}

/// The classes are not known yet.
Result<void> check_calibration(const Settings& s) {
  const std::string kind = s.get("calibrate");
  if (!s.has("calibrate") && !s.has("calibrate-folds")) return {};
  if (!s.has("calibrate"))
    return Error{Code::usage, "--calibrate-folds", "is for --calibrate platt or temperature; leave it out"};
  if (auto known = check_calibrator(kind); !known) return known;
  if (kind == "isotonic")
    return Error{Code::usage, "--calibrate",
                 "isotonic needs the scores of all rows in one place, and partitions answer sums; choose auto"};
  if (s.get("algorithm") == name_of(Algorithm::perceptron))
    return Error{Code::usage, "--calibrate", "is for logistic and svm over rows in partitions; leave it out"};
  const auto folds = s.count("calibrate-folds", 5);
  if (!folds) return folds.error();
  constexpr std::uint64_t most = 1000;
  if (folds.value() < 2 || folds.value() > most)
    return Error{Code::usage, "--calibrate-folds",
                 std::to_string(folds.value()) + " is outside 2.." + std::to_string(most) + " for rows in partitions"};
  return {};
}

Result<void> check_metric(Metric metric) {
  if (!needs_order_of_scores(metric)) return {};
  return Error{Code::usage, "--metric",
               std::string(name_of(metric)) +
                   " needs the scores of all rows in one place, and partitions answer sums; "
                   "choose accuracy, log-loss or brier, say"};
}

/// What a setting keeps of it.
const char* name_of_goal(Driver::Goal goal) { return goal == Driver::Goal::path ? "path" : "folds"; }

Error damaged() { return {Code::bad_data, "checkpoint", "is damaged; begin anew without it"}; }

}  // namespace

Result<Driver> Driver::begin(const Settings& settings, Goal goal) {
  Driver out;
  out.settings_ = settings;
  out.goal_ = goal;
  if (goal != Goal::fit) out.settings_.values[goal_setting] = name_of_goal(goal);
  const auto algorithm = chosen_algorithm(settings);
  if (!algorithm) return algorithm.error();
  const bool open = algorithm.value() == Algorithm::automatic;
  out.settings_.values["algorithm"] = name_of(open ? Algorithm::logistic : algorithm.value());
  for (const char* flag : {"calibrate", "calibrate-folds", "holdout", "groups", "order-by"}) {
    const bool calibrates = std::string_view(flag).starts_with("calibrate");
    if (settings.has(flag) && !(calibrates && goal == Goal::fit))
      return Error{Code::usage, "--" + std::string(flag),
                   calibrates ? "is for one model of rows in partitions; leave it out"
                              : "is not for rows in partitions; leave it out"};
  }
  if (auto fine = check_calibration(out.settings_); !fine) return std::move(fine).error();
  const bool perceptron = out.settings_.get("algorithm") == name_of(Algorithm::perceptron);
  if (perceptron && goal == Goal::folds)
    return Error{Code::usage, "--algorithm",
                 "perceptron has no cross-validation over rows in partitions; choose logistic or svm"};
  if (perceptron && goal == Goal::fit) {
    auto choices = perceptron_method_request(out.settings_);
    if (!choices) return std::move(choices).error();
    out.request_.algorithm = Algorithm::perceptron;
    out.request_.source = source;
    out.request_.positive = choices.value().positive;
    out.perceptron_ = std::move(choices).value();
    return out;
  }
  if (settings.has("mixing-blocks"))
    return Error{Code::usage, "--mixing-blocks", "is for --algorithm perceptron; leave it out"};
  if (goal == Goal::path) {
    if (auto read = out.read_path(); !read) return std::move(read).error();
  } else {
    auto request = train_request(out.settings_, {}, source);
    if (!request) return std::move(request).error();
    out.request_ = std::move(request).value();
  }
  if (auto fine = check_request(out.request_); !fine) return std::move(fine).error();
  if (goal == Goal::folds) {
    if (auto read = out.read_folds(); !read) return std::move(read).error();
  }
  return out;
}

Result<void> Driver::read_folds() {
  auto folds = fold_options(settings_);
  auto metrics = cv_metrics(settings_);
  if (!folds) return std::move(folds).error();
  if (!metrics) return std::move(metrics).error();
  folds_ = folds.value();
  folds_.by_number = true;
  metrics_ = std::move(metrics).value();
  if (auto fine = check_folds(folds_); !fine) return fine;
  if (!settings_.has("metric")) return {};
  for (const Metric m : metrics_) {
    if (auto fine = check_metric(m); !fine) return fine;
  }
  return {};
}

/// The path as settings have it; its classes are not known yet.
Result<void> Driver::read_path() {
  Settings asked = settings_;
  asked.values.erase(goal_setting);
  auto path = path_request(asked, {}, source);
  if (!path) return std::move(path).error();
  path_ = std::move(path).value();
  request_ = path_->train;
  if (!path_->folds) return {};
  path_->folds->by_number = true;
  if (auto fine = check_folds(*path_->folds); !fine) return fine;
  return check_metric(path_->metric);
}

Result<std::unique_ptr<Method>> Driver::method_of(const ShardFacts& facts) const {
  if (perceptron_) return perceptron_method(facts, request_, *perceptron_);
  if (goal_ == Goal::fit && (settings_.has("calibrate") || settings_.has("calibrate-folds"))) {
    const Dataset data = facts.described();
    if (const auto targets = find_targets(data, request_.positive, source); !targets) return targets.error();
    auto plan = learn_plan(settings_, data, source);
    if (!plan) return std::move(plan).error();
    return calibrated_method(facts, plan.value());
  }
  if (goal_ == Goal::fit) return linear_method(facts, request_);
  if (path_) return path_method(facts, *path_);
  if (settings_.has("metric")) {
    LearnPlan plan;
    plan.request = request_;
    if (auto exist = check_metrics(metrics_, plan, facts.classes.size(), "--metric"); !exist)
      return std::move(exist).error();
  }
  return folds_method(facts, request_, folds_);
}

Question Driver::ask() const { return method_ == nullptr ? Question{} : method_->ask(); }

Result<void> Driver::tell(const Answer& answer) {
  if (answer.failure) return Error{Code::bad_data, "partitions", answer.failure->message};
  const Question asked = ask();
  if (answer.ask != asked.ask || answer.round != asked.round)
    return Error{Code::usage, "answer", "is to another question; tell the sum of the answers to the last one"};
  if (method_ != nullptr) return method_->tell(answer);
  auto facts = ShardFacts::of(answer);
  if (!facts) return std::move(facts).error();
  auto method = method_of(facts.value());
  if (!method) return std::move(method).error();
  schema_ = answer.bytes();
  facts_ = std::move(facts).value();
  method_ = std::move(method).value();
  return {};
}

DriverProgress Driver::progress() const {
  DriverProgress out = method_ == nullptr ? DriverProgress{} : method_->progress();
  out.classes = facts_.classes.size();
  return out;
}

Result<void> Driver::end(Halt why) {
  if (method_ != nullptr && method_->end(why)) return {};
  return Error{Code::interrupted, source, "the run was ended before there was anything to keep"};
}

std::string Driver::state() const {
  Packer to;
  to.text(HALFSPACE_VERSION);
  to.number<std::uint64_t>(settings_.values.size());
  for (const auto& [name, value] : settings_.values) {
    to.text(name);
    to.text(value);
  }
  to.text(schema_);
  if (method_ != nullptr) method_->pack(to);
  return sealed_state(to.take());
}

Result<Driver> Driver::resume(std::string_view state) {
  auto content = content_of_state(state);
  if (!content) return std::move(content).error();
  Unpacker from(content.value());
  if (const std::string version = from.text(); version != HALFSPACE_VERSION)
    return Error{
        Code::bad_data, "checkpoint",
        "was written by halfspace " + in_quotes(version) + ", this is " HALFSPACE_VERSION "; begin anew without it"};
  Settings settings;
  const std::uint64_t count = from.length(1);
  for (std::uint64_t k = 0; k < count && from.ok(); ++k) {
    const std::string name = from.text();
    settings.values[name] = from.text();
  }
  const std::string schema = from.text();
  if (!from.ok()) return damaged();
  const std::string kept = settings.get(goal_setting);
  const Goal goal = kept.empty() ? Goal::fit : kept == name_of_goal(Goal::path) ? Goal::path : Goal::folds;
  settings.values.erase(goal_setting);
  auto out = begin(settings, goal);
  if (!out || schema.empty()) return out;
  auto answer = Answer::parse(schema);
  if (!answer) return std::move(answer).error();
  if (auto told = out.value().tell(answer.value()); !told) return std::move(told).error();
  if (!out.value().method_->unpack(from) || !from.at_end()) return damaged();
  return out;
}

Result<Driven> Driver::finish() const {
  if (!done()) return Error{Code::usage, "driver", "is not done; ask and tell until it is"};
  Driven out;
  out.data = facts_.described();
  auto trained = method_->trained(out.data);
  if (!trained) return std::move(trained).error();
  out.request = request_;
  out.trained = std::move(trained).value();
  out.calibration = method_->calibration();
  return out;
}

Result<DrivenPath> Driver::finish_path() const {
  if (!done() || goal_ != Goal::path)
    return Error{Code::usage, "driver", "is no path that is done; ask and tell until it is"};
  DrivenPath out;
  out.data = facts_.described();
  auto path = *method_->path_training(out.data);
  if (!path) return std::move(path).error();
  out.path = std::move(path).value();
  return out;
}

Result<DrivenFolds> Driver::finish_folds() const {
  if (!done() || goal_ != Goal::folds)
    return Error{Code::usage, "driver", "is no cross-validation that is done; ask and tell until it is"};
  DrivenFolds out;
  out.data = facts_.described();
  out.plan.request = request_;
  out.folds = folds_;
  out.cv.folds.count = folds_.folds;
  out.cv.folds.of_row.resize(folds_.repeats);
  out.cv.fits = method_->fold_fits(metrics_);
  for (std::size_t k = 0; k < metrics_.size(); ++k)
    out.cv.summary.push_back(summary_of(out.cv.fits, metrics_[k], k, folds_.folds));
  return out;
}

}  // namespace halfspace
