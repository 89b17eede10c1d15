// halfspace report MODEL DATA -o FILE.html: one page about a model and rows it is tried on.
#include <utility>

#include "base/quoted_list.hpp"
#include "base/text.hpp"
#include "data_flags.hpp"
#include "labelled_scores.hpp"
#include "output_file.hpp"
#include "report/page_report.hpp"
#include "session.hpp"
#include "verbs.hpp"
#include "verbs/flags.hpp"
#include "verbs/page.hpp"

namespace halfspace::cli::verb_report {
namespace {

std::vector<Operand> operands() {
  return {{"MODEL", "a model file"},
          {"DATA", "rows with the model's columns; labels may be absent (CSV); - is standard input"}};
}

std::vector<Flag> flags() {
  std::vector<Flag> all = {
      {"o", "FILE", "write the page to FILE, as in report.html; - is standard output (required)", "output"},
      threshold_flag(),
      unlabelled_flag(),
  };
  for (Flag& f : label_flags()) all.push_back(std::move(f));
  for (Flag& f : scoring_flags()) all.push_back(std::move(f));
  return all;
}

Result<LabelledScores> rows_without_labels(const Args& args, const Model& model, unsigned threads) {
  const auto options = read_options_for(model, args, false);
  if (!options) return options.error();
  auto data = load(args, args.operands[1], options.value());
  if (!data) return data.error();
  note_left_out(args, data.value());
  return unlabelled_scores(model, std::move(data).value(), shown(source_of(args), 4096), threads);
}

Result<PageRows> rows_of(const Args& args, const Model& model, unsigned threads) {
  return page_rows(
      args, args.operands[1],
      [&](bool labelled) {
        return labelled ? labelled_scores(args, model, threads) : rows_without_labels(args, model, threads);
      },
      [&](const std::string& text) { note(args, text); });
}

/// This call, in words of a shell.
std::string this_call(const Args& args) {
  std::string out = "halfspace report";
  for (const std::string& operand : args.operands) out += " " + shell_word(operand);
  std::vector<Flag> known = flags();
  for (Flag& f : common_flags()) known.push_back(std::move(f));
  return call_in_words(std::move(out), args, known);
}

Result<RowsEvaluated> evaluated(const Args& args, const Model& model, const PageRows& rows,
                                const EvaluationRequest& request, unsigned threads) {
  if (rows.labelled) return evaluated_rows(args, model, rows.scored, request, threads);
  return predicted_rows(model, rows.scored, request.threshold);
}

/// Writes the page and says what it holds.
Result<void> write_page(const Args& args, const Model& model, const PageRows& rows, const RowsEvaluated& all,
                        unsigned threads, double begun) {
  const PageNames names{args.operands[0], args.operands[1], this_call(args), args.get("classes")};
  const NothingToKeep drawing("report");
  const MadePage page = made_page(model, rows, all, names, threads);
  const std::string path = args.get("o");
  if (const auto written = path == "-" ? print(page.bytes) : write_output(args, path, page.bytes); !written)
    return written.error();
  const double read = rows.scored.read_at;
  if (args.has("json")) {
    const EvaluationReport e = all.report(model, rows.scored.data, source_of(args));
    const Json answer = page_json({path, page.bytes.size(), page.train_command, names.command}, model, rows.scored.data,
                                  rows.labelled ? &e : nullptr);
    return print_json(json_answer("report", answer), {{"load", read - begun}, {"report", seconds_now() - read}});
  }
  if (path == "-") return {};
  return print_report("written    " + shown(path, 200) + ": HTML page, " + grouped((page.bytes.size() + 1023) / 1024) +
                      " KiB\n");
}

Outcome run(const Args& args) {
  const double begun = seconds_now();
  if (!args.has("o")) return Error{Code::usage, "-o", "is missing; name the page to write, as in -o report.html"};
  if (const auto fine = check_paths(args, {args.operands[0], args.operands[1]}, {"o"}); !fine) return fine.error();
  const auto threads = thread_count(args);
  if (!threads) return threads.error();
  const auto model = read_model(args.operands[0]);
  if (!model) return model.error();
  note_unfinished(args, model.value());
  const auto request = evaluation_request(args, model.value());
  if (!request) return request.error();
  const auto rows = rows_of(args, model.value(), threads.value());
  if (!rows) return rows.error();
  if (rows.value().scored.data.rows == 0) return Error{Code::bad_data, source_of(args), "there are no rows"};
  const auto all = evaluated(args, model.value(), rows.value(), request.value(), threads.value());
  if (!all) return all.error();
  const auto written = write_page(args, model.value(), rows.value(), all.value(), threads.value(), begun);
  if (!written) return written.error();
  return 0;
}

}  // namespace

const Verb verb = {"report",
                   "one HTML page: what was learned, what is proved, how it does",
                   "  halfspace report model.hs test.csv -o report.html                  weights, metrics, curves\n"
                   "  halfspace report model.hs test.csv -o report.html --threshold 0.8  +1 from P = 0.8 on\n"
                   "  halfspace report model.hs new.csv -o report.html                   rows without labels too\n",
                   operands,
                   flags,
                   run};

}  // namespace halfspace::cli::verb_report
