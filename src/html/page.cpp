#include "html/page.hpp"

#include <utility>
#include <vector>

#include "base/text.hpp"
#include "html/elements.hpp"
#include "html/members.hpp"
#include "html/sections.hpp"
#include "html/style.hpp"
#include "report/model_text.hpp"
#include "select/label_metrics.hpp"

namespace halfspace::html {
namespace {

std::string key_figure(std::string_view name, const std::string& value, const std::string& more = "") {
  return "<div><dt>" + std::string(name) + "</dt><dd>" + value + (more.empty() ? "" : "<small>" + more + "</small>") +
         "</dd></div>\n";
}

/// What a reader looks for first.
std::string key_figures(const PageFacts& facts) {
  std::string out = key_figure("learner", text(learner_name(facts.model), 60));
  out += key_figure("rows", count(facts.data.rows), text(facts.data_name, 60));
  if (facts.evaluation != nullptr) {
    const Counts& c = facts.evaluation->counts;
    const ShareInterval interval = wilson_interval(c.rows - c.wrong(), c.rows);
    out += key_figure("accuracy", share(c.accuracy()),
                      c.weight > 0 ? "by weight" : short_number(100 * interval.from, 4) + " to " + share(interval.to));
    out += key_figure("mistakes", count(c.mistakes), "of " + counted(c.rows, "row"));
    const auto& auc =
        facts.evaluation->measures.auc ? facts.evaluation->measures.auc : facts.evaluation->measures.mean_auc;
    if (auc) out += key_figure("ROC AUC", number(*auc));
  }
  const std::string verdict = text_member(facts.model.report, "verdict");
  if (!verdict.empty()) out += key_figure("training data", text(verdict), verdict == "undecided" ? "" : "proved");
  const std::string status = text_member(facts.model.report, "status");
  if (!status.empty()) out += key_figure("status", text(status));
  return "<dl class=\"figures\">\n" + out + "</dl>\n";
}

/// Links to the sections, by their names.
std::string contents(const std::vector<std::pair<std::string, std::string>>& sections) {
  std::string out = "<nav aria-label=\"Contents\"><ul>\n";
  for (const auto& [id, name] : sections)
    out.append("<li><a href=\"#").append(id).append("\">").append(name).append("</a></li>\n");
  return out + "</ul></nav>\n";
}

}  // namespace

std::string commands_section(const PageFacts& facts) {
  std::string out = heading(2, "Commands", "commands");
  if (!facts.train_command.empty())
    out += paragraph("The model again, from its settings:") + "<pre id=\"train-command\"><code>" +
           text(facts.train_command, facts.train_command.size()) + "</code></pre>\n";
  if (!facts.train_note.empty()) out += paragraph(text(facts.train_note, 1000), "faint");
  return out + paragraph("This page again:") + "<pre id=\"report-command\"><code>" +
         text(facts.report_command, facts.report_command.size()) + "</code></pre>\n";
}

std::string page(const PageFacts& facts) {
  const std::string title = "Report: " + text(facts.model_name, 200) + " on " + text(facts.data_name, 200);
  const std::string curve = curve_section(facts);
  std::vector<std::pair<std::string, std::string>> sections = {
      {"learned", "What was learned"},
      {"data", "Data"},
      {"proofs", "Verdict and proofs"},
      {"weights", "Weights"},
      {"evaluation", facts.evaluation == nullptr ? "Predictions" : "Evaluation"}};
  if (!curve.empty()) sections.emplace_back("curve", "Learning curve");
  sections.emplace_back("commands", "Commands");
  const std::string unfinished = unfinished_text(facts.model);
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
         title + "</title>\n<style>\n" + style_sheet() + "</style>\n</head>\n<body>\n<main>\n<h1>" + title + "</h1>\n" +
         paragraph("halfspace " + text(HALFSPACE_VERSION) + (unfinished.empty() ? "" : "; " + text(unfinished, 200)),
                   "faint") +
         key_figures(facts) + contents(sections) + learned_section(facts) + data_section(facts) + proof_section(facts) +
         weights_section(facts) + evaluation_section(facts) + curve + commands_section(facts) +
         "</main>\n</body>\n</html>\n";
}

}  // namespace halfspace::html
