#include "report/separate_report.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.hpp"
#include "data/row_place.hpp"
#include "report/lines.hpp"
#include "report/separate_mistakes.hpp"
#include "report/text_columns.hpp"
#include "report/train_head.hpp"

namespace halfspace {
namespace {

constexpr std::size_t rows_shown = 12;
constexpr std::size_t values_shown = 6;
constexpr std::size_t most_weights = 20;
constexpr std::size_t digits_shown = 24;  // of a fraction

/// A fraction in full where it is short, else in six digits.
std::string number_shown(const Rational& v) {
  const std::string text = rational_text(v);
  return text.size() <= digits_shown ? text : "about " + approximate_text(v);
}

std::string root_shown(const Rational& squared) { return approximate_root_text(squared); }

std::string verdict_text(const SeparateQuestion& q, const SeparationAnswer& a) {
  const std::string where = q.rows.map().options.features == Expansion::none ? "" : " in these features";
  switch (a.decision.verdict) {
    case Verdict::separable:
      return "separable: every row lies strictly on its own side" + where + " of the weights below (checked exactly)";
    case Verdict::quasi_separable:
      return "quasi-separable: no separator exists, but the weights below have no row on the wrong side and some rows "
             "off the boundary; a logistic fit without penalty has no finite optimum";
    case Verdict::overlapping:
      return "overlapping: no separator exists, not even one that leaves rows on the boundary; a logistic fit without "
             "penalty has a finite optimum";
    case Verdict::undecided:
      break;
  }
  return "undecided: " + a.decision.reason +
         (!a.decision.witness.empty()           ? "; no separator exists"
          : !std::isfinite(a.decision.distance) ? ""
                                                : "; the hull is at most " + short_number(a.decision.distance) +
                                                      " from the origin in standardised columns");
}

std::string margin_text(const Margin& m) {
  const std::string kind = m.kind == MarginKind::geometric ? "geometric" : "augmented";
  if (m.exact()) return root_shown(m.lower_squared) + " " + kind + " (squared: " + number_shown(m.lower_squared) + ")";
  return "between " + root_shown(m.lower_squared) + " and " + root_shown(m.upper_squared) + " " + kind +
         " (proven interval)";
}

void add_weights(Lines& lines, const SeparateQuestion& q, const Decision& d) {
  if (d.weights.empty()) return;
  const Dataset& features = q.rows.features();
  std::vector<std::size_t> used;
  for (std::size_t j = 0; j < d.weights.size(); ++j) {
    if (d.weights[j] != 0) used.push_back(j);
  }
  if (used.size() > most_weights) {
    lines.add("weights", counted(used.size(), "number") + " other than 0; -o FILE writes them");
    return;
  }
  std::string name = "weights";
  for (const std::size_t j : used) {
    const bool bias = j == features.cols;
    lines.add(std::exchange(name, ""), padded_right(number_shown(Rational(d.weights[j])), 12) + " " +
                                           (bias ? "bias" : shown(features.column_name(j))));
  }
}

/// "sepal_length = 5.1, petal_length = 1.4"
std::string values_text(const Dataset& features, std::uint64_t row) {
  std::vector<std::string> parts;
  std::visit(
      [&](const auto& x) {
        for_each_entry(x.row(row), [&](std::size_t j, double v) {
          if (v != 0 || features.cols <= values_shown)
            parts.push_back(shown(features.column_name(j)) + " = " + number_text(v));
        });
      },
      features.x);
  return joined(parts, ", ", values_shown);
}

std::string witness_table(const SeparateQuestion& q, const std::vector<Multiplier>& witness) {
  std::string out;
  std::array<std::size_t, 3> width = {4, 5, 10};
  std::vector<std::array<std::string, 4>> rows;
  for (std::size_t k = 0; k < std::min(witness.size(), rows_shown); ++k) {
    const Multiplier& m = witness[k];
    rows.push_back({place_number(q.data, m.row), shown(label_of(q, m.row)), number_shown(Rational(m.value)),
                    values_text(q.rows.features(), m.row)});
    for (std::size_t c = 0; c < width.size(); ++c) width[c] = std::max(width[c], columns_taken(rows.back()[c]));
  }
  rows.insert(rows.begin(), {place_word(q.data), "label", "multiplier", "values"});
  for (const auto& r : rows) {
    out += std::string(11, ' ') + std::string(width[0] - r[0].size(), ' ') + r[0] + "  " +
           padded_right(r[1], width[1]) + "  " + std::string(width[2] - columns_taken(r[2]), ' ') + r[2] + "  " + r[3] +
           "\n";
  }
  if (witness.size() > rows_shown)
    out += std::string(11, ' ') + "and " + counted(witness.size() - rows_shown, "more row") + " (all in --json)\n";
  return out;
}

/// Σ_+ λ x / Σ_+ λ, the point that both hulls hold; with a bias.
std::vector<Rational> common_point(const SeparateQuestion& q, const std::vector<Multiplier>& witness) {
  const SignedRows& z = q.rows.signed_rows();
  std::vector<Rational> point(z.cols());
  Integer sum = 0;
  for (const Multiplier& m : witness) {
    if (z.sign(m.row) < 0) continue;
    sum += m.value;
    for (const auto& [j, value] : z.exact(m.row)) {
      if (j < z.cols()) point[j] += Rational(m.value * value);
    }
  }
  const Rational unit(sum * z.unit());
  for (Rational& v : point) v /= unit;
  return point;
}

std::string point_text(const SeparateQuestion& q, const std::vector<Multiplier>& witness) {
  std::vector<std::string> parts;
  const std::vector<Rational> point = common_point(q, witness);
  parts.reserve(point.size());
  for (std::size_t j = 0; j < point.size(); ++j)
    parts.push_back(shown(q.rows.features().column_name(j)) + " = " + number_shown(point[j]));
  return joined(parts, ", ", values_shown);
}

std::string single_text(const SeparateQuestion& q, const SingleFeature& f) {
  const std::string name = shown(q.rows.features().column_name(f.column));
  const std::string upper = shown(f.direction > 0 ? q.classes.positive : q.classes.negative);
  const std::string bar = number_text(f.threshold);
  if (f.strict) return name + " separates alone: " + upper + " above " + bar;
  return name + " alone: " + upper + " at or above " + bar + ", the other class at or below (" +
         counted(f.inside, "row") + " off it)";
}

Json multipliers_json(const SeparateQuestion& q, const std::vector<Multiplier>& multipliers) {
  Json out = Json::array();
  for (const Multiplier& m : multipliers) {
    out.push_back({{"row", q.number_of(m.row)},
                   {"line", q.data.lines.line(m.row)},
                   {"label", label_of(q, m.row)},
                   {"multiplier", m.value.get_str()}});
  }
  return out;
}

Json squared_json(const std::optional<Margin>& m) {
  return m && m->exact() ? Json(m->lower_squared.get_str()) : Json(nullptr);
}

Json interval_json(const std::optional<Margin>& m) {
  if (!m) return nullptr;
  return Json::array({m->lower_squared.get_str(), m->upper_squared.get_str()});
}

/// Numbers of the columns looked at as those of all features.
template <class Numbers>
Json every_feature(const SeparateQuestion& q, const Numbers& numbers) {
  Json out = Json::array();
  std::uint64_t next = 0;  // column of features()
  for (std::uint64_t j = 0; j < q.rows.cols(); ++j) {
    const bool seen = next < q.rows.features().cols && q.rows.feature(next) == j;
    out.push_back(seen ? numbers[next].get_str() : "0");
    next += seen ? 1 : 0;
  }
  return out;
}

}  // namespace

std::string separate_text(const SeparateQuestion& q, const SeparationAnswer& a) {
  const Decision& d = a.decision;
  Lines lines;
  lines.add("data", shown_source(q.data, q.source) + ", " + counted(q.rows_asked(), "row") + ", " +
                        counted(q.rows.cols(), "feature") + left_out_text(q.data));
  lines.add("classes", (q.classes.positive.empty() ? "no row" : shown(q.classes.positive)) + " is +1, " +
                           (q.classes.negative.empty() ? "no row" : shown(q.classes.negative)) + " is -1; bias " +
                           std::string(name_of(q.bias)));
  lines.gap();
  lines.add("verdict", verdict_text(q, a));
  if (a.geometric) lines.add("margin", margin_text(*a.geometric));
  if (a.augmented) lines.add("margin", margin_text(*a.augmented));
  if (a.mistake_bound)
    lines.add("perceptron", "from zero with unit steps at most " + number_shown(*a.mistake_bound) +
                                " updates (R^2/margin^2, R^2 = " + number_shown(a.radius_squared) + ")");
  add_weights(lines, q, d);
  std::string out;
  if (!d.witness.empty()) {
    lines.add("witness", counted(d.witness.size(), "row") +
                             " whose signed sum with these multipliers is 0, so that no weights have all of them on "
                             "their own sides; no smaller subset has one");
    out = lines.text() + witness_table(q, d.witness);
    lines = Lines();
    if (q.rows.signed_rows().bias())
      lines.add("meeting", q.rows.cols() == 0 ? "without columns all rows are one point, of both classes"
                                              : "the hulls of the classes meet at " + point_text(q, d.witness));
  }
  if (!d.span.empty())
    lines.add("span", counted(d.span.size(), "row") + " with such a sum span all rows: no direction is left");
  add_mistakes(lines, q, a);
  std::string name = "feature";
  for (const SingleFeature& f : a.alone) lines.add(std::exchange(name, ""), single_text(q, f));
  return out + lines.text();
}

Json separate_json(const SeparateQuestion& q, const SeparationAnswer& a) {
  const Decision& d = a.decision;
  Json out;
  out["verdict"] = std::string(name_of(d.verdict));
  out["reason"] = d.reason.empty() ? Json(nullptr) : Json(d.reason);
  out["bias_mode"] = name_json(q.bias);
  out["rows"] = q.rows_asked();
  out["cols"] = q.rows.cols();
  out["classes"] = {q.classes.negative, q.classes.positive};
  out["positive"] = q.classes.positive.empty() ? Json(nullptr) : Json(q.classes.positive);
  const bool through_origin = !q.rows.signed_rows().bias();
  out["margin_squared"] = squared_json(through_origin ? a.augmented : a.geometric);
  out["margin_squared_interval"] = interval_json(through_origin ? a.augmented : a.geometric);
  out["augmented_margin_squared"] = through_origin ? Json(nullptr) : squared_json(a.augmented);
  out["augmented_margin_squared_interval"] = through_origin ? Json(nullptr) : interval_json(a.augmented);
  out["radius_squared"] = a.radius_squared.get_str();
  out["mistake_bound"] = a.mistake_bound ? number_json(a.mistake_bound->get_d()) : Json(nullptr);
  Json weights = nullptr;
  if (!d.weights.empty()) weights = every_feature(q, d.weights);
  out["weights"] = weights;
  out["bias"] = !d.weights.empty() && !through_origin ? Json(d.weights.back().get_str()) : Json(nullptr);
  const bool undecided = d.verdict == Verdict::undecided;
  out["witness"] = undecided && d.witness.empty() ? Json(nullptr) : multipliers_json(q, d.witness);
  out["span"] = undecided ? Json(nullptr) : multipliers_json(q, d.span);
  Json point = nullptr;
  if (!d.witness.empty() && !through_origin) {
    point = every_feature(q, common_point(q, d.witness));
  }
  out["common_point"] = point;
  Json alone = Json::array();
  for (const SingleFeature& f : a.alone)
    alone.push_back({{"feature", q.rows.features().column_name(f.column)},
                     {"strict", f.strict},
                     {"threshold", number_json(f.threshold)},
                     {"above", f.direction > 0 ? q.classes.positive : q.classes.negative},
                     {"rows_off_threshold", f.inside}});
  out["single_features"] = alone;
  add_mistakes(out, q, a);
  return out;
}

Json verification_json(const Verification& v) {
  return {{"accepted", v.accepted},
          {"statement", v.statement.empty() ? Json(nullptr) : Json(v.statement)},
          {"reason", v.reason},
          {"question", v.question.empty() ? Json(nullptr) : Json(v.question)}};
}

std::string verification_text(const Verification& v, const std::string& source) {
  Lines lines;
  lines.add("verdict", v.accepted ? "accepted: the rows are " + v.statement : "rejected");
  lines.add("data", shown(source, 4096));
  if (!v.question.empty()) lines.add("question", v.question);
  lines.add(v.accepted ? "proof" : "reason", v.reason);
  return lines.text();
}

}  // namespace halfspace
