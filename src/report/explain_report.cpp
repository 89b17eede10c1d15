#include "report/explain_report.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "data/row_place.hpp"
#include "model/scorer.hpp"
#include "report/cell_text.hpp"
#include "report/counterfactual_report.hpp"
#include "report/lines.hpp"
#include "report/model_text.hpp"

namespace halfspace {

std::string ExplanationReport::predicted() const {
  return model.classes[predicted_class(score, model.zero_is_negative)];
}

std::string ExplanationReport::part_name(const Contribution& c) const {
  return parts_are_features(model) ? model.column_name(c.place) : std::to_string(c.place + 1);
}

std::size_t ExplanationReport::kept(std::size_t parts) const { return all ? parts : std::min<std::size_t>(parts, top); }

namespace {

template <class Part>
double sum_from(const std::vector<Part>& parts, std::size_t first) {
  double sum = 0;
  for (std::size_t k = first; k < parts.size(); ++k) sum += parts[k].amount;
  return sum;
}

}  // namespace

double ExplanationReport::rest(const ScoreParts& v) const { return sum_from(v.parts, kept(v.parts.size())); }

double ExplanationReport::rest(const std::vector<ColumnPart>& parts) const {
  return sum_from(parts, kept(parts.size()));
}

bool columns_by_default(const Model& m) {
  const bool dates =
      std::any_of(m.form.dates.begin(), m.form.dates.end(), [](DateColumn d) { return d != DateColumn::no; });
  return parts_are_features(m) &&
         (m.map.categorical() || m.map.fills() || dates || m.map.options.features != Expansion::none);
}

namespace {

std::string signed_number(double v) { return (v < 0 ? "" : "+") + short_number(v); }

void add_sum(Lines& lines, double amount, std::size_t blanks, const std::string& of) {
  lines.add("", padded_right(signed_number(amount), 14) + std::string(blanks, ' ') + of);
}

void add_feature_parts(Lines& lines, const ExplanationReport& t, const ScoreParts& v) {
  const bool features = parts_are_features(t.model);
  const bool cosines = t.model.cosines();
  lines.add("", padded_right("adds", 14) +
                    padded_right(features  ? "value"
                                 : cosines ? "cosine"
                                           : "kernel",
                                 12) +
                    padded_right("weight", 14) +
                    (features  ? "feature"
                     : cosines ? "random cosine"
                               : "support vector"));
  const std::size_t kept = t.kept(v.parts.size());
  for (std::size_t p = 0; p < kept; ++p) {
    const Contribution& c = v.parts[p];
    lines.add("", padded_right(signed_number(c.amount), 14) + padded_right(short_number(c.value), 12) +
                      padded_right(short_number(c.weight), 14) + shown(t.part_name(c)));
  }
  if (kept < v.parts.size()) add_sum(lines, t.rest(v), 26, "the other " + grouped(v.parts.size() - kept));
  add_sum(lines, v.bias, 26, "bias");
}

/// "red", of a product "red, 3".
std::string cells_text(const ExplanationReport& t, const ColumnSet& columns) {
  std::string out;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (k == 0 || columns.at[k] != columns.at[k - 1])
      out += (k == 0 ? "" : ", ") + cell_text(t.columns.cell(columns.at[k]));
  }
  return out;
}

void add_column_parts(Lines& lines, const ExplanationReport& t, const std::vector<ColumnPart>& parts, double bias) {
  const FeatureColumns names(t.model.map);
  lines.add("", padded_right("adds", 14) + "column = value");
  const std::size_t kept = t.kept(parts.size());
  for (std::size_t p = 0; p < kept; ++p)
    add_sum(lines, parts[p].amount, 0, shown(names.name(parts[p].columns)) + " = " + cells_text(t, parts[p].columns));
  if (kept < parts.size()) add_sum(lines, t.rest(parts), 0, "the other " + grouped(parts.size() - kept));
  add_sum(lines, bias, 0, "bias");
}

void add_score_parts(Lines& lines, const ExplanationReport& t, std::size_t k) {
  const ScoreParts& v = t.vectors[k];
  const bool one = t.vectors.size() == 1;
  lines.gap();
  lines.add(one ? "score" : "",
            (one ? "" : (t.model.pairwise() ? "" : "class ") + shown(t.model.vector_name(k), 60) + ": score ") +
                signed_number(v.score));
  if (t.by_column) {
    add_column_parts(lines, t, t.columns.vectors[k], v.bias);
  } else {
    add_feature_parts(lines, t, v);
  }
}

Json columns_json(const ExplanationReport& t, const std::vector<ColumnPart>& parts) {
  const FeatureColumns names(t.model.map);
  Json out = Json::array();
  for (std::size_t p = 0; p < t.kept(parts.size()); ++p) {
    const ColumnSet& columns = parts[p].columns;
    Json values = Json::array();
    bool missing = false;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const Cell cell = t.columns.cell(columns.at[k]);
      missing = missing || cell.missing;
      values.push_back(cell_json(cell));
    }
    out.push_back({{"column", names.name(columns)},
                   {"value", columns.size() == 1 ? Json(values[0]) : values},
                   {"missing", missing},
                   {"contribution", number_json(parts[p].amount)}});
  }
  return out;
}

}  // namespace

std::string explain_text(const ExplanationReport& t, const std::string& source) {
  constexpr std::size_t most_vectors = 10;
  Lines lines;
  lines.add("row", (in_memory(t.data) ? place_number(t.data, t.row)
                                      : std::to_string(t.record) + " (" + place_of(t.data, t.row) + ")") +
                       " of " + shown(source, 200));
  lines.add("model", learner_name(t.model));
  std::string text = shown(t.predicted());
  if (t.model.pairwise()) {
    text += " by votes:";
    for (std::size_t k = 0; k < t.score.size() && k < 12; ++k)
      text += (k == 0 ? " " : ", ") + shown(t.model.classes[k]) + " " + short_number(t.score[k]);
  }
  lines.add("predicted", text + (t.model.outputs() == 1 ? "; " + classes_text(t.model) : ""));
  for (std::size_t k = 0; k < std::min(t.vectors.size(), most_vectors); ++k) add_score_parts(lines, t, k);
  if (t.vectors.size() > most_vectors)
    lines.add("", "(" + grouped(t.vectors.size() - most_vectors) + " more scores are in --json)");
  if (t.counterfactual) add_counterfactual(lines, t.model, *t.counterfactual);
  return lines.text();
}

Json explain_json(const ExplanationReport& t) {
  Json out;
  out["row"] = t.record;
  out["line"] = t.data.lines.line(t.row);
  out["label"] = t.predicted();
  out["classes"] = t.model.classes;
  out["positive"] = t.model.positive().empty() ? Json(nullptr) : Json(t.model.positive());
  out["parts"] = parts_are_features(t.model) ? "features" : t.model.cosines() ? "random cosines" : "support vectors";
  out["votes"] = t.model.pairwise() ? Json(t.score) : Json(nullptr);
  out["scores"] = Json::array();
  for (std::size_t k = 0; k < t.vectors.size(); ++k) {
    const ScoreParts& v = t.vectors[k];
    Json one{{"of", t.vectors.size() == 1 ? t.model.positive() : t.model.vector_name(k)},
             {"score", number_json(v.score)},
             {"bias", number_json(v.bias)},
             {"contributions", Json::array()}};
    for (std::size_t p = 0; p < t.kept(v.parts.size()); ++p) {
      const Contribution& c = v.parts[p];
      Json part;
      if (parts_are_features(t.model)) {
        part["feature"] = t.part_name(c);
      } else {
        part[t.model.cosines() ? "cosine" : "support_vector"] = c.place + 1;
      }
      part["value"] = number_json(c.value);
      part["weight"] = number_json(c.weight);
      part["contribution"] = number_json(c.amount);
      one["contributions"].push_back(std::move(part));
    }
    one["rest"] = number_json(t.rest(v));
    const bool columns = k < t.columns.vectors.size();
    one["columns"] = columns ? columns_json(t, t.columns.vectors[k]) : Json(nullptr);
    one["columns_rest"] = columns ? number_json(t.rest(t.columns.vectors[k])) : Json(nullptr);
    out["scores"].push_back(std::move(one));
  }
  out["counterfactual"] = t.counterfactual ? counterfactual_json(t.model, *t.counterfactual) : Json(nullptr);
  return out;
}

}  // namespace halfspace
