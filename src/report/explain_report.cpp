#include "report/explain_report.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "model/scorer.hpp"
#include "report/lines.hpp"
#include "report/model_text.hpp"

namespace halfspace {

std::string ExplanationReport::predicted() const {
  return model.classes[predicted_class(score, model.zero_is_negative)];
}

std::string ExplanationReport::part_name(const Contribution& c) const {
  return parts_are_features(model) ? model.column_name(c.place) : std::to_string(c.place + 1);
}

std::size_t ExplanationReport::kept(const ScoreParts& v) const {
  return all ? v.parts.size() : std::min<std::size_t>(v.parts.size(), top);
}

double ExplanationReport::rest(const ScoreParts& v) const {
  double sum = 0;
  for (std::size_t k = kept(v); k < v.parts.size(); ++k) sum += v.parts[k].amount;
  return sum;
}

namespace {

std::string signed_number(double v) { return (v < 0 ? "" : "+") + short_number(v); }

void add_score_parts(Lines& lines, const ExplanationReport& t, std::size_t k) {
  const ScoreParts& v = t.vectors[k];
  const bool features = parts_are_features(t.model);
  const bool one = t.vectors.size() == 1;
  lines.gap();
  lines.add(one ? "score" : "",
            (one ? "" : (t.model.pairwise() ? "" : "class ") + shown(t.model.vector_name(k), 60) + ": score ") +
                signed_number(v.score));
  lines.add("", padded_right("adds", 14) +
                    padded_right(features            ? "value"
                                 : t.model.cosines() ? "cosine"
                                                     : "kernel",
                                 12) +
                    padded_right("weight", 14) +
                    (features            ? "feature"
                     : t.model.cosines() ? "random cosine"
                                         : "support vector"));
  for (std::size_t p = 0; p < t.kept(v); ++p) {
    const Contribution& c = v.parts[p];
    lines.add("", padded_right(signed_number(c.amount), 14) + padded_right(short_number(c.value), 12) +
                      padded_right(short_number(c.weight), 14) + shown(t.part_name(c)));
  }
  if (t.kept(v) < v.parts.size())
    lines.add("", padded_right(signed_number(t.rest(v)), 14) + padded_right("", 26) + "the other " +
                      grouped(v.parts.size() - t.kept(v)));
  lines.add("", padded_right(signed_number(v.bias), 14) + padded_right("", 26) + "bias");
}

}  // namespace

std::string explain_text(const ExplanationReport& t, const std::string& source) {
  constexpr std::size_t most_vectors = 10;
  Lines lines;
  lines.add("row", std::to_string(t.row) + " (line " + std::to_string(t.data.lines.line(t.row)) + ") of " +
                       shown(source, 200));
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
  return lines.text();
}

Json explain_json(const ExplanationReport& t) {
  Json out;
  out["row"] = t.row;
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
    for (std::size_t p = 0; p < t.kept(v); ++p) {
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
    out["scores"].push_back(std::move(one));
  }
  return out;
}

}  // namespace halfspace
