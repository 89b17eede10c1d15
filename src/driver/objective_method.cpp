#include "driver/objective_method.hpp"

#include <numeric>
#include <utility>

#include "driver/confusion.hpp"
#include "driver/state_bytes.hpp"

namespace halfspace {

Question ObjectiveMethod::ask() const {
  Question q;
  q.cols = facts_.cols;
  q.bias = options().bias != Bias::none;
  q.loss = options().loss;
  q.classes = targets_.classes;
  q.class_weight = class_weight_;
  q.round = round_;
  q.first_row = facts_.first_row;
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
  q.ask = Ask::mistakes;
  for (std::vector<double>& weights : weights_of_outputs()) {
    Task t;
    t.weights = std::move(weights);
    q.tasks.push_back(std::move(t));
  }
  return q;
}

Result<void> ObjectiveMethod::tell(const Answer& answer) {
  const Question asked = ask();
  if (answer.ask != asked.ask) return Error{Code::usage, "answer", "is to another question"};
  // of `mistakes` those of all pairs of classes
  const std::uint64_t answered = std::accumulate(answer.count.begin(), answer.count.end(), std::uint64_t{0});
  if (auto all = check_rows(answered, facts_.rows); !all) return all;
  ++round_;
  if (stage_ == Stage::sizes) {
    if (auto taken = facts_.take_sizes(answer, asked); !taken) return taken;
    resolve_cost();
    begin_runs();
    stage_ = Stage::runs;
  } else if (stage_ == Stage::runs) {
    if (auto taken = take_runs(answer, asked); !taken) return taken;
    if (runs_are_done()) stage_ = Stage::mistakes;
  } else {
    if (!is_whole_count(answer, targets_.classes.size())) return incomplete();
    take_mistakes(answer);
    stage_ = Stage::over;
  }
  return {};
}

bool ObjectiveMethod::end(Halt why) {
  if (!end_runs(why)) return false;
  stage_ = Stage::over;
  return true;
}

void ObjectiveMethod::pack(Packer& to) const {
  to.number(stage_);
  to.number(round_);
  to.number(options().C);
  pack_sizes(to, facts_);
  pack_runs(to);
  to.number(counts_.weight);
  to.number(counts_.mistaken_weight);
  to.number(counts_.loss);
  to.array<std::uint64_t>(confusion_);
}

bool ObjectiveMethod::unpack(Unpacker& from) {
  stage_ = from.number<Stage>();
  round_ = from.number<std::uint64_t>();
  request_.linear.options.C = from.number<double>();
  unpack_sizes(from, facts_);
  if (!unpack_runs(from)) return false;
  const auto weight = from.number<double>();
  const auto mistaken = from.number<double>();
  const auto loss = from.number<double>();
  Answer counted;
  counted.count = from.array<std::uint64_t>();
  const std::size_t K = targets_.classes.size();
  if (!counted.count.empty() && counted.count.size() != K * K) return false;
  confusion_ = counted.count;
  counts_ = counts_of(counted, K, false);
  counts_.weight = weight;
  counts_.mistaken_weight = mistaken;
  counts_.loss = loss;
  return from.ok() && stage_ <= Stage::over && fits();
}

void ObjectiveMethod::order_facts() {
  if (facts_.classes.empty() || facts_.classes[0].text == targets_.classes[0]) return;
  std::swap(facts_.classes[0], facts_.classes[1]);
  std::swap(facts_.weight_of[0], facts_.weight_of[1]);
}

/// C = 1/(n λ), n the row weights summed.
void ObjectiveMethod::resolve_cost() {
  if (!request_.linear.mean_form()) return;
  const double n = std::accumulate(facts_.weight_of.begin(), facts_.weight_of.end(), 0.0);
  request_.linear.options.C = 1 / (n * request_.linear.lambda);
}

/// Have the facts the sizes that they need from the first round on?
bool ObjectiveMethod::fits() const {
  const std::size_t d = facts_.cols + (options().bias == Bias::none ? 0 : 1);
  const std::size_t K = facts_.classes.size();
  return stage_ == Stage::sizes ||
         (facts_.first.size() == d && facts_.second.size() == d && facts_.shortest.size() == K &&
          facts_.least_weight.size() == K && facts_.whole_weight.size() == K);
}

void ObjectiveMethod::take_mistakes(const Answer& answer) {
  confusion_ = answer.count;
  const bool weighted = !class_weight_.empty() || answer.exact[0].value() != static_cast<double>(facts_.rows);
  counts_ = counts_of(answer, targets_.classes.size(), weighted);
}

}  // namespace halfspace
