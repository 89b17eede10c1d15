// halfspace search DATA: which settings do best on rows held out.
#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "data_flags.hpp"
#include "fitting.hpp"
#include "output_file.hpp"
#include "picture_file.hpp"
#include "plot/search_plot.hpp"
#include "report/selection_report.hpp"
#include "report/train_report.hpp"
#include "select/grid.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_search {
namespace {

std::vector<Operand> operands() {
  return {{"DATA", "a CSV, TSV or LIBSVM text, plain or packed; - is standard input"}};
}

std::vector<Flag> flags() {
  std::vector<Flag> all = {
      {"over", "NAME=V,V,...",
       "a setting that varies and its values, or NAME=LOW:HIGH:COUNT in equal ratios; once for "
       "each setting (default: a grid that suits the learner)",
       "search", true, varying_names()},
      {"metric", "NAME",
       "what chooses, the first where several are named: " + choices<Metric>() + " (default accuracy)", "search", false,
       split(choices<Metric>(), '|')},
      {"choose", "best|one-se", "the best mean, or the simplest point within one standard error of it (default best)",
       "search"},
      {"halving", "FACTOR", "successive halving: 1/FACTOR of the points go on to FACTOR times the rows", "search"},
      {"o", "MODEL", "learn from all rows with the settings chosen, and write the model here", "output"},
      {"plot", "FILE", "picture of one or two settings that are numbers: FILE.svg, FILE.png; - is text", "output"},
      {"theme", "light|dark", "colours of SVG and PNG (default light)", "picture"},
      {"width", "N", "of the picture: pixels (default 720), characters of the text", "picture"},
      {"height", "N", "of the picture: pixels, lines of the text", "picture"},
  };
  for (Flag& f : fold_flags()) all.push_back(std::move(f));
  for (Flag& f : data_flags()) all.push_back(std::move(f));
  for (Flag& f : learner_flags()) all.push_back(std::move(f));
  for (Flag& f : calibration_flags()) all.push_back(std::move(f));
  return all;
}

/// The metrics asked for, then the others.
Result<std::vector<Metric>> metrics_first(const Args& args, const LearnPlan& plan, std::size_t classes) {
  auto first = metric_list(args.has("metric") ? args.get("metric") : "accuracy", "--metric");
  if (!first) return first;
  if (first.value().empty()) return Error{Code::usage, "--metric", "is empty; expected one of " + choices<Metric>()};
  if (const auto exist = check_metrics(first.value(), plan, classes, "--metric"); !exist) return exist.error();
  const auto all = metric_list("", "--metric");
  for (const Metric m : all.value()) {
    if (std::find(first.value().begin(), first.value().end(), m) == first.value().end()) first.value().push_back(m);
  }
  return first;
}

Result<SearchOptions> search_options(const Args& args, const LearnPlan& plan, std::size_t classes) {
  SearchOptions o;
  const auto folds = fold_options(args);
  auto metrics = metrics_first(args, plan, classes);
  if (!folds) return folds.error();
  if (!metrics) return metrics.error();
  o.folds = folds.value();
  o.metrics = std::move(metrics).value();
  if (!args.has("halving")) return o;
  const auto factor = option_number(args.get("halving"), "--halving");
  if (!factor) return factor.error();
  constexpr double least = 1.5;  // below, rungs would drop nothing
  if (factor.value() != 1 && !(factor.value() >= least))
    return Error{Code::usage, "--halving", in_quotes(args.get("halving")) + " is neither 1 nor in [1.5, inf)"};
  o.factor = factor.value();
  return o;
}

/// What --plot can draw is known before anything is learned.
Result<void> check_plot(const Args& args) {
  for (const char* flag : {"theme", "width", "height"}) {
    if (args.has(flag) && !args.has("plot")) return Error{Code::usage, "--" + std::string(flag), "is for --plot"};
  }
  if (!args.has("plot")) return {};
  const auto form = form_of(args, "plot", Form::text);
  if (!form) return form.error();
  if (const auto fine = check_picture_flags(args, form.value()); !fine) return fine.error();
  const auto grid = grid_of(args);
  if (!grid) return grid.error();
  const std::vector<Varied>& varied = grid.value().varied;
  const bool numbers = std::all_of(varied.begin(), varied.end(), [](const Varied& v) { return !v.numbers.empty(); });
  std::vector<std::string> names;
  names.reserve(varied.size());
  for (const Varied& v : varied) names.push_back(v.name);
  if (varied.size() > 2 || !numbers)
    return Error{Code::usage, "--plot", "draws one or two settings that are numbers; --over varies " + joined(names)};
  return {};
}

/// Points that did not reach the last rung are left blank: their means are of fewer rows.
plot::SearchPicture picture_of(const Search& s, const SearchOptions& options, const std::string& source) {
  plot::SearchPicture out;
  out.metric = std::string(name_of(options.metrics[0]));
  out.larger_is_better = larger_is_better(options.metrics[0]);
  out.note = source + ", " + std::to_string(s.folds.count) + " folds";
  for (const Varied& v : s.grid.varied) out.axes.push_back({v.name, v.numbers, v.values});
  for (const PointResult& p : s.points) {
    plot::SearchPlace place{p.point[0], p.point.size() > 1 ? p.point[1] : 0, {}, {}};
    if (p.complete && p.rung == s.rungs.size()) {
      place.mean = p.summary[0].mean;
      place.error = p.summary[0].error;
    }
    out.places.push_back(place);
  }
  out.best = *s.best;
  out.one_se = *s.one_se;
  return out;
}

/// Learns from all rows at the point chosen and saves the model.
Result<Json> refit(const Args& args, const Dataset& data, const Settings& settings) {
  Args chosen = args;
  chosen.values = settings.values;
  const auto plan = learner_plan(chosen, data, args.operands[0]);
  if (!plan) return plan.error();
  ProgressLine line(args, "learning from all rows");
  const FitObserver observer = fit_observer(line, run_token(line), "calibrating");
  const auto learned = learn(data, plan.value(), observer.of_run(), observer);
  if (!learned) return learned.error();
  const Trained& t = learned.value().trained;
  if (t.fitted) {
    if (const auto saved = write_output(args, args.get("o"), model_bytes(t.model)); !saved) return saved.error();
  }
  Json out{{"status", std::string(name_of(t.status))},
           {"stop_reason", t.stop_reason},
           {"fitted", t.fitted},
           {"settings", t.model.settings},
           {"train", t.fitted ? counts_json(t.train) : Json(nullptr)}};
  out["calibration"] = learned.value().calibration ? calibration_json(*learned.value().calibration) : Json(nullptr);
  return out;
}

std::string refit_text(const Args& args, const Json& model) {
  if (!args.has("o")) return "model      not saved (-o MODEL learns from all rows and saves it)\n";
  if (model.is_null()) return "model      not saved: nothing was chosen\n";
  const std::string status = model["status"].get<std::string>();
  if (!model["fitted"].get<bool>()) return "model      none: on all rows there is no optimum to save\n";
  const Json& train = model["train"];
  return "model      " + shown(args.get("o"), 200) + ": learned from all rows, " + status +
         (train.is_null() ? "" : ", " + counted(train["wrong_labels"].get<std::uint64_t>(), "training mistake")) + "\n";
}

Outcome run(const Args& args) {
  const double begun = seconds_now();
  if (const auto fine = check_paths(args, {args.operands[0]}, {"o", "plot"}); !fine) return fine.error();
  if (const auto fine = check_plot(args); !fine) return fine.error();
  const auto choice = args.get("choose", "best");
  if (choice != "best" && choice != "one-se")
    return Error{Code::usage, "--choose", in_quotes(choice) + " is not one of best, one-se"};
  const auto grid = grid_of(args);
  const auto read = read_options(args);
  if (!grid) return grid.error();
  if (!read) return read.error();
  const auto loaded_data = load(args, args.operands[0], read.value());
  if (!loaded_data) return loaded_data.error();
  const Dataset& data = loaded_data.value();
  const std::string source = args.operands[0] == "-" ? "stdin" : shown(args.operands[0], 4096);
  const Settings first = grid.value().settings_at(args, grid.value().point(0));
  auto asked = learn_plan(first, data, source);
  if (!asked) return asked.error();
  const auto plan = settled_in_time(args, data, std::move(asked).value());
  if (!plan) return plan.error();
  const auto options = search_options(args, plan.value(), data.classes.size());
  if (!options) return options.error();
  const double loaded = seconds_now();
  const auto found = [&] {
    ProgressLine line(args, "search");
    return search(data, args, source, options.value(), fit_observer(line, run_token(line), "search"));
  }();
  if (!found) return found.error();
  const Search& s = found.value();
  const double searched = seconds_now();
  Json model = nullptr;
  if (s.best && args.has("o")) {
    const std::size_t chosen = choice == "one-se" ? *s.one_se : *s.best;
    auto made = refit(args, data, s.grid.settings_at(args, s.points[chosen].point));
    if (!made) return made.error();
    model = std::move(made).value();
  }
  stop_timer();
  Result<void> told;
  if (args.has("json")) {
    Json answer = json_head("search");
    answer["source"] = source;
    answer["algorithm"] = plan.value().request.algorithm;
    answer["algorithm_reason"] = plan.value().choice.empty() ? Json(nullptr) : Json(plan.value().choice);
    answer.update(search_json(data, options.value(), s, choice));
    answer["model"] = model;
    told =
        print_json(answer, {{"load", loaded - begun}, {"search", searched - loaded}, {"total", seconds_now() - begun}});
  } else {
    const std::string text = search_text(data, plan.value(), options.value(), s, choice) + refit_text(args, model);
    if (args.get("o") == "-") {
      print_aside(args, text);
    } else {
      told = print(text);
    }
  }
  if (!told) return told.error();
  if (args.has("plot") && s.best) {
    const auto drawn = write_picture(args, "plot", plot::search_plot(picture_of(s, options.value(), source)));
    if (!drawn) return drawn.error();
  }
  const bool cut_short = model.is_object() && (model["status"] == "timeout" || model["status"] == "interrupted");
  return fits_exit_code(s.stopped || cut_short, s.best.has_value());
}

}  // namespace

const Verb verb = {
    "search",
    "settings that do best on rows held out",
    "  halfspace search data.csv --algorithm svm -o best.hs            a default grid over C\n"
    "  halfspace search data.csv --algorithm svm --over C=0.01,0.1,1,10 --over loss=hinge,squared-hinge\n"
    "  halfspace search data.csv --algorithm logistic --over C=0.001:1000:7 --choose one-se --metric log-loss\n"
    "  halfspace search data.csv --preset kernel --kernel rbf --over gamma=0.01:10:4 --plot gamma.svg\n"
    "  halfspace search data.csv --algorithm svm --over C=0.001:1000:13 --halving 3   many points, few rows first\n",
    operands,
    flags,
    run};

}  // namespace halfspace::cli::verb_search
