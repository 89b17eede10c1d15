#include "verbs/page.hpp"

#include <utility>

#include "base/quoted_list.hpp"
#include "base/text.hpp"
#include "html/page.hpp"
#include "model/threshold.hpp"
#include "report/train_command.hpp"

namespace halfspace {
namespace {

/// The reader's words for a text that lacks the label column alone.
bool lacks_labels(const Error& e) {
  return e.code == Code::bad_data && (e.message.starts_with("the model's label column") ||
                                      e.message.find("but the model was learned from records of") != std::string::npos);
}

Result<PageRows> without_labels(const ReadPageRows& read) {
  auto rows = read(false);
  if (!rows) return rows.error();
  return PageRows{std::move(rows).value(), false};
}

TrainCommand command_of(const Model& model, const Dataset& data, const PageNames& names) {
  const bool of_training = !model.text_hash.empty() && model.text_hash == data.text_hash;
  TrainFiles files;
  files.data = of_training && names.data != "-" ? names.data : "training." + model.form.format;
  files.output = names.model == "-" ? "model.hs" : names.model;
  files.classes = names.classes;
  files.text_rows = of_training ? data.rows : 0;
  return train_command(model, files);
}

}  // namespace

std::string name_of_rows(const std::string& path) { return path == "-" ? "stdin" : path; }

Result<PageRows> page_rows(const Settings& settings, const std::string& data, const ReadPageRows& read,
                           const std::function<void(const std::string&)>& note) {
  if (settings.has("unlabelled") && settings.has("label"))
    return Error{Code::usage, "--unlabelled", "cannot be combined with --label; choose one"};
  if (settings.has("unlabelled")) return without_labels(read);
  auto labelled = read(true);
  if (labelled) return PageRows{std::move(labelled).value(), true};
  if (settings.has("label") || !lacks_labels(labelled.error())) return labelled.error();
  if (data == "-") {
    Error error = labelled.error();
    error.message += "; say --unlabelled where there are no labels";
    return error;
  }
  note("DATA has no labels: the page leaves out what needs them");
  return without_labels(read);
}

RowsEvaluated predicted_rows(const Model& model, const LabelledScores& rows, std::optional<double> threshold) {
  RowsEvaluated out;
  out.threshold = threshold;
  out.predicted = predicted_classes(model, rows.score, threshold);
  return out;
}

MadePage made_page(const Model& model, const PageRows& rows, const RowsEvaluated& evaluated, const PageNames& names,
                   unsigned threads) {
  const LabelledScores& s = rows.scored;
  const EvaluationReport e = evaluated.report(model, s.data, name_of_rows(names.data));
  const TrainCommand command = command_of(model, s.data, names);
  const html::PageFacts facts{model,
                              names.model,
                              s.data,
                              name_of_rows(names.data),
                              rows.labelled ? &e : nullptr,
                              s.score,
                              s.truth,
                              evaluated.predicted,
                              command.command,
                              command.note,
                              names.command,
                              threads};
  return {html::page(facts), command.command};
}

std::string call_in_words(std::string call, const Settings& settings, const std::vector<Flag>& flags) {
  for (const Flag& f : flags) {
    if (f.name == "json" || !settings.has(f.name)) continue;
    call += (f.name.size() == 1 ? " -" : " --") + f.name;
    if (!f.metavar.empty()) call += " " + shell_word(settings.get(f.name));
  }
  return call;
}

}  // namespace halfspace
