// halfspace search DATA: which settings do best on rows held out.
#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "data_flags.hpp"
#include "fitting.hpp"
#include "output_file.hpp"
#include "picture_file.hpp"
#include "plot/search_plot.hpp"
#include "report/model_run.hpp"
#include "report/selection_report.hpp"
#include "report/train_report.hpp"
#include "select/requests.hpp"
#include "session.hpp"
#include "train/objective/linear_training.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_search {
namespace {

std::vector<Operand> operands() {
  return {{"DATA", "a CSV, TSV or LIBSVM text, plain or packed; - is standard input"}};
}

std::vector<Flag> flags() {
  std::vector<Flag> all = search_flags();
  const std::vector<Flag> own = {
      {"o", "MODEL", "learn from all rows with the settings chosen, and write the model here", "output"},
      {"plot", "FILE", "picture of one or two settings that are numbers: FILE.svg, FILE.png; - is text", "output"},
      {"theme", "light|dark", "colours of SVG and PNG (default light)", "picture"},
      {"width", "N", "of the picture: pixels (default 720), characters of the text", "picture"},
      {"height", "N", "of the picture: pixels, lines of the text", "picture"},
  };
  all.insert(all.end(), own.begin(), own.end());
  for (Flag& f : fold_flags()) all.push_back(std::move(f));
  for (Flag& f : data_flags()) all.push_back(std::move(f));
  for (Flag& f : change_flags()) all.push_back(std::move(f));
  for (Flag& f : learner_flags()) all.push_back(std::move(f));
  for (Flag& f : calibration_flags()) all.push_back(std::move(f));
  return all;
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
plot::SearchPicture picture_of(const Search& s, const SearchPlan& options, const std::string& source) {
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
Result<Learned> refit(const Args& args, const Dataset& data, const Settings& settings) {
  Args chosen = args;
  chosen.values = settings.values;
  const auto plan = learner_plan(chosen, data, args.operands[0]);
  if (!plan) return plan.error();
  ProgressLine line(args, "learning from all rows");
  const FitObserver observer = fit_observer(line, run_token(line), "calibrating");
  auto learned = learn(data, plan.value(), observer.of_run(), observer);
  if (!learned) return learned;
  describe_run(learned.value(), data);
  const Trained& t = learned.value().trained;
  if (t.fitted) {
    if (const auto saved = write_output(args, args.get("o"), model_bytes(t.model)); !saved) return saved.error();
  }
  return learned;
}

/// The answer, on stderr where the model takes standard output.
Result<void> tell(const Args& args, const SearchReport& r, const Json& seconds) {
  if (args.has("json")) return print_json(json_answer("search", search_json(r)), seconds);
  const std::string text = search_text(r) + refit_text(r.refitted, args.get("o"));
  if (args.get("o") != "-") return print_report(text);
  print_aside(args, text);
  return {};
}

Outcome run(const Args& args) {
  const double begun = seconds_now();
  if (const auto fine = check_paths(args, {args.operands[0]}, {"o", "plot"}); !fine) return fine.error();
  if (const auto fine = check_plot(args); !fine) return fine.error();
  const auto rule = search_rule(args);
  if (!rule) return rule.error();
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
  const auto options = search_plan(args, plan.value(), data.classes.size());
  if (!options) return options.error();
  const double loaded = seconds_now();
  const auto found = [&] {
    ProgressLine line(args, "search");
    return search(data, args, source, options.value(), fit_observer(line, run_token(line), "search"));
  }();
  if (!found) return found.error();
  const Search& s = found.value();
  const double searched = seconds_now();
  std::optional<Learned> refitted;
  if (s.best && args.has("o")) {
    const std::size_t chosen = rule.value() == SelectionRule::one_se ? *s.one_se : *s.best;
    auto made = refit(args, data, s.grid.settings_at(args, s.points[chosen].point));
    if (!made) return made.error();
    refitted = std::move(made).value();
  }
  stop_timer();
  const SearchReport report{data, source, plan.value(), options.value(), s, rule.value(), refitted};
  const auto printed =
      tell(args, report, {{"load", loaded - begun}, {"search", searched - loaded}, {"total", seconds_now() - begun}});
  if (!printed) return printed.error();
  if (args.has("plot") && s.best) {
    const auto drawn = write_picture(args, "plot", plot::search_plot(picture_of(s, options.value(), source)));
    if (!drawn) return drawn.error();
  }
  const bool cut_short = refitted && ended_by_limit(refitted->trained.status);
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
