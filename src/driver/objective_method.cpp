#include "driver/objective_method.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <tuple>
#include <utility>

#include "driver/confusion.hpp"
#include "driver/scale_search.hpp"
#include "driver/state_bytes.hpp"
#include "train/assemble.hpp"

namespace halfspace {

Question ObjectiveMethod::ask() const {
  Question q;
  q.cols = facts_.cols;
  q.bias = options().bias != Bias::none;
  q.loss = options().loss;
  q.classes = targets().classes;
  q.class_weight = class_weight();
  q.round = round_;
  q.first_row = facts_.first_row;
  q.scale = facts_.scale;
  q.folds = folds();
  if (stage_ == Stage::sizes) {
    q.ask = Ask::sizes;
    facts_.bound_sizes(q);
    return q;
  }
  facts_.bound_work(q);
  if (stage_ == Stage::runs) {
    ask_runs(q);
    return q;
  }
  ask_scores(q);
  return q;
}

Result<void> ObjectiveMethod::tell(const Answer& answer) {
  const Question asked = ask();
  if (answer.ask != asked.ask) return Error{Code::usage, "answer", "is to another question"};
  const bool pairs = asked.ask == Ask::mistakes;  // of classes
  const std::size_t counts = pairs ? answer.count.size() : std::min<std::size_t>(answer.count.size(), 1);
  const std::uint64_t answered = std::accumulate(
      answer.count.begin(), answer.count.begin() + static_cast<std::ptrdiff_t>(counts), std::uint64_t{0});
  if (auto all = check_rows(answered, facts_.rows); !all) return all;
  ++round_;
  if (stage_ == Stage::sizes) {
    if (auto taken = facts_.take_sizes(answer, asked); !taken) return taken;
    resolve_cost();
    if (auto begun = begin_runs(answer); !begun) return begun;
    stage_ = Stage::runs;
  } else if (stage_ == Stage::runs) {
    if (auto taken = take_runs(answer, asked); !taken) return taken;
    if (runs_are_done()) stage_ = Stage::scores;
  } else {
    if (auto taken = take_scores(answer, asked); !taken) return taken;
    if (has_scores()) stage_ = Stage::over;
  }
  return {};
}

bool ObjectiveMethod::end(Halt why) {
  if (!end_runs(why)) return false;
  stage_ = Stage::over;
  return true;
}

Result<Trained> ObjectiveMethod::model_of(const ModelRuns& runs, const Counts& counts, const Dataset& data) const {
  const auto rows = learner_rows(data, request().features.scale, facts_.scale, request().source);
  if (!rows) return rows.error();
  Trained t;
  const LinearTraining& all =
      t.of_learner.emplace<LinearTraining>(linear_training(runs, targets(), request().linear, multiclass(), unit()));
  std::tie(t.status, t.stop_reason) = outcome_of(all);
  t.model = assemble(data, rows.value(), targets(), request().algorithm, multiclass(), request().linear, all.runs);
  t.train = counts;
  return t;
}

void ObjectiveMethod::pack(Packer& to) const {
  to.number(stage_);
  to.number(round_);
  to.number(options().C);
  pack_sizes(to, facts_);
  pack_runs(to);
}

bool ObjectiveMethod::unpack(Unpacker& from) {
  stage_ = from.number<Stage>();
  round_ = from.number<std::uint64_t>();
  choices_.request.linear.options.C = from.number<double>();
  unpack_sizes(from, facts_);
  return from.ok() && stage_ <= Stage::over && fits() && unpack_runs(from) && from.ok();
}

/// The facts of classes in the order of the targets, whose first may be the one that sorts last.
void ObjectiveMethod::order_facts() {
  if (facts_.classes.empty() || facts_.classes[0].text == targets().classes[0]) return;
  std::swap(facts_.classes[0], facts_.classes[1]);
  std::swap(facts_.weight_of[0], facts_.weight_of[1]);
}

/// C = 1/(n λ), n the row weights summed.
void ObjectiveMethod::resolve_cost() {
  if (!choices_.request.linear.mean_form()) return;
  const double n = std::accumulate(facts_.weight_of.begin(), facts_.weight_of.end(), 0.0);
  choices_.request.linear.options.C = 1 / (n * choices_.request.linear.lambda);
}

/// Have the facts the sizes that they need from the first round on?
bool ObjectiveMethod::fits() const {
  const std::size_t d = facts_.cols + (options().bias == Bias::none ? 0 : 1);
  const std::size_t K = facts_.classes.size();
  return stage_ == Stage::sizes ||
         (facts_.first.size() == d && facts_.second.size() == d && facts_.shortest.size() == K &&
          facts_.least_weight.size() == K && facts_.whole_weight.size() == K);
}

}  // namespace halfspace
