#include <algorithm>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "html/elements.hpp"
#include "html/members.hpp"
#include "html/sections.hpp"
#include "report/lines.hpp"
#include "separate/separability.hpp"

namespace halfspace::html {
namespace {

/// `classes`: of two a side is meant, of more the highest score.
std::string verdict_words(const std::string& verdict, std::size_t classes) {
  const std::string own = classes == 2 ? "strictly on its own side" : "highest at its own class";
  if (verdict == name_of(Verdict::separable))
    return "The training data is separable (proved): some weights put every row " + own + ".";
  if (verdict == name_of(Verdict::quasi_separable))
    return "The training data is quasi-separable (proved): no weights put every row " + own +
           ", but some leave the rest on the boundary and none on the wrong side.";
  if (verdict == name_of(Verdict::overlapping))
    return "The training data is overlapping (proved): no weights put every row " + own +
           ", and none but those with all rows on the boundary keep every row off the wrong side.";
  if (verdict == name_of(Verdict::undecided)) return "Separable or not: undecided.";
  return "Whether the training data is separable was not asked.";
}

/// "lines 52 (versicolor), 70 (virginica)"
std::string witness_words(const Json& witness) {
  constexpr std::size_t most = 12;
  std::string out;
  for (std::size_t k = 0; k < std::min(witness.size(), most); ++k) {
    const Json& row = witness[k];
    const auto line = row.is_object() ? number_member(row, "line") : std::nullopt;
    if (!line) return "";
    out += (k == 0 ? "" : ", ") + short_number(*line, 15) + " (" + text(text_member(row, "label")) + ")";
  }
  const std::string more = witness.size() > most ? " and " + grouped(witness.size() - most) + " more" : "";
  return "lines " + out + more + ": these rows cannot all be on their right side";
}

/// What is known of the distance from the optimum.
std::string optimum_words(const Json& r) {
  const auto primal = number_member(r, "primal");
  if (!primal) return "";
  std::string out = "primal " + data(*primal, short_number(*primal, 10));
  if (const auto dual = number_member(r, "dual")) out += ", dual " + data(*dual, short_number(*dual, 10));
  if (const auto gap = number_member(r, "gap"))
    return out + ", gap " + data(*gap, short_bound(*gap, 3)) + ": certified, at most this far above the optimum";
  if (const auto gap = number_member(r, "gap_estimate"))
    return out + ", about " + data(*gap, short_number(*gap, 3)) + " above the optimum (an estimate, no proof)";
  return out + "; nothing proves how far this is from the optimum";
}

std::string margin_words(const Model& m) {
  const Json& r = m.report;
  std::string out;
  if (const auto margin = number_member(r, "margin"))
    out = number(*margin) + (m.bias == Bias::augmented ? " = 1/|(w, b)|" : " = 1/|w|");
  if (const auto vectors = number_member(r, "support_vectors")) {
    out += (out.empty() ? "" : "; ") + data(*vectors, short_number(*vectors)) + " support vectors";
    if (const auto bounded = number_member(r, "bounded_support_vectors"))
      out += ", " + data(*bounded, short_number(*bounded)) + " of them bounded (alpha = C)";
  }
  return out;
}

/// A perceptron's updates against what Novikoff's theorem allows.
std::string bound_words(const Json& bound) {
  const auto updates = number_member(bound, "updates");
  const auto most = number_member(bound, "updates_at_most");
  if (!updates || !most) return "";
  std::string out =
      data(*updates, short_number(*updates, 15)) + " updates of at most " + data(*most, short_number(*most, 8));
  if (const auto radius = number_member(bound, "radius_squared")) out += "; R^2 = " + number(*radius);
  const auto low = number_member(bound, "margin_at_least");
  const auto high = number_member(bound, "margin_at_most");
  if (low && high)
    out += short_number(*low) == short_number(*high)
               ? ", the best margin is " + number(*low)
               : ", the best margin is between " + number(*low) + " and " + number(*high);
  return out;
}

std::string work_words(const Json& r) {
  std::string out;
  for (const char* what : {"updates", "visits", "passes", "rounds"}) {
    if (const auto n = number_member(r, what))
      out += (out.empty() ? "" : ", ") + data(*n, short_number(*n, 15)) + " " + what;
  }
  return out + (text_member(r, "solver").empty() ? "" : " of " + text(text_member(r, "solver")));
}

std::string training_counts(const Json& r) {
  const auto counts = r.find("train");
  if (counts == r.end() || !counts->is_object()) return "";
  const auto wrong = number_member(*counts, "wrong_labels");
  const auto rows = number_member(*counts, "rows");
  if (!wrong || !rows) return "";
  return data(*wrong, short_number(*wrong, 15)) + " wrong labels in " + data(*rows, short_number(*rows, 15)) + " rows";
}

std::string or_dash(const std::optional<double>& value) { return value ? number(*value) : "-"; }

/// The runs of one-vs-rest or one-vs-one.
std::string runs_table(const Json& runs) {
  constexpr std::size_t most = 40;
  if (runs.empty()) return "";
  Table table("Runs" + (runs.size() > most ? ", the first 40 of " + grouped(runs.size()) : std::string()),
              {{"run"},
               {"status"},
               {"verdict"},
               {"rounds", Table::Kind::number},
               {"primal", Table::Kind::number},
               {"gap", Table::Kind::number}});
  for (std::size_t k = 0; k < std::min(runs.size(), most); ++k) {
    const Json& r = runs[k];
    if (!r.is_object()) continue;
    const auto gap = number_member(r, "gap");
    const std::string verdict = text_member(r, "verdict");
    table.row({text(text_member(r, "label")), text(text_member(r, "status")), text(verdict.empty() ? "-" : verdict),
               or_dash(number_member(r, "rounds")), or_dash(number_member(r, "primal")),
               gap ? data(*gap, short_bound(*gap, 3)) : "-"});
  }
  return table.html();
}

std::string statistics_table(const Json& r) {
  const auto statistics = r.find("statistics");
  if (statistics == r.end() || !statistics->is_object()) return "";
  const Json& rows = list_member(*statistics, "coefficients");
  if (rows.empty()) return "";
  Table table("Coefficients with standard errors", {{"coefficient"},
                                                    {"estimate", Table::Kind::number},
                                                    {"std. error", Table::Kind::number},
                                                    {"z", Table::Kind::number},
                                                    {"p", Table::Kind::number},
                                                    {"95 % from", Table::Kind::number},
                                                    {"to", Table::Kind::number}});
  for (const Json& c : rows) {
    if (!c.is_object()) continue;
    std::vector<std::string> cells = {text(text_member(c, "name"))};
    for (const char* name : {"estimate", "standard_error", "z", "p", "low", "high"})
      cells.push_back(or_dash(number_member(c, name)));
    table.row(cells);
  }
  return table.html();
}

void add_run(Terms& terms, const PageFacts& facts) {
  const Json& r = facts.model.report;
  const auto add = [&](const char* name, const std::string& content) {
    if (!content.empty()) terms.add(name, content);
  };
  add("status", text(text_member(r, "status")));
  add("stopped because", text(text_member(r, "stop_reason"), 1000));
  add("witness", list_member(r, "witness").empty() ? "" : witness_words(list_member(r, "witness")));
  if (const std::string objective = text_member(r, "objective"); !objective.empty())
    terms.add("objective", "min " + text(objective, 400));
  add("optimum", optimum_words(r));
  add("margin", margin_words(facts.model));
  if (const auto bound = r.find("bound"); bound != r.end() && bound->is_object())
    add("mistake bound", bound_words(*bound));
  add("work", work_words(r));
  add("training", training_counts(r));
}

}  // namespace

std::string proof_section(const PageFacts& facts) {
  const Json& r = facts.model.report;
  std::string out = heading(2, "Verdict and proofs", "proofs");
  if (!r.is_object() || r.empty()) return out + paragraph("The model holds no report of the run that made it.");
  const Json& runs = list_member(r, "runs");
  const std::string verdict = text_member(r, "verdict");
  if (!verdict.empty() || runs.empty()) out += paragraph(text(verdict_words(verdict, facts.model.classes.size()), 400));
  Terms terms;
  add_run(terms, facts);
  if (facts.evaluation != nullptr) {
    const std::string least = unavoidable_text(facts.evaluation->unavoidable, facts.evaluation->counts.mistakes);
    if (!least.empty()) terms.add("unavoidable", text(least + ", by whatever weights on these features", 400));
  }
  return out + terms.html() + runs_table(runs) + statistics_table(r);
}

}  // namespace halfspace::html
