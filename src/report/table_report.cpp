#include "report/table_report.hpp"

#include <algorithm>

#include "base/quoted_list.hpp"
#include "base/text.hpp"
#include "base/written_date.hpp"
#include "data/suggested_style.hpp"
#include "report/lines.hpp"

namespace halfspace {
namespace {

constexpr std::size_t most_lines = 200;
constexpr std::size_t most_levels_in_json = 1000;
constexpr std::size_t longest_list = 1000;       // of columns of texts; auto takes the same
constexpr std::size_t longest_command = 100000;  // Linux takes words of 131,072 bytes

bool is_feature(const ColumnProfile& p) {
  const bool days = p.kind == ColumnKind::date && p.level_rows.empty();
  return p.kind == ColumnKind::number || p.kind == ColumnKind::category || days;
}

/// --missing for these features; rows without a label can only be left out.
std::string missing_flag(const std::vector<ColumnProfile>& columns, const std::vector<std::size_t>& used,
                         const SuggestedStyle& style, const LikelyLabel& label) {
  bool numbers = false;
  bool texts = false;
  for (const std::size_t j : used) {
    if (columns[j].missing > 0) (columns[j].level_rows.empty() || style.numbers[j] ? numbers : texts) = true;
  }
  std::string rules;
  const auto add = [&](bool needed, const char* rule) {
    if (needed) rules += (rules.empty() ? " --missing " : ",") + std::string(rule);
  };
  add(numbers, "mean");
  add(texts, "category");
  add(label.missing > 0, "drop-label");
  return rules;
}

/// The features by name, or what is left out where they are too many.
std::string which_columns(const Dataset& d, const TableFacts& facts, const std::vector<std::string>& names,
                          bool chosen) {
  std::vector<std::string> dropped;
  for (std::size_t j = 0; j < facts.columns.size(); ++j) {
    if (!facts.used[j] && facts.label->column != j) dropped.push_back(d.columns[j]);
  }
  const std::string list = as_flag_value(names);
  return !chosen && list.size() > longest_list && dropped.size() < names.size() ? " --drop " + as_flag_value(dropped)
                                                                                : " --columns " + list;
}

std::string suggested(const Dataset& d, TableFacts& facts, const std::string& call, bool chosen) {
  if (!facts.label || facts.label->values.size() < 2 || is_quantity(d)) return "";
  std::vector<std::size_t> used;
  std::vector<std::string> names;
  std::vector<std::string> texts;
  const SuggestedStyle style = suggested_style(d, facts.columns);
  for (std::size_t j = 0; j < facts.columns.size(); ++j) {
    if (!(is_feature(facts.columns[j]) || style.numbers[j]) || facts.label->column == j) continue;
    used.push_back(j);
    facts.used[j] = true;
    names.push_back(d.columns[j]);
    if (!facts.columns[j].level_rows.empty() && !style.numbers[j]) texts.push_back(d.columns[j]);
  }
  if (used.empty()) return "";
  const std::size_t others = facts.columns.size() - used.size() - (facts.label->column ? 1 : 0);
  const std::string categorical = as_flag_value(texts).size() > longest_list ? "auto" : as_flag_value(texts);
  const std::string words = style.style.words();
  const std::string out =
      "halfspace train " + call + (words.empty() ? "" : " " + words) + " --label " + shell_word(facts.label->name) +
      (chosen || others > 0 ? which_columns(d, facts, names, chosen) : "") +
      (texts.empty() ? "" : " --categorical " + categorical) + missing_flag(facts.columns, used, style, *facts.label);
  return out.size() > longest_command ? "" : out;
}

/// "18 to 90", "red 12, green 9", ...
std::string values_text(const Dataset& d, std::size_t j, const ColumnProfile& p) {
  constexpr std::size_t most_named = 8;
  if (p.missing == d.rows) return "all cells missing";
  if (p.level_rows.empty() && p.kind == ColumnKind::date) return date_text(p.least) + " to " + date_text(p.most);
  if (p.level_rows.empty())
    return p.least == p.most ? number_text(p.least)
                             : number_text(p.least) + " to " + number_text(p.most) +
                                   (p.mark ? " (" + number_text(*p.mark) + " stands apart: for a missing cell? --na " +
                                                 number_text(*p.mark) + ")"
                                           : "");
  std::vector<std::size_t> codes;
  for (std::size_t k = 0; k < p.level_rows.size(); ++k) {
    if (p.level_rows[k] > 0) codes.push_back(k);
  }
  const std::string count = counted(codes.size(), p.kind == ColumnKind::category ? "level" : "distinct text");
  if (p.kind != ColumnKind::category && p.kind != ColumnKind::constant)
    return count + ", such as " + in_quotes(d.levels[j][codes.front()]) +
           (p.looks_like.empty() || p.kind == ColumnKind::date ? "" : ", " + std::string(p.looks_like) + " each");
  std::stable_sort(codes.begin(), codes.end(),
                   [&](std::size_t a, std::size_t b) { return p.level_rows[a] > p.level_rows[b]; });
  std::vector<std::string> levels;
  levels.reserve(codes.size());
  for (const std::size_t k : codes) levels.push_back(shown(d.levels[j][k], 20) + " " + grouped(p.level_rows[k]));
  return count + ": " + joined(levels, ", ", most_named);
}

std::string label_text(const LikelyLabel& label) {
  constexpr std::size_t most_named = 20;
  std::vector<std::string> values;
  values.reserve(label.values.size());
  for (std::size_t k = 0; k < label.values.size(); ++k)
    values.push_back(shown(label.values[k]) + " (" + grouped(label.rows[k]) + ")");
  return in_quotes(label.name) + ": " + joined(values, ", ", most_named) +
         (label.missing > 0 ? ", " + grouped(label.missing) + " missing" : "");
}

/// Why the suggested call has not this column.
std::string why_left_out(const Dataset& d, std::size_t j, const ColumnProfile& p) {
  if (p.kind == ColumnKind::constant) return "one value";
  if (p.kind == ColumnKind::id) return "tells rows apart";
  if (p.looks_like.empty()) return "free text";
  if (p.looks_like == "a time of twelve hours") return "times of twelve hours are not read";
  if (p.kind != ColumnKind::date) return "written in ways that one call does not read: --decimal, --thousands, --signs";
  const bool two_orders = std::any_of(d.levels[j].begin(), d.levels[j].end(), is_ambiguous_date);
  return two_orders && d.form.style.day_order == DayOrder::none ? "day or month first? say --date-order dmy or mdy here"
                                                                : "dates written in different ways";
}

/// Columns and why the suggested call has them not.
std::vector<std::pair<std::string, std::string>> left_out(const Dataset& d, const TableFacts& facts) {
  std::vector<std::pair<std::string, std::string>> out;
  for (std::size_t j = 0; facts.label && !is_quantity(d) && j < facts.columns.size(); ++j) {
    if (facts.used[j] || (facts.label && facts.label->column == j)) continue;
    out.emplace_back(d.columns[j], why_left_out(d, j, facts.columns[j]));
  }
  return out;
}

std::string left_out_text(const Dataset& d, const TableFacts& facts) {
  constexpr std::size_t most_named = 10;
  std::vector<std::string> out;
  for (const auto& [name, why] : left_out(d, facts)) out.push_back(in_quotes(name) + " (" + why + ")");
  return joined(out, ", ", most_named);
}

std::string no_suggestion(const Dataset& d, const TableFacts& facts) {
  if (!facts.label) return "no column has from 2 to 20 values: name the label with --label";
  if (facts.label->values.size() < 2) return "none: the label has one class";
  if (is_quantity(d))
    return "none: the label holds " + counted(facts.label->values.size(), "number") +
           ", a quantity; halfspace learns classes: cut it into ranges, or choose another --label";
  const bool features = std::any_of(facts.columns.begin(), facts.columns.end(), is_feature);
  return features ? "none: to name the columns that are features is too long for a command"
                  : "none: no column is a feature";
}

}  // namespace

bool is_table(const Dataset& d) { return !d.columns.empty() && d.form.hash_bits == 0; }

TableFacts table_facts(const Dataset& d, const std::string& call, bool chosen) {
  TableFacts out;
  if (!is_table(d)) {
    if (d.classes.size() > 1) out.suggestion = "halfspace train " + call;
    return out;
  }
  out.columns = column_profiles(d);
  out.label = likely_label(d, out.columns);
  if (out.label) out.suspects = leakage_suspects(d, out.columns, *out.label);
  out.duplicates = duplicate_rows(d);
  out.used.resize(out.columns.size());
  out.suggestion = suggested(d, out, call, chosen);
  return out;
}

void add_table(Json& out, const Dataset& d, const TableFacts& facts) {
  out["likely_label"] = facts.label ? Json(facts.label->name) : Json(nullptr);
  out["class_balance"] = Json::array();
  for (std::size_t k = 0; facts.label && k < facts.label->values.size(); ++k)
    out["class_balance"].push_back({{"label", facts.label->values[k]}, {"rows", facts.label->rows[k]}});
  out["leakage_suspects"] = Json::array();
  for (const std::size_t j : facts.suspects) out["leakage_suspects"].push_back(d.columns[j]);
  out["duplicate_rows"] = facts.duplicates;
  out["left_out"] = Json::array();
  for (const auto& [name, why] : left_out(d, facts)) out["left_out"].push_back({{"column", name}, {"reason", why}});
  out["suggestion"] = facts.suggestion.empty() ? Json(nullptr) : Json(facts.suggestion);
}

Json table_column_json(const Dataset& d, std::size_t j, const ColumnProfile& p) {
  Json out{{"name", d.columns[j]}, {"type", std::string(name_of(p.kind))}, {"missing", p.missing}};
  const auto distinct = p.distinct();
  out["distinct"] = distinct ? Json(*distinct) : Json(nullptr);
  const bool numbers = p.level_rows.empty();
  const bool some = numbers && p.missing < d.rows;
  out["min"] = some ? number_json(p.least) : Json(nullptr);
  out["max"] = some ? number_json(p.most) : Json(nullptr);
  out["levels"] = nullptr;
  if (numbers) {
    out["nonzeros"] = p.nonzeros;
    if (p.mark) out["missing_mark"] = number_json(*p.mark);
    return out;
  }
  if (!p.looks_like.empty()) out["looks_like"] = std::string(p.looks_like);
  if (p.level_rows.size() > most_levels_in_json) return out;
  out["levels"] = Json::array();
  out["level_rows"] = Json::array();
  for (std::size_t k = 0; k < p.level_rows.size(); ++k) {
    if (p.level_rows[k] == 0) continue;
    out["levels"].push_back(d.levels[j][k]);
    out["level_rows"].push_back(p.level_rows[k]);
  }
  return out;
}

std::string table_text(const Dataset& d, const TableFacts& facts) {
  Lines lines;
  for (std::size_t j = 0; j < std::min(facts.columns.size(), most_lines); ++j) {
    const ColumnProfile& p = facts.columns[j];
    const bool some = p.missing > 0 && p.missing < d.rows;
    lines.add(j == 0 ? "columns" : "", padded_right(shown(d.columns[j]), 24) + " " +
                                           padded_right(std::string(name_of(p.kind)), 8) + " " + values_text(d, j, p) +
                                           (some ? ", " + grouped(p.missing) + " missing" : ""));
  }
  if (facts.columns.size() > most_lines) lines.add("", "and " + grouped(facts.columns.size() - most_lines) + " more");
  lines.gap();
  if (facts.duplicates > 0)
    lines.add("duplicates",
              counted(facts.duplicates, "row") + (facts.duplicates == 1 ? " repeats" : " repeat") + " an earlier row");
  if (facts.label && facts.label->column) lines.add("label", "likely " + label_text(*facts.label));
  std::vector<std::string> suspects;
  suspects.reserve(facts.suspects.size());
  for (const std::size_t j : facts.suspects) suspects.push_back(in_quotes(d.columns[j]));
  if (!suspects.empty())
    lines.add("leakage", joined(suspects) + (suspects.size() == 1 ? " alone decides" : " each alone decide") +
                             " the label: known before it, or made from it?");
  if (facts.suggestion.empty()) lines.add("suggested", no_suggestion(d, facts));
  if (const std::string others = left_out_text(d, facts); !others.empty()) lines.add("left out", others);
  return lines.text() + (facts.suggestion.empty() ? "" : "suggested  " + facts.suggestion + "\n");  // not wrapped
}

}  // namespace halfspace
