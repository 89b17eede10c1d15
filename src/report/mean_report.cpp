#include "report/mean_report.hpp"

#include <algorithm>
#include <numeric>

#include "base/text.hpp"
#include "model/scorer.hpp"
#include "report/lines.hpp"
#include "report/model_text.hpp"

namespace halfspace {
namespace {

double mean_absolute(const Moments& v) { return v.count == 0 ? 0 : v.absolute / static_cast<double>(v.count); }

/// A number for one vector, a list for more.
template <class OfVector>
Json of_vectors(std::size_t vectors, OfVector number) {
  if (vectors == 1) return number_json(number(0));
  Json out = Json::array();
  for (std::size_t k = 0; k < vectors; ++k) out.push_back(number_json(number(k)));
  return out;
}

std::string with_sign(double v) { return (v < 0 ? "" : "+") + short_number(v); }

void add_means(Lines& lines, const MeanReport& t, std::size_t k, double score) {
  std::vector<std::size_t> order(t.columns.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto size = [&](std::size_t c) { return mean_absolute(t.columns[c].vectors[k]); };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return size(a) > size(b); });
  const FeatureColumns names(t.model.map);
  const bool one = t.model.vectors() == 1;
  lines.gap();
  lines.add(one ? "score" : "",
            (one ? "" : (t.model.pairwise() ? "" : "class ") + shown(t.model.vector_name(k), 60) + ": score ") +
                with_sign(score) + " of the mean row, " + with_sign(t.model.b[k]) + " of it the bias");
  lines.add("",
            padded_right("mean |adds|", 14) + padded_right("mean adds", 14) + padded_right("deviation", 14) + "column");
  const std::size_t kept = t.all ? order.size() : std::min<std::size_t>(order.size(), t.top);
  for (std::size_t p = 0; p < kept; ++p) {
    const Moments& v = t.columns[order[p]].vectors[k];
    lines.add("", padded_right(short_number(mean_absolute(v)), 14) + padded_right(with_sign(v.mean), 14) +
                      padded_right(short_number(v.deviation()), 14) + shown(names.name(t.columns[order[p]].columns)));
  }
  if (kept < order.size()) lines.add("", "(" + counted(order.size() - kept, "more column") + ": --top, or --json)");
}

}  // namespace

std::vector<double> MeanReport::mean_scores() const {
  std::vector<double> out = model.b;
  for (const MeanColumn& c : columns) {
    for (std::size_t k = 0; k < out.size(); ++k) out[k] += c.vectors[k].mean;
  }
  return out;
}

std::string mean_text(const MeanReport& t, const std::string& source) {
  constexpr std::size_t most_vectors = 10;
  const std::vector<double> score = t.mean_scores();
  Lines lines;
  lines.add("rows", grouped(t.rows) + " of " + shown(source, 200));
  lines.add("model", learner_name(t.model));
  lines.add("averages",
            "mean |adds|: how much a column adds either way; deviation: how far rows are from the mean row" +
                std::string(t.model.outputs() == 1 ? "; " + classes_text(t.model) : ""));
  for (std::size_t k = 0; k < std::min(t.model.vectors(), std::uint64_t{most_vectors}); ++k)
    add_means(lines, t, k, score[k]);
  if (t.model.vectors() > most_vectors)
    lines.add("", "(" + grouped(t.model.vectors() - most_vectors) + " more scores are in --json)");
  return lines.text();
}

Json mean_json(const MeanReport& t) {
  const std::size_t vectors = t.model.vectors();
  const std::vector<double> score = t.mean_scores();
  Json out;
  out["rows"] = t.rows;
  out["classes"] = t.model.classes;
  out["positive"] = t.model.positive().empty() ? Json(nullptr) : Json(t.model.positive());
  out["of"] = Json::array();
  for (std::size_t k = 0; k < vectors; ++k)
    out["of"].push_back(vectors == 1 ? t.model.positive() : t.model.vector_name(k));
  out["score"] = of_vectors(vectors, [&](std::size_t k) { return score[k]; });
  out["bias"] = of_vectors(vectors, [&](std::size_t k) { return t.model.b[k]; });
  out["columns"] = Json::array();
  const FeatureColumns names(t.model.map);
  const std::size_t kept = t.all ? t.columns.size() : std::min<std::size_t>(t.columns.size(), t.top);
  for (std::size_t p = 0; p < kept; ++p) {
    const MeanColumn& c = t.columns[p];
    out["columns"].push_back(
        {{"column", names.name(c.columns)},
         {"mean", of_vectors(vectors, [&](std::size_t k) { return c.vectors[k].mean; })},
         {"mean_absolute", of_vectors(vectors, [&](std::size_t k) { return mean_absolute(c.vectors[k]); })},
         {"deviation", of_vectors(vectors, [&](std::size_t k) { return c.vectors[k].deviation(); })}});
  }
  out["columns_left_out"] = t.columns.size() - kept;
  return out;
}

}  // namespace halfspace
