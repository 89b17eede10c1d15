#include "report/counterfactual_report.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.hpp"
#include "report/cell_text.hpp"

namespace halfspace {
namespace {

/// What a changed cell must be: its number in full.
std::string new_cell(const Cell& c) {
  return c.text || c.date != DateColumn::no ? cell_text(c) : number_text(c.number);
}

std::string size_text(const Counterfactual& f) {
  const auto is_text = [](const ColumnChange& c) { return c.to.text; };
  const bool texts = std::any_of(f.changes.begin(), f.changes.end(), is_text);
  const bool numbers = !std::all_of(f.changes.begin(), f.changes.end(), is_text);
  std::string out = short_number(f.cost, 4);
  if (numbers)
    out += f.trained_scale
               ? "; a number counts in units of the model's --scale"
               : "; a number counts in standard deviations of its column in these rows (1 where it has none)";
  if (texts) out += std::string(numbers ? "," : ";") + " a switched category as 1";
  return out;
}

}  // namespace

void add_counterfactual(Lines& lines, const Model& model, const Counterfactual& f) {
  lines.gap();
  const std::string label = in_quotes(model.classes[f.label], 60);
  if (!f.flips) {
    lines.add("change", "none makes it " + label + ": " + f.reason);
    return;
  }
  const FeatureColumns columns(model.map);
  std::string text = "would be predicted " + label + " with: ";
  for (std::size_t k = 0; k < f.changes.size(); ++k) {
    const ColumnChange& c = f.changes[k];
    const ColumnSet column{{c.column, ColumnSet::none, ColumnSet::none}};
    text += (k == 0 ? "" : "; ") + shown(columns.name(column)) + " " + cell_text(c.from) + " -> " + new_cell(c.to);
  }
  lines.add("change", text);
  lines.add("size", size_text(f));
  if (f.score.size() == 1) lines.add("then score", (f.score[0] < 0 ? "" : "+") + short_number(f.score[0]));
  if (f.beyond)
    lines.add("", "(outside " + cell_text(f.beyond->low) + " to " + cell_text(f.beyond->high) +
                      ", the values of that column in these rows: no such change within the ranges is enough)");
  if (!f.complete) lines.add("", "(not every set of category switches was tried: a smaller change may exist)");
}

Json counterfactual_json(const Model& model, const Counterfactual& f) {
  const FeatureColumns columns(model.map);
  Json out{{"flips", f.flips}, {"label", model.classes[f.label]}, {"reason", f.flips ? Json(nullptr) : Json(f.reason)}};
  out["cost"] = f.flips ? number_json(f.cost) : Json(nullptr);
  out["unit"] = f.trained_scale ? "scale" : "standard deviation";
  out["complete"] = f.complete;
  out["within_ranges"] = f.flips && f.ranges ? Json(!f.beyond) : Json(nullptr);
  out["changes"] = Json::array();
  for (const ColumnChange& c : f.changes) {
    const ColumnSet column{{c.column, ColumnSet::none, ColumnSet::none}};
    out["changes"].push_back({{"column", columns.name(column)}, {"from", cell_json(c.from)}, {"to", cell_json(c.to)}});
  }
  out["score"] = !f.flips ? Json(nullptr) : f.score.size() == 1 ? number_json(f.score[0]) : Json(f.score);
  return out;
}

}  // namespace halfspace
