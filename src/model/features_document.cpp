#include "model/features_document.hpp"

#include <algorithm>
#include <utility>

#include "model/document_members.hpp"

namespace halfspace {
namespace {

bool plain(const InputColumn& c) {
  return c.coding.kind == Coding::one_hot && c.coding.pooled.empty() && c.coding.order.empty();
}

constexpr std::size_t coding_members = 4;

/// Sets the options that made them too: a map is fitted again by those.
bool read_codings(const Json& codings, FeatureMap& map) {
  if (!codings.is_array() || codings.size() != map.inputs.size()) return false;
  for (std::size_t j = 0; j < codings.size(); ++j) {
    if (codings[j].is_null()) continue;
    DocumentMembers one(codings[j]);
    InputColumn& column = map.inputs[j];
    column.coding.kind = one.choice<Coding>("coding");
    column.coding.reference = one.text("reference");
    column.coding.pooled = one.texts("pooled");
    column.coding.order = one.texts("order");
    one.size(coding_members);
    if (one.problem()) return false;
    if (column.coding.kind != Coding::one_hot) {
      map.options.coding = column.coding.kind;
      map.options.reference[column.name] = column.coding.reference;
    }
    if (!column.coding.order.empty()) map.options.ordered[column.name] = column.coding.order;
  }
  return true;
}

}  // namespace

Json features_document(const FeatureMap& map) {
  Json out;
  out["columns"] = map.input_cols;
  out["names"] = map.input_names();
  out["missing"] = map.missing;
  for (const auto& field : feature_fields()) out[field.name] = setting_json(field.get(map.options));
  out["levels"] = Json::array();
  out["means"] = Json::array();
  const bool texts = map.categorical();
  const bool means = map.fills();
  for (const InputColumn& c : map.inputs) {
    if (texts) out["levels"].push_back(c.levels);
    if (means) out["means"].push_back(c.fill ? Json(*c.fill) : Json(nullptr));
  }
  if (!std::all_of(map.inputs.begin(), map.inputs.end(), plain)) {
    out["codings"] = Json::array();
    for (const InputColumn& c : map.inputs) {
      const LevelCoding& coding = c.coding;
      out["codings"].push_back(plain(c) ? Json(nullptr)
                                        : Json{{"coding", std::string(name_of(coding.kind))},
                                               {"reference", coding.reference},
                                               {"pooled", coding.pooled},
                                               {"order", coding.order}});
    }
  }
  if (map.options.min_level > 0) out["min_level"] = map.options.min_level;
  return out;
}

std::optional<std::string> read_features(const Json& json, FeatureMap& map) {
  DocumentMembers features(json, "features.");
  map.input_cols = features.count("columns");
  map.missing = features.text("missing");
  for (const auto& field : feature_fields()) {
    if (!field.set(map.options, features.text(field.name.c_str()))) return "features." + field.name;
  }
  for (const std::string& name : features.texts("names")) map.inputs.push_back({name, {}, {}});
  const bool coded = json.contains("codings");
  const bool pools = json.contains("min_level");
  if (pools) map.options.min_level = features.count("min_level");
  features.size(5 + feature_fields().size() + (coded ? 1 : 0) + (pools ? 1 : 0));
  if (features.problem()) return features.problem();
  if (coded && !read_codings(json["codings"], map)) return "features.codings";
  const Json levels = json.value("levels", Json());
  const Json means = json.value("means", Json());
  const auto sized = [&](const Json& list) {
    return list.is_array() && (list.empty() || list.size() == map.inputs.size());
  };
  if (!sized(levels)) return "features.levels";
  if (!sized(means)) return "features.means";
  for (std::size_t j = 0; j < levels.size(); ++j) {
    Json column;
    column["levels"] = levels[j];
    DocumentMembers one(column);
    map.inputs[j].levels = one.texts("levels");
    if (one.problem()) return "features.levels";
  }
  for (std::size_t j = 0; j < means.size(); ++j) {
    if (!means[j].is_null() && !means[j].is_number()) return "features.means";
    if (means[j].is_number()) map.inputs[j].fill = means[j].get<double>();
  }
  return std::nullopt;
}

}  // namespace halfspace
