#include "feature/coding.hpp"

#include <algorithm>

#include "base/number.hpp"
#include "base/text.hpp"
#include "base/written_date.hpp"

namespace halfspace {
namespace {

bool is_ordered(const InputColumn& c) { return !c.coding.order.empty(); }

/// Levels that are not pooled.
std::size_t kept_levels(const InputColumn& c) { return c.levels.size() - c.coding.pooled.size(); }

/// The number of a level among those that are not pooled, or behind them all.
std::size_t coded_level(const InputColumn& c, std::size_t level) {
  const auto& pooled = c.coding.pooled;
  const auto at = std::lower_bound(pooled.begin(), pooled.end(), c.levels[level]);
  const bool is_pooled = at != pooled.end() && *at == c.levels[level];
  return is_pooled ? kept_levels(c) : level - static_cast<std::size_t>(at - pooled.begin());
}

std::size_t reference_level(const InputColumn& c) {
  const auto at = std::lower_bound(c.levels.begin(), c.levels.end(), c.coding.reference);
  const bool found = at != c.levels.end() && *at == c.coding.reference;
  return found ? coded_level(c, static_cast<std::size_t>(at - c.levels.begin())) : kept_levels(c);
}

std::vector<CodedFeature> codes_of_coded(const InputColumn& c, std::size_t level) {
  if (c.coding.kind == Coding::one_hot) return {{level, 1}};
  const std::size_t reference = reference_level(c);
  if (level != reference) return {{level - (level > reference ? 1U : 0U), 1}};
  std::vector<CodedFeature> out;
  for (std::size_t f = 0; c.coding.kind == Coding::effect && f < width_of(c); ++f) out.push_back({f, -1});
  return out;
}

std::vector<CodedFeature> place_codes(const InputColumn& c, const std::string& level) {
  if (level.empty()) return {{1, 1}};
  const auto& order = c.coding.order;
  const auto place = std::find(order.begin(), order.end(), level) - order.begin();
  return place == 0 ? std::vector<CodedFeature>{} : std::vector<CodedFeature>{{0, static_cast<double>(place)}};
}

}  // namespace

std::size_t width_of(const InputColumn& column) {
  if (column.parts != DateColumn::no) return column.parts == DateColumn::time ? 5 : 4;
  if (column.levels.empty()) return 1;
  if (is_ordered(column)) return 1 + (column.levels.front().empty() ? 1U : 0U);
  const std::size_t coded = kept_levels(column) + (column.coding.pooled.empty() ? 0U : 1U);
  return column.coding.kind == Coding::one_hot ? coded : coded - 1;
}

std::vector<CodedFeature> codes_of(const InputColumn& column, std::size_t level) {
  if (is_ordered(column)) return place_codes(column, column.levels[level]);
  return codes_of_coded(column, coded_level(column, level));
}

std::vector<CodedFeature> codes_of_number(const InputColumn& column, double value) {
  std::vector<CodedFeature> out;
  const auto add = [&](std::size_t feature, double v) {
    if (v != 0) out.push_back({feature, v});
  };
  if (column.parts == DateColumn::no) {
    add(0, value);
    return out;
  }
  const DateParts p = date_parts(value);
  add(0, static_cast<double>(p.year));
  add(1, p.month);
  add(2, p.day);
  add(3, p.weekday);
  if (column.parts == DateColumn::time) add(4, p.second);
  return out;
}

std::vector<CodedFeature> unseen_codes(const InputColumn& column) {
  return column.coding.pooled.empty() ? std::vector<CodedFeature>{} : codes_of_coded(column, kept_levels(column));
}

std::vector<std::vector<CodedFeature>> codes_of_texts(const InputColumn& column,
                                                      const std::vector<std::string>& texts) {
  std::vector<std::vector<CodedFeature>> out;
  out.reserve(texts.size());
  for (const std::string& text : texts) {
    const auto at = std::lower_bound(column.levels.begin(), column.levels.end(), text);
    const bool known = at != column.levels.end() && *at == text;
    out.push_back(known ? codes_of(column, static_cast<std::size_t>(at - column.levels.begin()))
                        : unseen_codes(column));
  }
  return out;
}

std::vector<std::string> feature_names_of(const InputColumn& column) {
  if (column.parts != DateColumn::no) {
    std::vector<std::string> parts = {column.name + ".year", column.name + ".month", column.name + ".day",
                                      column.name + ".weekday"};
    if (column.parts == DateColumn::time) parts.push_back(column.name + ".second");
    return parts;
  }
  if (column.levels.empty()) return {column.name};
  std::vector<std::string> names;
  if (is_ordered(column)) {
    names.push_back(column.name);
    if (column.levels.front().empty()) names.push_back(column.name + "=" + level_name(""));
    return names;
  }
  const LevelCoding& coding = column.coding;
  const bool left_out = coding.kind != Coding::one_hot;
  names.reserve(width_of(column));
  for (const std::string& level : column.levels) {
    if (std::binary_search(coding.pooled.begin(), coding.pooled.end(), level)) continue;
    if (!left_out || level != coding.reference) names.push_back(column.name + "=" + level_name(level));
  }
  if (!coding.pooled.empty() && !(left_out && coding.reference == rare_level))
    names.push_back(column.name + "=" + std::string(rare_level));
  return names;
}

std::string level_name(const std::string& level) { return level.empty() ? "(missing)" : level; }

std::string level_of(std::string_view text) {
  Number n;
  return parse_number(text, n) ? number_text(n.value + 0.0) : std::string(text);
}

}  // namespace halfspace
