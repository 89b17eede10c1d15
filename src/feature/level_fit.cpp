#include "feature/level_fit.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "feature/coding.hpp"
#include "feature/level_cells.hpp"

namespace halfspace {
namespace {

using Texts = std::vector<std::string>;

bool has_text(const Texts& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

std::string did_you_mean(std::string_view word, const Texts& candidates) {
  const std::string near = nearest(word, candidates);
  return near.empty() ? "" : "; did you mean " + in_quotes(near) + "?";
}

/// The place of a column of texts, by name.
Result<std::size_t> text_column(const std::string& name, const Dataset& data, const std::string& flag) {
  if (data.columns.empty())
    return Error{Code::usage, flag, "names column " + in_quotes(name) + ", and the columns of this data have no names"};
  const auto at = std::find(data.columns.begin(), data.columns.end(), name);
  if (at == data.columns.end())
    return Error{Code::usage, flag,
                 in_quotes(name) + " is not a feature column; the columns are " + joined(data.columns) +
                     did_you_mean(name, data.columns)};
  const auto j = static_cast<std::size_t>(at - data.columns.begin());
  if (j >= data.levels.size() || data.levels[j].empty())
    return Error{
        Code::usage, flag,
        "column " + in_quotes(name) + " is one of numbers; name it in --categorical to take its cells as texts"};
  return j;
}

/// The level as the data has it: "(missing)" is the missing cell where no text is called so.
std::string wanted_level(const std::string& text, const Texts& levels) {
  const std::string level = level_of(text);
  return level == level_name("") && !has_text(levels, level) ? std::string() : level;
}

Result<void> check_reference(const std::string& name, const std::string& level, const FeatureOptions& options,
                             const Dataset& data) {
  const std::string flag = "--reference";
  const auto j = text_column(name, data, flag);
  if (!j) return j.error();
  if (options.ordered.contains(name))
    return Error{Code::usage, flag, "names column " + in_quotes(name) + ", which --ordered makes one number"};
  const Texts& levels = data.levels[j.value()];
  if (has_text(levels, wanted_level(level, levels)) || (options.min_level > 1 && level == rare_level)) return {};
  Texts names;
  names.reserve(levels.size());
  for (const std::string& l : levels) names.push_back(level_name(l));
  std::sort(names.begin(), names.end());
  return Error{Code::usage, flag,
               in_quotes(level) + " is not a level of column " + in_quotes(name) + " (" + joined(names, ", ", 10) +
                   ")" + did_you_mean(level, names)};
}

Result<void> check_order(const std::string& name, const Texts& order, const Dataset& data) {
  const std::string flag = "--ordered";
  if (const auto j = text_column(name, data, flag); !j) return j.error();
  Texts levels;
  for (const std::string& text : order) levels.push_back(level_of(text));
  if (levels.size() < 2)
    return Error{Code::usage, flag, "lists fewer than two levels of column " + in_quotes(name) + "; expected A<B<..."};
  if (has_text(levels, ""))
    return Error{Code::usage, flag,
                 "lists an empty level of column " + in_quotes(name) +
                     "; a missing cell has no place: --missing category gives it a feature of its own"};
  std::sort(levels.begin(), levels.end());
  const auto twice = std::adjacent_find(levels.begin(), levels.end());
  if (twice != levels.end())
    return Error{Code::usage, flag, "lists level " + in_quotes(*twice) + " of column " + in_quotes(name) + " twice"};
  return {};
}

Result<void> fit_order(InputColumn& column, const LevelRows& from, const Texts& order, const std::string& source) {
  for (const std::string& text : order) column.coding.order.push_back(level_of(text));
  const Texts& places = column.coding.order;
  const Texts& texts = from.data.levels[from.column];
  column.levels = places;
  std::vector<bool> other(texts.size());
  for (std::size_t k = 0; k < texts.size(); ++k) {
    if (from.rows[k] == 0) continue;
    if (texts[k].empty()) column.levels.emplace_back();
    other[k] = !texts[k].empty() && !has_text(places, texts[k]);
  }
  std::sort(column.levels.begin(), column.levels.end());
  const auto cell = first_cell(from.data, from.column, other);
  if (!cell) return {};
  return Error{Code::bad_data, source + ":" + std::to_string(from.data.lines.line(cell->row)),
               "level " + in_quotes(texts[cell->code]) + " of column " + in_quotes(column.name) +
                   " has no place among its ordered levels (" + joined(places, " < ", 10) +
                   "); list it in --ordered, or correct the cell"};
}

/// The first level with a text, the pooled one and the missing cell behind them all.
std::string default_reference(const InputColumn& column, const Texts& kept) {
  for (const std::string& level : kept) {
    if (!level.empty()) return level;
  }
  return column.coding.pooled.empty() ? std::string() : std::string(rare_level);
}

std::string fitted_reference(const InputColumn& column, const Texts& kept, const FeatureOptions& options,
                             const Texts& texts) {
  const auto named = options.reference.find(column.name);
  if (named == options.reference.end()) return default_reference(column, kept);
  const std::string level = wanted_level(named->second, texts);
  const Texts& pooled = column.coding.pooled;
  const bool is_pooled = level == rare_level ? !pooled.empty() : has_text(pooled, level);
  return has_text(kept, level) ? level : is_pooled ? std::string(rare_level) : default_reference(column, kept);
}

}  // namespace

Result<void> check_coding(const FeatureOptions& options, const Dataset& data) {
  if (!options.reference.empty() && options.coding == Coding::one_hot)
    return Error{Code::usage, "--reference", "is for --categorical-coding reference or effect; one-hot has none"};
  for (const auto& [name, level] : options.reference) {
    if (const auto fine = check_reference(name, level, options, data); !fine) return fine;
  }
  for (const auto& [name, order] : options.ordered) {
    if (const auto fine = check_order(name, order, data); !fine) return fine;
  }
  return {};
}

Result<void> fit_levels(InputColumn& column, const LevelRows& from, const FeatureOptions& options,
                        const std::string& source) {
  const auto order = options.ordered.find(column.name);
  if (order != options.ordered.end()) return fit_order(column, from, order->second, source);
  const Texts& texts = from.data.levels[from.column];
  LevelCoding& coding = column.coding;
  coding.kind = options.coding;
  const auto taken = [&](const std::string& level, const std::string& by) {
    return Error{Code::bad_data, source,
                 "column " + in_quotes(column.name) + " has a level called " + level + ", as " + by +
                     "; call it otherwise in the data"};
  };
  if (options.min_level > 1 && has_text(texts, std::string(rare_level)))
    return taken(std::string(rare_level), "--min-level calls the pooled one");
  if (has_text(texts, "") && has_text(texts, level_name("")))
    return taken(level_name(""), "--missing category calls that of missing cells");
  Texts kept;
  for (std::size_t k = 0; k < texts.size(); ++k) {
    if (from.rows[k] == 0) continue;
    column.levels.push_back(texts[k]);
    (from.rows[k] < options.min_level ? coding.pooled : kept).push_back(texts[k]);
  }
  for (Texts* list : {&column.levels, &coding.pooled, &kept}) std::sort(list->begin(), list->end());
  if (coding.kind != Coding::one_hot) coding.reference = fitted_reference(column, kept, options, texts);
  return {};
}

}  // namespace halfspace
