#include "halfspace/inspect.hpp"

#include <memory>
#include <utility>

#include "api/among.hpp"
#include "api/training.hpp"
#include "base/quoted_list.hpp"
#include "base/simd_choice.hpp"
#include "base/text.hpp"
#include "format/read.hpp"
#include "report/page_report.hpp"
#include "train/reading.hpp"
#include "verbs/inspection.hpp"
#include "verbs/page.hpp"

namespace halfspace {
namespace {

Result<Report> inspected_file(const std::string& path, const Options& options) {
  const auto settings = api::settings_of(options, api::Reads::file, api::Task::inspect);
  if (!settings) return settings.error();
  if (const auto simd = simd_of(settings.value()); !simd) return simd.error();
  auto found = inspected(path, settings.value(), [&](std::unique_ptr<Source> source, const ReadOptions& reading) {
    return source ? read_dataset(std::move(source), shown(name_of_rows(path), 4096), reading)
                  : read_dataset(path, reading);
  });
  if (!found) return found.error();
  const auto kept = std::make_shared<const Inspection>(std::move(found).value());
  return api::report_of([kept] { return json_text(inspection_json(*kept)); },
                        [kept] { return inspection_text(*kept); });
}

/// What the report of a page needs.
struct KeptPage {
  std::shared_ptr<const Model> model;
  Dataset data;  // without its numbers
  RowsEvaluated evaluated;
  bool labelled;
  WrittenPage page;
  std::string source;

  Json json() const {
    const EvaluationReport e = evaluated.report(*model, data, source);
    return page_json(page, *model, data, labelled ? &e : nullptr);
  }
  std::string text() const { return "made       HTML page, " + grouped((page.bytes + 1023) / 1024) + " KiB\n"; }
};

Result<RowsEvaluated> evaluated_page(const Model& model, const PageRows& rows, const EvaluationRequest& request,
                                     const std::string& path, const Settings& settings, unsigned threads) {
  if (!rows.labelled) return predicted_rows(model, rows.scored, request.threshold);
  const auto memory = memory_limit(settings);
  if (!memory) return memory.error();
  DecideOptions decide;
  decide.threads = threads;
  return evaluate_rows(model, rows.scored, request, path, memory.value(), decide);
}

Result<PageRows> rows_of_page(const Model& model, const std::string& path, const Settings& settings, unsigned threads) {
  const std::string source = shown(name_of_rows(path), 4096);
  const auto read = [&](bool with_labels) -> Result<LabelledScores> {
    const auto reading = read_options_for(model, settings, with_labels);
    if (!reading) return reading.error();
    auto data = read_dataset(path, reading.value());
    if (!data) return data.error();
    return with_labels ? labelled_scores(model, std::move(data).value(), source, threads)
                       : unlabelled_scores(model, std::move(data).value(), source, threads);
  };
  auto rows = page_rows(settings, path, read, [](const std::string&) {});
  if (rows && rows.value().scored.data.rows == 0) return Error{Code::bad_data, source, "there are no rows"};
  return rows;
}

Result<HtmlPage> page_of(const std::shared_ptr<const Model>& model, const std::string& path, const Options& options,
                         const std::string& name) {
  const auto settings = api::scoring_settings(options, api::Reads::file, api::Task::report);
  if (!settings) return settings.error();
  const auto threads = thread_count(settings.value());
  const auto simd = simd_of(settings.value());
  if (!threads) return threads.error();
  if (!simd) return simd.error();
  const SimdScope scope(simd.value());
  const auto request = evaluation_request(settings.value(), *model);
  if (!request) return request.error();
  auto rows = rows_of_page(*model, path, settings.value(), threads.value());
  if (!rows) return rows.error();
  auto found = evaluated_page(*model, rows.value(), request.value(), path, settings.value(), threads.value());
  if (!found) return found.error();
  const std::string command = "halfspace report " + shell_word(name) + " " + shell_word(path) + " -o report.html";
  const PageNames names{name, path, call_in_words(command, settings.value(), api::flags_of(api::Task::report)),
                        settings.value().get("classes")};
  MadePage made = made_page(*model, rows.value(), found.value(), names, threads.value());
  Dataset data = std::move(rows.value().scored.data);
  data.x = Matrix();
  const auto kept =
      std::make_shared<const KeptPage>(KeptPage{model,
                                                std::move(data),
                                                std::move(found).value(),
                                                rows.value().labelled,
                                                {"", made.bytes.size(), made.train_command, names.command},
                                                name_of_rows(path)});
  return HtmlPage{std::move(made.bytes), rows.value().labelled,
                  api::report_of([kept] { return json_text(kept->json()); }, [kept] { return kept->text(); })};
}

}  // namespace

Result<Report> inspect_file(const std::string& path, const Options& options) {
  return api::in_option_words(inspected_file(path, options));
}

Result<HtmlPage> report_page(const Classifier& classifier, const std::string& path, const Options& options,
                             const std::string& name) {
  return api::in_option_words(page_of(classifier.model(), path, options, name));
}

}  // namespace halfspace
