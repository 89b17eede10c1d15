#include "report/trace_report.hpp"

#include "base/text.hpp"
#include "report/choices_text.hpp"
#include "report/lines.hpp"
#include "report/train_report.hpp"

namespace halfspace {
namespace {

Json numbers_json(const VisitTable& table, const std::vector<double>& all, bool bias) {
  const std::size_t side = all.size() / table.vectors;
  Json vectors = Json::array();
  for (std::size_t k = 0; k < table.vectors; ++k) {
    if (bias) {
      vectors.push_back(number_json(all[(k + 1) * side - 1]));
      continue;
    }
    Json one = Json::array();
    for (std::size_t j = 0; j + 1 < side; ++j) one.push_back(number_json(all[k * side + j]));
    vectors.push_back(std::move(one));
  }
  return table.vectors == 1 ? vectors[0] : vectors;
}

Json visit_json(const Dataset& data, const VisitTable& table, const VisitLine& line) {
  Json out;
  if (line.run) out["class"] = table.classes[*line.run];
  if (line.rival >= 0) out["class"] = table.classes[table.label[line.row]];
  out["visit"] = line.visit;
  out["pass"] = line.pass;
  out["row"] = line.row;
  out["line"] = data.lines.line(line.row);
  out["x"] = line.x;
  out["y"] = line.y;
  out["score"] = number_json(line.score);
  out["decision"] = line.mistake ? "mistake" : "correct";
  if (line.rival >= 0) out["rival"] = table.classes[static_cast<std::size_t>(line.rival)];
  out["multiplier"] = number_json(line.multiplier);
  out["alpha"] = number_json(line.alpha);
  if (!line.before.empty()) {
    out["weights_before"] = numbers_json(table, line.before, false);
    out["bias_before"] = numbers_json(table, line.before, true);
    out["weights_after"] = numbers_json(table, line.after, false);
    out["bias_after"] = numbers_json(table, line.after, true);
  }
  out["norm_squared"] = number_json(line.squared_norm);
  if (line.along) {
    out["separator_product"] = number_json(*line.along);
    out["cosine"] = number_json(line.cosine);
  }
  if (!table.counted) return out;
  out["mistakes"] = line.counts.mistakes;
  out["false_positives"] = table.binary() ? Json(line.counts.false_positives) : Json(nullptr);
  out["false_negatives"] = table.binary() ? Json(line.counts.false_negatives) : Json(nullptr);
  if (!table.pocket) return out;
  out["pocket"] = line.pocket;
  out["into_pocket"] = line.into_pocket;
  return out;
}

}  // namespace

Json trace_json(const Dataset& data, const TracedRun& run) {
  const VisitTable& table = run.table;
  Json out;
  out["classes"] = table.classes;
  out["positive"] = table.binary() ? Json(table.classes[1]) : Json(nullptr);
  out["bias_mode"] = name_json(run.learned.trained.model.bias);
  out["columns"] = table.columns;
  Json visits = Json::array();
  for (const VisitLine& line : table.lines) visits.push_back(visit_json(data, table, line));
  out["visits"] = std::move(visits);
  out["train"] = train_json(data, run.request, run.learned.trained, {});
  return out;
}

std::string trace_legend(const TracedRun& run) {
  const VisitTable& table = run.table;
  const Trained& t = run.learned.trained;
  Lines lines;
  lines.add("run", "perceptron, preset " + t.model.preset + ": " +
                       choices_text(t.perceptron()->options, run.request.perceptron.start_text) + "; bias " +
                       std::string(name_of(t.model.bias)));
  std::vector<std::string> names;
  if (table.columns.size() > VisitTable::most_shown)
    lines.add("columns", counted(table.columns.size(), "column") + ", not shown: more than " +
                             std::to_string(VisitTable::most_shown) + " (--columns chooses)");
  for (std::size_t j = 0; j < table.columns.size() && table.columns.size() <= VisitTable::most_shown; ++j)
    names.push_back("x" + std::to_string(j + 1) + " = " + shown(table.columns[j]));
  if (!names.empty()) lines.add("columns", joined(names, ", ", 64));
  names.clear();
  for (std::size_t k = 0; k < table.classes.size(); ++k)
    names.push_back((table.binary() ? (k == 1 ? "y = 1: " : "y = -1: ") : "c" + std::to_string(k + 1) + " = ") +
                    shown(table.classes[k]));
  lines.add("classes", joined(names, ", ", 20));
  lines.add("rows",
            table.kernel ? "count from 0; a1, a2, ...: y times the multiplier alpha of row 0, 1, ..." : "count from 0");
  return lines.text();
}

std::string trace_text(const TracedRun& run) {
  const Trained& t = run.learned.trained;
  Lines end;
  end.add("status", std::string(name_of(t.status)) + ": " + t.stop_reason);
  end.add("work", counted(t.perceptron()->run.updates, "update") + ", " + counted(t.perceptron()->run.visits, "visit") +
                      ", " + counted(t.perceptron()->run.passes, "pass"));
  if (!run.table.weights() && !run.table.lines.empty())
    end.add("weights", "are shown up to " + std::to_string(VisitTable::most_shown) + " a class; the data has more");
  if (t.perceptron()->options.keep != Keep::last)
    end.add("model", "the kept weights (" + std::string(name_of(t.perceptron()->options.keep)) +
                         ") are not the last of the table; `train` reports them");
  if (run.table.lines.empty()) end.add("table", "no visits to show");
  return trace_legend(run) + "\n" + (run.table.lines.empty() ? "" : visit_text(run.table, TableForm::text) + "\n") +
         end.text();
}

}  // namespace halfspace
