#include "train/stream/stream_request.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.hpp"
#include "solver/online/learners.hpp"
#include "train/flags.hpp"
#include "train/objective/linear_request.hpp"
#include "train/reading.hpp"

namespace halfspace {
namespace {

constexpr std::array<std::string_view, 9> of_all = {"algorithm", "positive",   "bias",   "seed",      "order",
                                                    "passes",    "multiclass", "stream", "final-pass"};
constexpr std::array<std::string_view, 8> of_perceptron = {"preset", "mistake", "step",           "stop",
                                                           "keep",   "eta",     "aggressiveness", "margin"};
constexpr std::array<std::string_view, 6> of_objective = {"loss", "penalty", "lambda", "l1-ratio", "solver", "eta"};

bool among(std::span<const std::string_view> list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

Error not_in_a_stream(const std::string& flag, const std::string& why) { return {Code::usage, "--" + flag, why}; }

/// Why a flag of runs that hold all rows is refused.
std::string reason_against(const std::string& flag) {
  if (flag == "C")
    return "weighs a sum over all rows, whose number a stream does not know; say --lambda (of the mean loss: lambda = "
           "1/(n C))";
  if (flag == "scale") return "needs all rows at once; leave it out with --stream";
  if (flag == "holdout" || flag == "calibrate" || flag == "groups" || flag == "order-by")
    return "needs all rows at once; with --stream give --test FILE, and read the progressive loss";
  if (flag == "start") return "is for runs that hold their rows; the weights of a stream begin at 0";
  if (flag == "class-weight")
    return "is for runs that hold their rows; give rows their own weights with --weight, or leave out --stream";
  if (flag == "rounds" || flag == "max-rounds" || flag == "max-updates" || flag == "patience")
    return "is for runs that hold their rows; the length of a stream is said in --passes";
  if (flag == "tol") return "asks for a duality gap, which no online learner has; say --passes";
  if (flag == "trace") return "is for runs that hold their rows; leave out --stream";
  return "has no meaning with --stream, which keeps no rows; leave one of them out";
}

/// The learner: what is asked for, else the perceptron where one of its own flags is given, svm by its loss.
Result<Algorithm> stream_algorithm(const Settings& s) {
  if (s.has("algorithm")) {
    auto asked = choice_of<Algorithm>(s.get("algorithm"), "--algorithm");
    if (!asked || asked.value() != Algorithm::automatic) return asked;
  }
  if (s.has("loss")) {
    const auto loss = choice_of<LossKind>(s.get("loss"), "--loss");
    if (!loss) return loss.error();
    return algorithm_of(loss.value());
  }
  if (s.has("solver") || s.has("penalty") || s.has("lambda")) return Algorithm::logistic;
  const bool perceptron = std::any_of(of_perceptron.begin(), of_perceptron.end(),
                                      [&](std::string_view name) { return s.has(std::string(name)); });
  return perceptron && !(s.has("eta") && !s.has("step") && !s.has("preset")) ? Algorithm::perceptron
                                                                             : Algorithm::logistic;
}

/// Flags of learning that this learner does not take.
Result<void> check_flags(const Settings& s, Algorithm algorithm) {
  std::vector<Flag> known = learner_flags();
  for (const char* name : {"holdout", "calibrate", "calibrate-folds", "groups", "order-by", "trace"})
    known.push_back({name, "", "", ""});
  const bool perceptron = algorithm == Algorithm::perceptron;
  const std::span<const std::string_view> own =
      perceptron ? std::span<const std::string_view>(of_perceptron) : std::span<const std::string_view>(of_objective);
  const std::span<const std::string_view> others =
      perceptron ? std::span<const std::string_view>(of_objective) : std::span<const std::string_view>(of_perceptron);
  for (const Flag& f : known) {
    if (!s.has(f.name) || among(of_all, f.name) || among(own, f.name)) continue;
    if (among(others, f.name))
      return not_in_a_stream(f.name, "is for --algorithm " +
                                         std::string(perceptron ? "logistic and svm" : "perceptron") +
                                         "; this run is " + std::string(name_of(algorithm)));
    return not_in_a_stream(f.name, reason_against(f.name));
  }
  return {};
}

bool fits_a_stream(Step step) { return step != Step::minibatch; }
bool fits_a_stream(Keep keep) { return keep == Keep::last || keep == Keep::average; }
bool starts_without_rows(const PerceptronChoices& o) { return o.kernel == KernelKind::none && o.start == Start::zero; }

std::vector<std::string> presets_of_streams() {
  std::vector<std::string> out;
  for (const Preset& p : perceptron_presets()) {
    const PerceptronChoices& o = p.options;
    if (fits_a_stream(o.step) && fits_a_stream(o.keep) && starts_without_rows(o)) out.emplace_back(p.name);
  }
  return out;
}

Result<void> choose_family(const Settings& s, StreamRequest& r) {
  r.preset = s.get("preset", "cyclic");
  auto preset = find_preset(r.preset);
  if (!preset) return preset.error();
  PerceptronChoices& o = r.perceptron;
  o = preset.value();
  r.order_of_preset = o.order;
  o.order = r.shuffled ? Order::shuffled : Order::cyclic;
  o.passes = r.passes;
  for (const auto& field : perceptron_fields()) {
    if (!s.has(field.name)) continue;
    if (const auto set = field.set(o, s.get(field.name)); !set) return set.error();
    r.given.push_back(field.name);
  }
  if (s.has("stop")) o.ends_on_clean_pass = false;
  const bool step_fits = s.has("step") || fits_a_stream(o.step);
  const bool keep_fits = s.has("keep") || fits_a_stream(o.keep);
  if (!step_fits || !keep_fits || !starts_without_rows(o))
    return not_in_a_stream(
        "preset", in_quotes(r.preset) + " needs all rows at once; choose " + alternatives(presets_of_streams()));
  if (!fits_a_stream(o.step))
    return not_in_a_stream("step", std::string(name_of(o.step)) + " is for runs that hold their rows; choose " +
                                       alternatives(names_that<Step>([](Step k) { return fits_a_stream(k); })));
  if (!fits_a_stream(o.keep))
    return not_in_a_stream("keep", std::string(name_of(o.keep)) + " needs all rows at once; choose " +
                                       alternatives(names_that<Keep>([](Keep k) { return fits_a_stream(k); })));
  if (s.has("stop") && o.stop != Stop::passes && o.stop != Stop::clean_pass)
    return not_in_a_stream("stop",
                           std::string(name_of(o.stop)) + " needs all rows at once; choose passes or clean-pass");
  if (o.stop != Stop::clean_pass) o.stop = Stop::passes;
  return check_choices(o, r.given);
}

Result<void> choose_objective(const Settings& s, StreamRequest& r) {
  OnlineOptions& o = r.online;
  LinearOptions as_usual;
  as_usual.loss = first_loss(r.algorithm);
  as_usual.penalty = s.has("lambda") ? PenaltyKind::l2 : PenaltyKind::none;
  for (const auto& field : linear_fields()) {
    if (!among(of_objective, field.name) && field.name != "bias") continue;
    if (!s.has(field.name) || field.name == "solver") continue;
    if (const auto set = field.set(as_usual, s.get(field.name)); !set) return set.error();
    r.given.push_back(field.name);
  }
  o.loss = as_usual.loss;
  o.penalty = as_usual.penalty;
  o.l1_ratio = as_usual.l1_ratio;
  o.bias = as_usual.bias;
  if (algorithm_of(o.loss) != r.algorithm)
    return not_in_a_stream(
        "loss", std::string(name_of(o.loss)) + " is --algorithm " + std::string(name_of(algorithm_of(o.loss))));
  const bool weighed = is_weighed(o.penalty);
  o.solver = weighed ? OnlineSolver::ftrl : OnlineSolver::adagrad;
  if (s.has("solver")) {
    const auto solver = choice_of<OnlineSolver>(s.get("solver"), "--solver");
    if (!solver) return solver.error();
    o.solver = solver.value();
    r.given.emplace_back("solver");
  }
  if (o.solver == OnlineSolver::sgd) o.eta = eta_of_sgd;
  for (const auto& [flag, member] :
       {std::pair{"eta", &OnlineOptions::eta}, std::pair{"lambda", &OnlineOptions::lambda}}) {
    if (!s.has(flag)) continue;
    const auto value = option_number(s.get(flag), "--" + std::string(flag));
    if (!value) return value.error();
    if (!(value.value() > 0)) return not_in_a_stream(flag, in_quotes(s.get(flag)) + " is outside (0, inf)");
    o.*member = value.value();
    r.given.emplace_back(flag);
  }
  const std::string penalty(name_of(o.penalty));
  if (!is_sum(o.penalty))
    return not_in_a_stream(
        "penalty", penalty + " needs all rows at once; choose " + alternatives(names_that<PenaltyKind>(is_sum)));
  if (weighed && o.lambda == 0) return not_in_a_stream("penalty", penalty + " needs its weight: give --lambda");
  if (!weighed && s.has("lambda"))
    return not_in_a_stream("lambda", "has no effect under --penalty none; choose --penalty l2");
  if (s.has("l1-ratio") && !takes_ratio(o.penalty))
    return not_in_a_stream("l1-ratio", "is for --penalty " + alternatives(names_that<PenaltyKind>(takes_ratio)));
  if (o.solver == OnlineSolver::adagrad && weighed)
    return not_in_a_stream("solver", "adagrad has no penalty; choose ftrl, or sgd with --penalty l2");
  if (o.solver == OnlineSolver::sgd && has_l1(o.penalty))
    return not_in_a_stream("solver", "sgd has the penalties none and l2; choose ftrl");
  return {};
}

}  // namespace

Result<StreamRequest> stream_request(const Settings& s) {
  StreamRequest r;
  if (s.has("mixing-blocks")) return not_in_a_stream("mixing-blocks", "is for a folder of shards; leave it out");
  const auto algorithm = stream_algorithm(s);
  if (!algorithm) return algorithm.error();
  r.algorithm = algorithm.value();
  if (const auto fits = check_flags(s, r.algorithm); !fits) return fits.error();
  const auto passes = s.count("passes", 1);
  const auto seed = s.count("seed", 0);
  if (!passes) return passes.error();
  if (!seed) return seed.error();
  if (passes.value() == 0) return not_in_a_stream("passes", "'0' is less than 1");
  r.passes = passes.value();
  r.seed = seed.value();
  const std::string order = s.get("order", "cyclic");
  if (order != "cyclic" && order != "shuffled")
    return not_in_a_stream("order",
                           in_quotes(order) + " needs all rows at once; choose cyclic or shuffled (by blocks)");
  r.shuffled = order == "shuffled";
  constexpr std::string_view only_way = name_of(Multiclass::one_vs_rest);
  if (const std::string way = s.get("multiclass", std::string(only_way)); way != only_way)
    return not_in_a_stream("multiclass", in_quotes(way) + " is not for --stream; choose " + std::string(only_way));
  r.final_pass = s.has("final-pass");
  r.positive = s.get("positive");
  const auto chosen = r.is_perceptron() ? choose_family(s, r) : choose_objective(s, r);
  if (!chosen) return chosen.error();
  return r;
}

Result<ReadOptions> stream_read_options(const Settings& s) {
  auto options = read_options(s);
  if (!options) return options;
  if (s.has("data-cache")) return not_in_a_stream("data-cache", "keeps rows, and a stream keeps none; leave one out");
  if (s.get("categorical") == "auto" && options.value().hash_bits > 0)
    return not_in_a_stream("categorical", "auto needs all rows at once; name the columns: --categorical A,B");
  if (s.has("categorical") && options.value().hash_bits == 0)
    return not_in_a_stream("categorical",
                           "needs the levels of all rows; name the columns and hash them with --hash-bits, or choose "
                           "numeric ones with --columns");
  if (s.has("missing") && s.get("missing") != "drop")
    return not_in_a_stream("missing", in_quotes(s.get("missing")) + " needs all rows at once; choose drop");
  if (options.value().style.dates == Dates::parts)
    return not_in_a_stream("dates",
                           "parts is not for --stream; choose days, write year, month, day and weekday as columns of "
                           "the text, or leave out --stream");
  return options;
}

}  // namespace halfspace
