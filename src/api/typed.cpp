#include "api/typed.hpp"

#include <span>
#include <string>
#include <utility>

#include "base/fields.hpp"
#include "feature/feature_map.hpp"
#include "model/algorithm.hpp"
#include "select/learn.hpp"
#include "select/metric.hpp"
#include "solver/kernel/options.hpp"
#include "solver/linear/options.hpp"
#include "solver/perceptron/options.hpp"
#include "train/objective/linear_request.hpp"

namespace halfspace::api {
namespace {

std::string text_of(const SettingValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* count = std::get_if<std::uint64_t>(&value)) return std::to_string(*count);
  if (const auto* number = std::get_if<double>(&value)) return number_text(*number);
  return "";
}

/// Every field that differs from `base`.
template <class S>
void add_different(Settings& out, const S& options, const S& base, std::span<const Field<S>> fields) {
  for (const Field<S>& field : fields) {
    const SettingValue value = field.get(options);
    if (value != field.get(base)) out.values[field.name] = text_of(value);
  }
}

void add_number(Settings& out, const std::string& name, double value, double fallback) {
  if (value != fallback) out.values[name] = number_text(value);
}

void add_count(Settings& out, const std::string& name, std::uint64_t value, std::uint64_t fallback) {
  if (value != fallback) out.values[name] = std::to_string(value);
}

void add_text(Settings& out, const std::string& name, const std::string& value) {
  if (!value.empty()) out.values[name] = value;
}

std::string numbers_text(std::span<const double> numbers) {
  std::string out;
  for (const double v : numbers) out += (out.empty() ? "" : ",") + number_text(v);
  return out;
}

Result<void> add(Settings& out, const AutomaticOptions&) {
  out.values["algorithm"] = name_of(Algorithm::automatic);
  return {};
}

Result<void> add(Settings& out, const PerceptronOptions& o) {
  const auto preset = find_preset(o.preset);
  if (!preset) return preset.error();
  const PerceptronOptions& base = preset.value();
  out.values["algorithm"] = name_of(Algorithm::perceptron);
  out.values["preset"] = o.preset;
  add_different(out, o, base, perceptron_fields());
  if (o.step == Step::minibatch) out.values["batch-order"] = name_of(o.batch_order);  // else the order decides
  if (o.start != Start::given && !o.start_weights.empty())
    return Error{Code::usage, "start_weights", "are for start given"};
  if (o.start == Start::given) {
    out.values["start"] = numbers_text(o.start_weights);
  } else if (o.start != base.start) {
    out.values["start"] = name_of(o.start);
  }
  const bool own = o.ends_on_clean_pass == base.ends_on_clean_pass && o.max_work == base.max_work && o.definite;
  if (own) return {};
  return Error{Code::usage, "PerceptronOptions",
               "ends_on_clean_pass, max_work and definite are set by the library; leave them as the preset has them"};
}

/// The part that a solver knows.
LinearOptions solver_options(const ObjectiveOptions& o) {
  LinearOptions out;
  out.loss = o.loss;
  out.penalty = o.penalty;
  out.C = o.C;
  out.l1_ratio = o.l1_ratio;
  out.bias = o.bias;
  if (o.tol != 0) out.tol = o.tol;
  out.solver = o.solver;
  out.max_rounds = o.max_rounds;
  out.alpha = o.alpha;
  out.rounds = o.rounds;
  out.seed = o.seed;
  return out;
}

Result<void> add(Settings& out, const ObjectiveOptions& o) {
  const Algorithm algorithm = algorithm_of(o.loss);
  out.values["algorithm"] = name_of(algorithm);
  LinearOptions base;
  base.loss = first_loss(algorithm);
  add_different(out, solver_options(o), base, linear_fields());
  if (o.tol != 0) out.values["tol"] = number_text(o.tol);
  add_different(out, o.kernel, KernelOptions{}, kernel_fields());
  add_number(out, "lambda", o.lambda, 0);
  add_text(out, "class-weight", o.class_weight);
  if (o.statistics) out.values["statistics"] = "";
  return {};
}

std::string_view name_of_missing(MissingCells missing) {
  switch (missing) {
    case MissingCells::drop:
      return "drop";
    case MissingCells::mean:
      return "mean";
    case MissingCells::category:
      return "category";
    case MissingCells::mean_and_category:
      return "mean,category";
    default:
      return "";
  }
}

/// What training and paths have in common.
template <class O>
void add_common(Settings& out, const O& o) {
  add_different(out, o.features, FeatureOptions{}, feature_fields());
  add_text(out, "missing", std::string(name_of_missing(o.missing)));
  add_text(out, "positive", o.positive);
  if (o.threads != 0) out.values["threads"] = std::to_string(o.threads);
  add_number(out, "timeout", o.timeout, 0);
}

std::string metric_names(std::span<const Metric> metrics) {
  std::string out;
  for (const Metric m : metrics) out += (out.empty() ? "" : ",") + std::string(name_of(m));
  return out;
}

/// Folds, repeats and the seed, which is the learner's too.
template <class O>
void add_folds(Settings& out, const O& o, std::uint64_t folds) {
  add_count(out, "folds", o.folds, folds);
  add_count(out, "repeats", o.repeats, 1);
  add_count(out, "seed", o.seed, 0);
}

}  // namespace

Result<Settings> settings_of(const TrainOptions& o) {
  Settings out;
  const auto added = std::visit([&](const auto& learner) { return add(out, learner); }, o.learner);
  if (!added) return added.error();
  add_common(out, o);
  add_text(out, "multiclass", std::string(name_of(o.multiclass)));
  if (o.max_memory_mib != 0) out.values["max-memory"] = std::to_string(o.max_memory_mib);
  return out;
}

Result<Settings> settings_of(const TrainOptions& o, const CalibrationOptions& calibrate) {
  auto out = settings_of(o);
  if (!out) return out;
  if (calibrate.kind != Calibrator::none) out.value().values["calibrate"] = name_of(calibrate.kind);
  add_count(out.value(), "calibrate-folds", calibrate.folds, 5);
  return out;
}

Result<Settings> settings_of(const CvOptions& o) {
  auto out = settings_of(o.train, o.calibrate);
  if (!out) return out;
  add_folds(out.value(), o, 5);
  add_text(out.value(), "metric", metric_names(o.metrics));
  return out;
}

Result<Settings> settings_of(const SearchOptions& o) {
  auto out = settings_of(o.train, o.calibrate);
  if (!out) return out;
  Settings& s = out.value();
  add_folds(s, o, 5);
  add_text(s, "metric", metric_names(o.metrics));
  add_number(s, "halving", o.halving, 0);
  if (o.choose != SelectionRule::best) s.values["choose"] = name_of(o.choose);
  std::string over;
  for (const Vary& v : o.over)
    over += (over.empty() ? "" : "\n") + v.name + "=" + joined(v.values, ",", v.values.size());
  add_text(s, "over", over);
  return out;
}

Result<Settings> settings_of(const PathOptions& o) {
  Settings out;
  if (o.objective.max_rounds != 0 || o.objective.alpha != 0 || o.objective.rounds != 0 || o.objective.statistics)
    return Error{Code::usage, "PathOptions",
                 "max_rounds, alpha, rounds and statistics are not for paths; leave them out"};
  if (o.point != 0 && o.choose != SelectionRule::best)
    return Error{Code::usage, "PathOptions", "point and choose are both given; give one of them"};
  ObjectiveOptions objective = o.objective;
  objective.C = ObjectiveOptions{}.C;
  objective.lambda = 0;
  if (const auto added = add(out, objective); !added) return added.error();
  add_common(out, o);
  add_count(out, "points", o.points, 50);
  add_number(out, "ratio", o.ratio, 0);
  add_text(out, "lambdas", numbers_text(o.lambdas));
  add_text(out, "Cs", numbers_text(o.costs));
  add_folds(out, o, 0);
  if (o.metric) out.values["metric"] = name_of(*o.metric);
  if (o.point != 0) {
    out.values["choose"] = std::to_string(o.point);
  } else if (o.choose != SelectionRule::best) {
    out.values["choose"] = "one-se";
  }
  return out;
}

}  // namespace halfspace::api
