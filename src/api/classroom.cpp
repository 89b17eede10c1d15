#include "halfspace/classroom.hpp"

#include <memory>
#include <utility>
#include <variant>

#include "api/among.hpp"
#include "api/option_words.hpp"
#include "api/options.hpp"
#include "api/training.hpp"
#include "api/watching.hpp"
#include "base/text.hpp"
#include "classroom/traced_run.hpp"
#include "loss/losses.hpp"
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

Result<VisitedTable> traced_file(const std::string& path, const Options& options, const Watch& watch) {
  const auto settings = api::settings_of(options, api::Reads::file, api::Task::trace);
  if (!settings) return settings.error();
  const auto form = table_form(settings.value());
  const auto reading = read_options(settings.value());
  const auto running = api::running_of(settings.value());
  if (!form) return form.error();
  if (!reading) return reading.error();
  if (!running) return running.error();
  const api::Watching watching(watch, running.value());
  auto data = read_dataset(path, reading.value());
  if (!data) return data.error();
  const std::string source = path == "-" ? "stdin" : shown(path, 4096);
  std::optional<TextAgain> text;
  if (path != "-") text = TextAgain(path);
  auto run = traced_run(data.value(), settings.value(), source, std::move(text), watching.of_run());
  if (!run) return run.error();
  describe_run(run.value().learned, data.value());
  const auto kept = std::make_shared<const KeptTrace>(
      KeptTrace{api::without_numbers(std::move(data).value()), std::move(run).value()});
  std::string table =
      form.value() == TableForm::text ? trace_text(kept->run) : visit_text(kept->run.table, form.value());
  return VisitedTable{std::move(table), api::report_of([kept] { return json_text(trace_json(*kept->data, kept->run)); },
                                                       [kept] { return trace_text(kept->run); })};
}

}  // namespace

Result<VisitedTable> trace_file(const std::string& path, const Options& options, const Watch& watch) {
  return api::in_option_words(traced_file(path, options, watch));
}

Result<std::vector<double>> curve(const std::string& name, const std::vector<double>& at) {
  std::vector<double> values;
  values.reserve(at.size());
  const auto add = [&](const auto& f) {
    for (const double v : at) values.push_back(f(v));
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
