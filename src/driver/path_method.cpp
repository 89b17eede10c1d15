#include "driver/path_method.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <tuple>

#include "driver/bias_alone.hpp"
#include "driver/confusion.hpp"
#include "driver/held_out.hpp"
#include "driver/scale_search.hpp"
#include "driver/task_values.hpp"
#include "select/path_fit.hpp"
#include "select/path_summary.hpp"
#include "shard/grid.hpp"
#include "shard/task_sums.hpp"
#include "train/assemble.hpp"

namespace halfspace {
namespace {

constexpr double width_of_null = 1;  // of the hinge, whose multipliers are then 0 at the margin 1, and 1 at 0 and -1

/// Those of the request, ascending and above 0?
bool are_path_costs(const std::vector<double>& costs, const PathRequest& r) {
  const std::size_t listed = std::max(r.lambdas.size(), r.costs.size());
  if (costs.empty()) return true;
  return costs.size() == (listed > 0 ? listed : r.points) && costs[0] > 0 && std::is_sorted(costs.begin(), costs.end());
}

}  // namespace

PathMethod::PathMethod(const ShardFacts& facts, LinearChoices choices, PathRequest request)
    : ObjectiveMethod(facts, std::move(choices)), path_(std::move(request)) {
  if (path_.folds) sizes_.folds = {path_.folds->folds, path_.folds->repeats, path_.folds->seed};
}

DriverProgress PathMethod::progress() const {
  DriverProgress out;
  out.rounds = round();
  if (chains_.empty() || chains_[0]->done() || !chains_[0]->run().has_point()) return out;
  const double unit = path_.mean_form() ? 1 / (rows_weight() * costs_[chains_[0]->points().size()]) : 1;
  out.objective = chains_[0]->run().primal() * unit;
  out.gap = chains_[0]->run().gap() * unit;
  return out;
}

double PathMethod::rows_weight() const {
  return std::accumulate(facts().weight_of.begin(), facts().weight_of.end(), 0.0);
}

/// w = 0; only a free bias is at its best there.
std::vector<double> PathMethod::null_point() const {
  std::vector<double> v(facts().cols + (options().bias == Bias::none ? 0 : 1));
  if (options().bias == Bias::free) v.back() = best_bias_alone(facts(), options().loss, 1).bias;
  return v;
}

Result<void> PathMethod::begin_runs(const Answer& sizes) {
  if (!path_.folds) return {};
  if (auto taken = sizes_.take(sizes, facts()); !taken) return taken;
  raise_bounds(most_class_weight_ratio(sizes_, facts(), choices()));
  return {};
}

void PathMethod::ask_runs(Question& q) const {
  if (costs_.empty()) {
    q.ask = Ask::work;
    Task& t = q.tasks.emplace_back();
    t.weights = null_point();
    t.smoothing = width_of_null;
    t.loss_reach =
        grid::exponent(std::sqrt(most_squared_slope(options().loss) * loss_at_zero(facts(), options().loss)));
    t.reach = grid::exponent(most_slope(facts(), options().loss, t.weights));
    return;
  }
  if (unscored_numbers() > most_scored_numbers) return ask_held_out(q);
  AnswerRoom room;
  for (const auto& chain : chains_) {
    if (chain->done()) continue;
    chain->ask(q);
    if (!room.has_more(q)) return;
  }
}

Result<void> PathMethod::take_runs(const Answer& answer, const Question& asked) {
  if (costs_.empty()) return take_null(answer, asked);
  if (asked.ask == Ask::held_out) return take_held_out(answer, asked);
  AnswerReader reader(answer);
  for (const auto& chain : chains_) {
    if (reader.task == asked.tasks.size()) break;
    if (!chain->take(reader, asked)) return incomplete();
  }
  return reader.at_end() ? Result<void>() : incomplete();
}

/// The largest |Σ c_i loss'(m_i) y_i x_ij|, from which the grid follows as over rows in memory (solver/linear/path).
Result<void> PathMethod::take_null(const Answer& answer, const Question& asked) {
  if (answer.sum.size() != TaskSums::size(asked, asked.tasks[0])) return incomplete();
  const LinearOptions& o = options();
  null_.weight = std::accumulate(facts().whole_weight.begin(), facts().whole_weight.end(), 0.0);
  const BiasAlone alone = best_bias_alone(facts(), o.loss, 1);
  null_.bias = o.bias == Bias::free ? alone.bias : 0;
  null_.loss = o.bias == Bias::free ? alone.loss : loss_at_zero(facts(), o.loss) / (1 + 0x1p-20);
  const std::size_t penalised = o.bias == Bias::augmented ? answer.sum.size() : facts().cols;
  for (std::size_t j = 0; j < penalised; ++j) null_.steepest = std::max(null_.steepest, std::fabs(answer.sum[j]));
  null_.largest_cost = largest_null_cost(null_.steepest, o);
  auto costs = path_costs(path_, path_.lambdas, rows_weight(), null_, facts().rows, facts().cols);
  if (!costs) return std::move(costs).error();
  if (auto finite = check_path_costs(costs.value()); !finite) return finite;
  make_chains(costs.value());
  return {};
}

void PathMethod::make_chains(const std::vector<double>& costs) {
  costs_ = costs;
  add_chain({facts(), options(), {}}, no_part, costs);
  for (std::size_t p = 0; p < sizes_.folds.parts(); ++p) {
    FoldGround ground = fold_ground(sizes_, p, facts(), options(), choices());
    std::vector<double> own = costs;
    if (path_.mean_form()) {
      const double n = std::accumulate(ground.facts.weight_of.begin(), ground.facts.weight_of.end(), 0.0);
      for (double& C : own) C *= rows_weight() / n;
    }
    add_chain(std::move(ground), static_cast<std::uint32_t>(p), own);
  }
  values_.resize(sizes_.folds.parts());
}

void PathMethod::add_chain(FoldGround ground, std::uint32_t part, const std::vector<double>& costs) {
  ground.facts.columns = {};
  chains_.push_back(std::make_unique<PathChain>(std::move(ground), part, costs));
}

bool PathMethod::runs_are_done() const {
  return !chains_.empty() && std::all_of(chains_.begin(), chains_.end(), [](const auto& c) { return c->done(); });
}

/// The points done are kept.
bool PathMethod::end_runs(Halt why) {
  if (chains_.empty() || chains_[0]->points().empty()) return false;
  ended_ = ended_by(why);
  return true;
}

/// Weights of points that wait for their scores.
std::size_t PathMethod::unscored_numbers() const {
  std::size_t waiting = 0;
  for (std::size_t p = 0; p < values_.size(); ++p) waiting += chains_[1 + p]->points().size() - values_[p].size();
  return waiting * (facts().cols + 1);
}

void PathMethod::ask_held_out(Question& q) const {
  q.ask = Ask::held_out;
  if (request().algorithm == Algorithm::logistic) q.probable = Probable::sigmoid;
  for (std::size_t p = 0; p < values_.size(); ++p) {
    const std::vector<PathPoint>& points = chains_[1 + p]->points();
    for (std::size_t k = values_[p].size(); k < points.size(); ++k) {
      if (!has_room_for_scores(q)) return;
      Task& t = q.tasks.emplace_back();
      t.left_out = static_cast<std::uint32_t>(p);
      t.weights = points[k].result.w;
      if (q.bias) t.weights.push_back(points[k].result.b);
    }
  }
}

Result<void> PathMethod::take_held_out(const Answer& answer, const Question& asked) {
  const std::size_t models = asked.tasks.size();
  const std::size_t sums = held_out_sums(asked);
  if (answer.count.size() != 1 + models || answer.exact.size() != models * sums) return incomplete();
  std::vector<double> of_model(sums);
  for (std::size_t g = 0; g < models; ++g) {
    for (std::size_t k = 0; k < sums; ++k) of_model[k] = answer.exact[g * sums + k].value();
    const std::uint32_t part = asked.tasks[g].left_out;
    values_[part].push_back(
        value_of(path_.metric, held_out_of(of_model, 2, request().algorithm == Algorithm::logistic)));
    chains_[1 + part]->forget_weights(values_[part].size());
  }
  return {};
}

void PathMethod::ask_scores(Question& q) const {
  if (unscored_numbers() > 0) return ask_held_out(q);
  const PathPoint& p = chains_[0]->points()[reported(told(false))];
  std::vector<double> v = p.result.w;
  if (q.bias) v.push_back(p.result.b);
  Counted::ask(q, {std::move(v)});
}

Result<void> PathMethod::take_scores(const Answer& answer, const Question& asked) {
  if (asked.ask == Ask::held_out) return take_held_out(answer, asked);
  return counted_.take(answer, asked);
}

std::size_t PathMethod::reported(const PathTraining& path) const {
  return path.chosen.value_or(chains_[0]->points().size() - 1);
}

/// All but the model; of wide data the weights are many numbers.
PathTraining PathMethod::told(bool with_weights) const {
  PathTraining out;
  out.request = path_;
  out.request.train = request();
  out.null = null_;
  out.rows_weight = rows_weight();
  for (const PathPoint& p : chains_[0]->points()) {
    PathRow& row = out.rows.emplace_back(row_of(path_, out.rows.size(), p, out.rows_weight, null_.loss));
    if (with_weights) row.w = p.result.w;
  }
  if (path_.folds) add_means(out, values_);
  const bool may_scale = !path_.folds && !facts().scale.on();
  add_status(out, costs_.size(), may_scale ? "scale the columns (--scale)" : "scale the columns beforehand");
  const bool cut = out.rows.size() < costs_.size() || !out.why_no_means.empty();
  if (cut && ended_) out.status = *ended_;
  if (cut && !out.why_no_means.empty()) out.stop_reason += "; " + out.why_no_means;
  out.chosen = chosen_point(out);
  return out;
}

std::optional<Result<PathTraining>> PathMethod::path_training(const Dataset& data) const {
  const auto rows = learner_rows(data, request().features.scale, facts().scale, request().source);
  if (!rows) return Result<PathTraining>(rows.error());
  PathTraining out = told(true);
  for (PathRow& row : out.rows) fold(rows.value().map(), row.w.data(), row.b);
  Trained& t = out.trained;
  const std::size_t place = reported(out);
  const LinearTraining& all = t.of_learner.emplace<LinearTraining>(
      training_of(out.request, place, out.rows_weight, chains_[0]->points()[place]));
  std::tie(t.status, t.stop_reason) = outcome_of(all);
  t.model = assemble(data, rows.value(), targets(), request().algorithm, multiclass(), all.request, all.runs);
  t.train = counted_.counts();
  out.objective = objective_text(all);
  return Result<PathTraining>(std::move(out));
}

void PathMethod::pack_runs(Packer& to) const {
  sizes_.pack(to);
  to.array<double>(costs_);
  for (const double n : {null_.weight, null_.bias, null_.loss, null_.steepest, null_.largest_cost}) to.number(n);
  for (const auto& chain : chains_) chain->pack(to);
  for (const FoldValues& values : values_) {
    to.number<std::uint64_t>(values.size());
    for (const auto& value : values) to.number(value.value_or(std::nan("")));
  }
  counted_.pack(to);
}

bool PathMethod::unpack_runs(Unpacker& from) {
  if (!sizes_.unpack(from, 2)) return false;
  const std::vector<double> costs = from.array<double>();
  for (double* n : {&null_.weight, &null_.bias, &null_.loss, &null_.steepest, &null_.largest_cost})
    *n = from.number<double>();
  const bool sized = sizes_.rows.empty() == (stage() == Stage::sizes || sizes_.folds.parts() == 0);
  const bool begun = stage() == Stage::runs || costs.empty() == (stage() == Stage::sizes);
  if (!from.ok() || !sized || !begun || !are_path_costs(costs, path_)) return false;
  if (!costs.empty()) make_chains(costs);
  for (const auto& chain : chains_)
    if (!chain->unpack(from)) return false;
  for (std::size_t p = 0; p < values_.size(); ++p) {
    const std::uint64_t count = from.length(sizeof(double));
    if (count > chains_[1 + p]->points().size() || !chains_[1 + p]->have_weights(count)) return false;
    for (std::uint64_t k = 0; k < count; ++k) {
      const auto value = from.number<double>();
      values_[p].push_back(std::isnan(value) ? std::nullopt : std::optional(value));
    }
  }
  if (!counted_.unpack(from, 2)) return false;
  if (stage() == Stage::sizes) return true;
  if (!chains_.empty() && !chains_[0]->have_weights(0)) return false;
  const bool judged = unscored_numbers() == 0 && has_scores();
  return (stage() != Stage::runs) == runs_are_done() && judged == (stage() == Stage::over);
}

Result<std::unique_ptr<Method>> path_method(const ShardFacts& facts, const PathRequest& request) {
  if (facts.classes.size() > 2)
    return Error{Code::usage, "--classes",
                 "a path is of two classes; these rows have " + std::to_string(facts.classes.size()) +
                     ": convert the rows of two (--classes A,B)"};
  auto choices = linear_choices(facts, request.train);
  if (!choices) return std::move(choices).error();
  return std::unique_ptr<Method>(std::make_unique<PathMethod>(facts, std::move(choices).value(), request));
}

}  // namespace halfspace
