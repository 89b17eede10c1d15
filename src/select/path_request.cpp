#include "select/path_request.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "feature/feature_map.hpp"
#include "select/cross_validation.hpp"
#include "solver/kernel/options.hpp"
#include "solver/linear/path/path.hpp"
#include "train/algorithm_choice.hpp"
#include "train/objective/linear_request.hpp"
#include "train/targets.hpp"

namespace halfspace {
namespace {

constexpr double path_tol = 1e-6;
constexpr std::uint64_t most_path_points = 10000;

Error path_refused(const std::string& flag, const std::string& message) { return {Code::usage, "--" + flag, message}; }

/// "0.1,0.01": numbers above 0, sorted so that the penalty falls.
Result<std::vector<double>> number_list(const Settings& s, const std::string& flag, bool rising) {
  std::vector<double> out;
  if (!s.has(flag)) return out;
  for (const std::string& part : split(s.get(flag), ',')) {
    const auto value = option_number(part, "--" + flag);
    if (!value) return value.error();
    if (!(value.value() > 0)) return path_refused(flag, in_quotes(part) + " is outside (0, inf)");
    out.push_back(value.value());
  }
  if (out.empty()) return path_refused(flag, "is empty; expected numbers above 0 between commas");
  if (out.size() > most_path_points)
    return path_refused(flag, "holds more than " + grouped(most_path_points) + " numbers");
  std::sort(out.begin(), out.end());
  const auto twice = std::adjacent_find(out.begin(), out.end());
  if (twice != out.end()) return path_refused(flag, "holds " + number_text(*twice) + " twice");
  if (!rising) std::reverse(out.begin(), out.end());
  return out;
}

Result<std::uint64_t> count_within(const Settings& s, const std::string& flag, std::uint64_t fallback,
                                   std::uint64_t least, std::uint64_t most) {
  auto value = s.count(flag, fallback);
  if (value && (value.value() < least || value.value() > most))
    return path_refused(flag, in_quotes(s.get(flag)) + " is outside " + grouped(least) + ".." + grouped(most));
  return value;
}

Result<void> read_grid(const Settings& s, PathRequest& r) {
  const auto points = count_within(s, "points", r.points, 2, most_path_points);
  auto lambdas = number_list(s, "lambdas", false);
  auto costs = number_list(s, "Cs", true);
  if (!points) return points.error();
  if (!lambdas) return lambdas.error();
  if (!costs) return costs.error();
  r.points = points.value();
  r.lambdas = std::move(lambdas).value();
  r.costs = std::move(costs).value();
  if (!r.lambdas.empty() && !r.costs.empty())
    return path_refused("Cs", "cannot be combined with --lambdas (lambda = 1/(n C)); choose one");
  const std::string list = !r.lambdas.empty() ? "--lambdas" : !r.costs.empty() ? "--Cs" : "";
  for (const char* flag : {"points", "ratio"}) {
    if (s.has(flag) && !list.empty())
      return path_refused(flag, "cannot be combined with " + list + ", which lists every point");
  }
  if (!s.has("ratio")) return {};
  const auto ratio = option_number(s.get("ratio"), "--ratio");
  if (!ratio) return ratio.error();
  if (!(ratio.value() > 0 && ratio.value() < 1))
    return path_refused("ratio", in_quotes(s.get("ratio")) + " is outside (0, 1)");
  r.ratio = ratio.value();
  return {};
}

Result<void> read_folds(const Settings& s, PathRequest& r) {
  for (const char* flag : {"repeats", "groups", "order-by", "metric"}) {
    if (s.has(flag) && !s.has("folds")) return path_refused(flag, "is for cross-validation; give --folds K too");
  }
  if (s.has("folds")) {
    const auto folds = fold_options(s);
    if (!folds) return folds.error();
    r.folds = folds.value();
  }
  const bool likelihood = is_likelihood(r.train.linear.options.loss);
  r.metric = likelihood ? Metric::deviance : Metric::loss;
  if (!s.has("metric")) return {};
  const auto metric = metric_of(s.get("metric"), "--metric");
  if (!metric) return metric.error();
  r.metric = metric.value();
  if (needs_probabilities(r.metric) && !likelihood)
    return path_refused("metric", std::string(name_of(r.metric)) +
                                      " is of --algorithm logistic; choose loss, accuracy or roc-auc, say");
  return {};
}

Result<void> read_choice(const Settings& s, PathRequest& r) {
  const std::string choose = s.get("choose");
  if (choose.empty() && s.has("choose"))
    return path_refused("choose", "is empty; expected best, one-se or the number of a point");
  if (choose.empty()) {
    if (r.folds) r.rule = SelectionRule::best;
    if (s.has("o") && !r.folds)
      return path_refused("choose", "is needed to write a model: the number of a point, or --folds K for the best");
    return {};
  }
  r.rule = rule_of(choose);
  if (r.rule) {
    if (!r.folds) return path_refused("choose", choose + " is chosen by cross-validation; give --folds K too");
    return {};
  }
  const auto point = option_count(choose, "--choose");
  const std::uint64_t count = !r.lambdas.empty() ? r.lambdas.size() : !r.costs.empty() ? r.costs.size() : r.points;
  if (!point || point.value() < 1 || point.value() > count)
    return path_refused(
        "choose", in_quotes(choose) + " is neither best, one-se, nor the number of a point, 1.." + grouped(count));
  r.point = point.value();
  return {};
}

bool of_kernel(const std::string& flag) {
  const auto fields = kernel_fields();
  return std::any_of(fields.begin(), fields.end(), [&](const auto& field) { return field.name == flag; });
}

}  // namespace

std::string PathRequest::choice() const {
  if (rule) return std::string(name_of(*rule));
  return point > 0 ? std::to_string(point) : "";
}

std::vector<Flag> path_flags() {
  std::vector<Flag> flags = {
      {"algorithm", "logistic|svm", "what learns (default: what the other flags choose, else logistic)", "learner"},
      {"positive", "LABEL", "the label of +1 (default: the one that sorts last)", "learner"},
      {"points", "N", "points of the path (default 50)", "path"},
      {"ratio", "R", "the smallest lambda as a share of the largest (default 1e-4; 1e-2 with fewer rows than columns)",
       "path"},
      {"lambdas", "L,...", "the values of lambda: (1/n) sum c_i loss + lambda penalty", "path"},
      {"Cs", "C,...", "the values of C in their place: C sum c_i loss + penalty", "path"},
      {"metric", "NAME",
       "what is measured on the rows held out: " + choices<Metric>() + " (default deviance; svm: loss)", "path", false,
       split(choices<Metric>(), '|')},
      {"choose", choices<SelectionRule>() + "|INDEX",
       "the model that -o writes: the best mean, the largest lambda within one standard error of it, or the point of "
       "this number (default best; without --folds none)",
       "path"},
  };
  for (Flag& f : fold_flags("none")) flags.push_back(std::move(f));
  for (Flag& f : linear_flags()) {
    const bool own = f.name == "C" || f.name == "lambda" || f.name == "statistics" || f.name == "alpha" ||
                     f.name == "approximate-support" || f.name == "rounds" || f.name == "max-rounds" ||
                     f.name == "seed";
    if (own || of_kernel(f.name)) continue;
    if (f.name == "tol") f.help = "every point ends when its duality gap is at most TOL of the objective (1e-6)";
    if (f.name == "penalty") f.metavar = joined(names_that<PenaltyKind>(is_weighed), "|");
    if (f.name == "solver") f.metavar = "auto|dual-cd|newton|trust-newton|cd|interior-point";
    if (f.name == "bias") f.help += " (default free)";
    flags.push_back(std::move(f));
  }
  for (Flag& f : feature_flags()) flags.push_back(std::move(f));
  return flags;
}

Result<PathRequest> path_request(const Settings& settings, const Dataset& data, const std::string& source) {
  Settings s = settings;
  const auto algorithm = chosen_algorithm(settings);
  if (!algorithm) return algorithm.error();
  if (settings.has("kernel") && settings.get("kernel") != "none")
    return path_refused("kernel", "has no path; choose halfspace search over C");
  if (algorithm.value() == Algorithm::perceptron)
    return path_refused("algorithm", "'perceptron' has no path; choose logistic or svm");
  if (const auto fine = check_class_labels(data, source); !fine) return fine.error();
  s.values["algorithm"] = name_of(algorithm.value() == Algorithm::automatic ? Algorithm::logistic : algorithm.value());
  auto train = train_request(s, data, source);
  if (!train) return train.error();
  PathRequest r;
  r.train = std::move(train).value();
  LinearOptions& o = r.train.linear.options;
  if (!s.has("tol")) o.tol = path_tol;
  if (const auto fits = check_path_options(o); !fits) return fits.error();
  if (data.classes.size() > 2)
    return Error{Code::usage, "--classes",
                 "a path is of two classes; " + source + " has " + std::to_string(data.classes.size()) +
                     ": keep two with --classes A,B"};
  if (const auto fine = read_grid(s, r); !fine) return fine.error();
  if (const auto fine = read_folds(s, r); !fine) return fine.error();
  if (const auto fine = read_choice(s, r); !fine) return fine.error();
  return r;
}

}  // namespace halfspace
