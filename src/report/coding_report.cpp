#include "report/coding_report.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "feature/coding.hpp"

namespace halfspace {
namespace {

constexpr std::size_t coded_columns_shown = 12;
constexpr std::size_t levels_shown = 10;

std::vector<std::string> level_names(const std::vector<std::string>& levels) {
  std::vector<std::string> out;
  out.reserve(levels.size());
  for (const std::string& level : levels) out.push_back(level_name(level));
  return out;
}

bool has_reference(const InputColumn& c) { return c.coding.kind != Coding::one_hot && !c.levels.empty(); }

/// "colour 3, size 4"; levels pooled into one count once.
std::string level_counts(const std::vector<const InputColumn*>& columns) {
  std::vector<std::string> all;
  for (const InputColumn* c : columns) {
    const std::size_t pooled = c->coding.pooled.size();
    all.push_back(shown(c->name, 40) + " " + grouped(c->levels.size() - pooled + (pooled > 0 ? 1 : 0)));
  }
  return joined(all, ", ", coded_columns_shown);
}

std::string references(const std::vector<const InputColumn*>& columns) {
  std::vector<std::string> all;
  for (const InputColumn* c : columns) {
    if (has_reference(*c)) all.push_back(shown(c->name, 40) + "=" + shown(level_name(c->coding.reference), 40));
  }
  return all.empty() ? "" : "; reference: " + joined(all, ", ", coded_columns_shown);
}

std::string pooled_text(const FeatureMap& map) {
  std::vector<std::string> all;
  for (const InputColumn& c : map.inputs) {
    if (c.coding.pooled.empty()) continue;
    all.push_back(shown(c.name, 40) + " " + grouped(c.coding.pooled.size()) + " (" +
                  shown(joined(level_names(c.coding.pooled), ", ", levels_shown), 200) + ")");
  }
  if (all.empty()) return "";
  return "; levels in fewer than " + counted(map.options.min_level, "row") + " pooled as " + std::string(rare_level) +
         ": " + joined(all, ", ", coded_columns_shown);
}

std::string ordered_text_of(const FeatureMap& map) {
  std::vector<std::string> all;
  for (const InputColumn& c : map.inputs) {
    if (!c.coding.order.empty())
      all.push_back(shown(c.name, 40) + " (" + shown(joined(c.coding.order, " < ", levels_shown), 200) + ")");
  }
  return all.empty() ? ""
                     : counted(all.size(), "ordered column") + " by place: " + joined(all, ", ", coded_columns_shown);
}

}  // namespace

Json codings_json(const FeatureMap& map) {
  Json out = Json::array();
  for (const InputColumn& c : map.inputs) {
    if (c.levels.empty()) continue;
    const bool ordered = !c.coding.order.empty();
    Json one{{"column", c.name}, {"coding", ordered ? Json("ordered") : Json(std::string(name_of(c.coding.kind)))}};
    one["levels"] = level_names(c.levels);
    one["reference"] = has_reference(c) ? Json(level_name(c.coding.reference)) : Json(nullptr);
    one["pooled"] = level_names(c.coding.pooled);
    one["order"] = ordered ? Json(c.coding.order) : Json(nullptr);
    out.push_back(std::move(one));
  }
  return out;
}

std::string codings_text(const FeatureMap& map) {
  std::vector<const InputColumn*> columns;
  for (const InputColumn& c : map.inputs) {
    if (!c.levels.empty() && c.coding.order.empty()) columns.push_back(&c);
  }
  std::string out;
  if (!columns.empty()) {
    const Coding kind = columns.front()->coding.kind;
    out = counted(columns.size(), "categorical column") + " " + std::string(name_of(kind)) +
          (kind == Coding::one_hot ? "" : "-coded") + " (levels: " + level_counts(columns) + references(columns) + ")" +
          pooled_text(map);
  }
  const std::string ordered = ordered_text_of(map);
  return out + (out.empty() || ordered.empty() ? "" : "; ") + ordered;
}

void add_coding_settings(Json& settings, const FeatureOptions& o) {
  if (o.coding != Coding::one_hot) settings["categorical_coding"] = std::string(name_of(o.coding));
  if (!o.reference.empty()) settings["reference"] = o.reference;
  if (o.min_level > 0) settings["min_level"] = o.min_level;
  if (!o.ordered.empty()) settings["ordered"] = o.ordered;
}

std::string unseen_rows_text(std::uint64_t rows) {
  if (rows == 0) return "";
  return counted(rows, "held-out row") + (rows == 1 ? " has" : " have") +
         " a level that is not in the training rows: taken as the pooled level, else as none of the levels";
}

}  // namespace halfspace
