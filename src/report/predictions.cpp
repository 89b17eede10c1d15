#include "report/predictions.hpp"

#include <algorithm>

#include "model/probability.hpp"

namespace halfspace {
namespace {

Json rows_json(const PredictedRows& a, const std::vector<double>& values, std::size_t width) {
  Json out = Json::array();
  for (std::size_t i = 0; i < a.predicted.size(); ++i) {
    Json row = Json::array();
    for (std::size_t k = 0; k < width; ++k) row.push_back(number_json(values[i * width + k]));
    out.push_back(a.lacks(i) ? Json(nullptr) : width == 1 ? row[0] : row);
  }
  return out;
}

Json kept_json(const PredictedRows& a) {
  Json out = Json::object();
  for (std::size_t k = 0; k < a.beside.kept.size(); ++k) {
    Json texts = Json::array();
    for (std::size_t i = 0; i < a.predicted.size(); ++i) texts.push_back(std::string(a.beside.text(i, k)));
    out[a.beside.header[a.beside.kept[k]]] = std::move(texts);
  }
  return out;
}

}  // namespace

std::vector<RankedClass> ranked_classes(const Model& m, const PredictedRows& a, std::size_t row, std::uint64_t top) {
  const std::size_t classes = m.classes.size();
  std::vector<RankedClass> out;
  const auto add = [&](std::uint32_t k) {
    if (!a.probability.empty()) return out.push_back({k, a.probability[row * classes + k]});
    const double score = m.outputs() == 1 ? a.score[row] : a.score[row * classes + k];
    out.push_back({k, m.outputs() == 1 && k == 0 ? -score : score});
  };
  add(a.predicted[row]);
  for (std::uint32_t k = 0; k < classes; ++k) {
    if (k != a.predicted[row]) add(k);
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const RankedClass& x, const RankedClass& y) { return x.value > y.value; });
  out.resize(std::min<std::size_t>(top, out.size()));
  return out;
}

Json ranked_json(const Model& m, const PredictedRows& a, std::size_t row, std::uint64_t top) {
  if (a.lacks(row)) return nullptr;
  Json out = Json::array();
  for (const auto& [k, value] : ranked_classes(m, a, row, top)) {
    Json entry;
    entry["label"] = m.classes[k];
    entry[a.probability.empty() ? "score" : "probability"] = number_json(value);
    out.push_back(std::move(entry));
  }
  return out;
}

Json predictions_json(const Model& m, const Dataset& data, const PredictedRows& a, const PredictionColumns& columns,
                      const std::string& rule, double threshold) {
  Json out;
  out["rows"] = data.rows;
  out["classes"] = m.classes;
  out["positive"] = m.positive().empty() ? Json(nullptr) : Json(m.positive());
  out["boundary"] = rule;
  out["bias_mode"] = name_json(m.bias);
  out["unseen_values"] = data.unseen_entries;
  out["missing_rows"] = data.missing_rows;
  if (data.unseen_rows > 0) out["unseen_level_rows"] = data.unseen_rows;
  out["threshold"] = m.outputs() == 1 && has_probabilities(m) ? Json(threshold) : Json(nullptr);
  out["labels"] = Json::array();
  for (std::size_t i = 0; i < a.predicted.size(); ++i)
    out["labels"].push_back(a.lacks(i) ? Json(nullptr) : Json(m.classes[a.predicted[i]]));
  out["scores"] = rows_json(a, a.score, m.outputs());
  out["probabilities"] = a.probability.empty() ? Json(nullptr) : rows_json(a, a.probability, m.classes.size());
  out["lacking_rows"] = std::count(a.beside.lacking.begin(), a.beside.lacking.end(), true);
  if (columns.top > 0) out["top"] = Json::array();
  for (std::size_t i = 0; i < a.predicted.size() && columns.top > 0; ++i)
    out["top"].push_back(ranked_json(m, a, i, columns.top));
  if (!a.beside.kept.empty()) out["kept"] = kept_json(a);
  return out;
}

}  // namespace halfspace
