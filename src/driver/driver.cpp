#include "driver/driver.hpp"

#include <utility>

#include "base/text.hpp"
#include "select/held_out_sums.hpp"
#include "select/requests.hpp"
#include "train/algorithm_choice.hpp"
#include "train/learner_checks.hpp"
#include "train/request.hpp"
#include "train/targets.hpp"

namespace halfspace {
namespace {

constexpr const char* partitions_name = "rows in partitions";

Result<void> check_request(const TrainRequest& r) {
  if (r.features.features != Expansion::none)
    return Error{Code::usage, "--features", "is not for rows in partitions; change the columns beforehand"};
  if (r.algorithm != Algorithm::logistic && r.algorithm != Algorithm::svm)
    return Error{
        Code::usage, "--algorithm",
        std::string(name_of(r.algorithm)) + " is not for rows in partitions; choose logistic, svm or perceptron"};
  return check_linear_method(r);
}

/// Models of folds have each a scale of their own, and partitions one. `folds`: what asks for them; null: nothing.
Result<void> check_scale_of_folds(const TrainRequest& r, const char* folds) {
  if (r.features.scale == Scaling::none || folds == nullptr) return {};
  return Error{Code::usage, "--scale",
               "is not for rows in partitions with " + std::string(folds) +
                   ", whose models would each have their own; scale the columns beforehand"};
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

/// `fits`: one model is asked for.
Result<void> check_flags(const Settings& settings, bool fits) {
  for (const char* flag : {"calibrate", "calibrate-folds", "holdout", "groups", "order-by"}) {
    const bool calibrates = std::string_view(flag).starts_with("calibrate");
    if (settings.has(flag) && !(calibrates && fits))
      return Error{Code::usage, "--" + std::string(flag),
                   calibrates ? "is for one model of rows in partitions; leave it out"
                              : "is not for rows in partitions; leave it out"};
  }
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

}  // namespace

const char* Driver::name_of_goal(Goal goal) { return goal == Goal::path ? "path" : "folds"; }

Result<Driver> Driver::begin(const Settings& settings, Goal goal) {
  Driver out;
  out.settings_ = settings;
  out.goal_ = goal;
  if (goal != Goal::fit) out.settings_.values[goal_setting] = name_of_goal(goal);
  const auto algorithm = chosen_algorithm(settings);
  if (!algorithm) return algorithm.error();
  const bool open = algorithm.value() == Algorithm::automatic;
  out.settings_.values["algorithm"] = name_of(open ? Algorithm::logistic : algorithm.value());
  if (auto fine = check_flags(settings, goal == Goal::fit); !fine) return std::move(fine).error();
  if (auto fine = check_calibration(out.settings_); !fine) return std::move(fine).error();
  const bool perceptron = out.settings_.get("algorithm") == name_of(Algorithm::perceptron);
  if (perceptron && goal == Goal::folds)
    return Error{Code::usage, "--algorithm",
                 "perceptron has no cross-validation over rows in partitions; choose logistic or svm"};
  if (perceptron && goal == Goal::fit) {
    if (auto read = out.read_perceptron(); !read) return std::move(read).error();
    return out;
  }
  if (settings.has("mixing-blocks"))
    return Error{Code::usage, "--mixing-blocks", "is for --algorithm perceptron; leave it out"};
  if (goal == Goal::path) {
    if (auto read = out.read_path(); !read) return std::move(read).error();
  } else {
    auto request = train_request(out.settings_, {}, partitions_name);
    if (!request) return std::move(request).error();
    out.request_ = std::move(request).value();
  }
  if (auto fine = check_request(out.request_); !fine) return std::move(fine).error();
  if (auto fine = check_scale(out.request_, out.request_.linear.options.bias); !fine) return std::move(fine).error();
  const char* folds = goal == Goal::folds             ? "cross-validation"
                      : out.path_ && out.path_->folds ? "--folds"
                      : settings.has("calibrate")     ? "--calibrate"
                                                      : nullptr;
  if (auto fine = check_scale_of_folds(out.request_, folds); !fine) return std::move(fine).error();
  if (goal == Goal::folds) {
    if (auto read = out.read_folds(); !read) return std::move(read).error();
  }
  return out;
}

Result<void> Driver::read_perceptron() {
  auto choices = perceptron_method_request(settings_);
  if (!choices) return std::move(choices).error();
  if (settings_.has("scale")) {
    const auto scale = choice_of<Scaling>(settings_.get("scale"), "--scale");
    if (!scale) return scale.error();
    request_.features.scale = scale.value();
  }
  request_.algorithm = Algorithm::perceptron;
  request_.source = partitions_name;
  request_.positive = choices.value().positive;
  perceptron_ = std::move(choices).value();
  return check_scale(request_, perceptron_->perceptron.bias);
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
  auto path = path_request(asked, {}, partitions_name);
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
    if (const auto targets = find_targets(data, request_.positive, partitions_name); !targets) return targets.error();
    auto plan = learn_plan(settings_, data, partitions_name);
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

Question Driver::scaled_schema() const {
  Question q;
  q.round = 1;
  q.cols = facts_.cols;
  q.scale = scaling_->scale();
  return q;
}

Question Driver::ask() const {
  if (method_ != nullptr) return method_->ask();
  if (scaling_ == nullptr) return {};
  return scaling_->done() ? scaled_schema() : scaling_->ask();
}

Result<void> Driver::begin_method(const ShardFacts& facts) {
  auto method = method_of(facts);
  if (!method) return std::move(method).error();
  method_ = std::move(method).value();
  return {};
}

Result<void> Driver::tell(const Answer& answer) {
  if (answer.failure) return Error{Code::bad_data, "partitions", answer.failure->message};
  const Question asked = ask();
  if (answer.ask != asked.ask || answer.round != asked.round)
    return Error{Code::usage, "answer", "is to another question; tell the sum of the answers to the last one"};
  if (method_ != nullptr) return method_->tell(answer);
  if (asked.ask == Ask::scaling) return scaling_->tell(answer);
  auto facts = ShardFacts::of(answer);
  if (!facts) return std::move(facts).error();
  const bool unscaled = scaling_ == nullptr && request_.features.scale != Scaling::none;
  if (!unscaled) {
    if (auto fine = facts.value().check_sizes(); !fine) return fine;
  }
  if (scaling_ != nullptr) {
    if (!facts.value().same_rows(facts_))
      return Error{Code::bad_data, "partitions", "have other rows than in the round before; give the same ones"};
    facts.value().scale = scaling_->scale();
    if (auto begun = begin_method(facts.value()); !begun) return begun;
    scaled_schema_ = answer.bytes();
    return {};
  }
  schema_ = answer.bytes();
  facts_ = std::move(facts).value();
  if (request_.features.scale == Scaling::none) return begin_method(facts_);
  scaling_ = std::make_unique<ScaleSearch>(facts_, request_.features.scale);
  return {};
}

DriverProgress Driver::progress() const {
  DriverProgress out = method_ == nullptr ? DriverProgress{} : method_->progress();
  if (scaling_ != nullptr) out.rounds += scaling_->rounds() + (method_ == nullptr ? 0 : 1);
  out.classes = facts_.classes.size();
  return out;
}

Result<void> Driver::end(Halt why) {
  if (method_ != nullptr && method_->end(why)) return {};
  return Error{Code::interrupted, partitions_name, "the run was ended before there was anything to keep"};
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
