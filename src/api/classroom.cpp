#include "halfspace/classroom.hpp"

#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "api/among.hpp"
#include "api/option_words.hpp"
#include "api/options.hpp"
#include "api/training.hpp"
#include "api/watching.hpp"
#include "base/text.hpp"
#include "classroom/grade.hpp"
#include "classroom/traced_run.hpp"
#include "loss/losses.hpp"
#include "report/grade_report.hpp"
#include "report/model_run.hpp"
#include "report/trace_report.hpp"
#include "train/reading.hpp"

namespace halfspace {
namespace {

/// A run and the rows it is about.
struct KeptTrace {
  std::shared_ptr<const Dataset> data;  // without its numbers
  TracedRun run;
};

/// The rows of a file and how a run on them is watched.
struct Opened {
  Settings settings;
  std::string source;
  std::optional<TextAgain> text;
  Dataset data;
};

Result<Opened> opened(const std::string& path, const Options& options, api::Task task) {
  auto settings = api::settings_of(options, api::Reads::file, task);
  if (!settings) return settings.error();
  const auto reading = read_options(settings.value());
  if (!reading) return reading.error();
  auto data = read_dataset(path, reading.value());
  if (!data) return data.error();
  return Opened{std::move(settings).value(), path == "-" ? "stdin" : shown(path, 4096),
                path == "-" ? std::nullopt : std::optional(TextAgain(path)), std::move(data).value()};
}

Result<Grading> graded_file(const std::string& path, const std::string& student, const Options& options,
                            const Watch& watch) {
  auto rows = opened(path, options, api::Task::grade);
  if (!rows) return rows.error();
  const auto running = api::running_of(rows.value().settings);
  if (!running) return running.error();
  const api::Watching watching(watch, running.value());
  const Opened& o = rows.value();
  auto grade = graded(o.data, o.settings, o.source, o.text, student, watching.of_run());
  if (!grade) return grade.error();
  const auto kept = std::make_shared<const Grade>(std::move(grade).value());
  return Grading{kept->accepted, api::report_of([kept] { return json_text(grade_json(*kept)); },
                                                [kept, student] { return grade_text(*kept, shown(student, 200)); })};
}

Result<VisitedTable> traced_file(const std::string& path, const Options& options, const Watch& watch) {
  auto rows = opened(path, options, api::Task::trace);
  if (!rows) return rows.error();
  Opened& o = rows.value();
  const auto form = table_form(o.settings);
  const auto running = api::running_of(o.settings);
  if (!form) return form.error();
  if (!running) return running.error();
  const api::Watching watching(watch, running.value());
  auto run = traced_run(o.data, o.settings, o.source, o.text, watching.of_run());
  if (!run) return run.error();
  describe_run(run.value().learned, o.data);
  const auto kept =
      std::make_shared<const KeptTrace>(KeptTrace{api::without_numbers(std::move(o.data)), std::move(run).value()});
  std::string table =
      form.value() == TableForm::text ? trace_text(kept->run) : visit_text(kept->run.table, form.value());
  return VisitedTable{std::move(table), api::report_of([kept] { return json_text(trace_json(*kept->data, kept->run)); },
                                                       [kept] { return trace_text(kept->run); })};
}

}  // namespace

Result<VisitedTable> trace_file(const std::string& path, const Options& options, const Watch& watch) {
  return api::in_option_words(traced_file(path, options, watch));
}

Result<Grading> grade_file(const std::string& path, const std::string& student, const Options& options,
                           const Watch& watch) {
  return api::in_option_words(graded_file(path, student, options, watch));
}

Result<std::vector<double>> curve(const std::string& name, const std::vector<double>& at) {
  std::vector<double> values;
  values.reserve(at.size());
  const auto add = [&](const auto& f) {
    for (const double v : at) values.push_back(std::isnan(v) ? v : f(v));
    return values;
  };
  if (name == "sign") return add([](double s) { return s > 0 ? 1.0 : s < 0 ? -1.0 : 0.0; });
  if (name == "step") return add([](double s) { return s >= 0 ? 1.0 : 0.0; });
  if (name == "sigmoid") return add([](double s) { return -LogisticLoss::slope(-s); });
  if (name == "zero-one") return add([](double m) { return m > 0 ? 0.0 : 1.0; });
  for (const AnyLoss& loss : every_loss) {
    const auto values_of = [&](auto l) {
      return l.name == name ? add([](double m) { return decltype(l)::value(m); }) : values;
    };
    if (std::visit([&](auto l) { return l.name == name; }, loss)) return std::visit(values_of, loss);
  }
  std::vector<std::string> names = {"sign", "step", "sigmoid", "zero-one"};
  for (const std::string_view loss : Names<LossKind>::list) names.emplace_back(loss);
  return Error{Code::usage, "curve", in_quotes(name) + " is not one of " + joined(names)};
}

}  // namespace halfspace
