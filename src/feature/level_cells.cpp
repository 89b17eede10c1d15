// Levels of rows beside those that a map knows.
#include "feature/level_cells.hpp"

#include <algorithm>
#include <string>

#include "base/text.hpp"
#include "feature/coding.hpp"

namespace halfspace {
namespace {

/// Of each column and code of the data: is its text no level of the map? Empty where all are known.
std::vector<std::vector<bool>> unknown_codes(const FeatureMap& map, const Dataset& data) {
  std::vector<std::vector<bool>> out(data.levels.size());
  for (std::size_t j = 0; j < data.levels.size(); ++j) {
    const std::vector<std::string>& known = map.inputs[j].levels;
    std::vector<bool> unknown;
    unknown.reserve(data.levels[j].size());
    for (const std::string& text : data.levels[j])
      unknown.push_back(!std::binary_search(known.begin(), known.end(), text));
    if (std::find(unknown.begin(), unknown.end(), true) != unknown.end()) out[j] = std::move(unknown);
  }
  return out;
}

/// The first row where reading for a model found a text that is none of the column's levels.
std::optional<std::uint64_t> first_other(const Dataset& data, std::size_t column) {
  std::optional<std::uint64_t> first;
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows && !first; ++i) {
          for_each_entry(x.row(i), [&](std::size_t j, double v) {
            if (j == column && v < 0) first = i;
          });
        }
      },
      data.x);
  return first;
}

Error not_listed(const InputColumn& column, const std::string& what, const std::string& place) {
  return {Code::bad_data, place,
          what + " of column " + in_quotes(column.name) + " has no place among its ordered levels (" +
              joined(column.coding.order, " < ", 10) + "); correct the cell, or train with it in --ordered"};
}

}  // namespace

std::optional<CellCode> first_cell(const Dataset& data, std::size_t column, const std::vector<bool>& marked) {
  std::optional<CellCode> first;
  if (std::find(marked.begin(), marked.end(), true) == marked.end()) return first;
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows && !first; ++i) {
          for_each_entry(x.row(i), [&](std::size_t j, double v) {
            if (j != column || !(v >= 0)) return;
            const auto code = static_cast<std::size_t>(v);
            if (marked[code]) first = CellCode{i, code};
          });
        }
      },
      data.x);
  return first;
}

Result<void> check_levels(const FeatureMap& map, const Dataset& data, const std::string& source) {
  if (!map.categorical()) return {};
  std::vector<std::vector<bool>> unknown = unknown_codes(map, data);
  const auto place = [&](std::uint64_t row) { return source + ":" + std::to_string(data.lines.line(row)); };
  for (std::size_t j = 0; j < unknown.size(); ++j) {
    const InputColumn& column = map.inputs[j];
    if (column.levels.empty() || takes_unseen(map, column)) continue;
    const bool ordered = !column.coding.order.empty();
    const std::vector<std::string>& texts = data.levels[j];
    for (std::size_t k = 0; ordered && map.options.unseen == Unseen::other && k < unknown[j].size(); ++k)
      unknown[j][k] = unknown[j][k] && !texts[k].empty();
    if (const auto row = ordered ? first_other(data, j) : std::nullopt)
      return not_listed(column, "a level", place(*row));
    const auto cell = first_cell(data, j, unknown[j]);
    if (!cell) continue;
    if (ordered && !texts[cell->code].empty())
      return not_listed(column, "level " + in_quotes(texts[cell->code]), place(cell->row));
    return Error{Code::bad_data, place(cell->row),
                 "level " + in_quotes(level_name(texts[cell->code])) + " of column " + in_quotes(column.name) +
                     " does not occur in the training rows (" + joined(column.levels, ", ", 10) +
                     "); train with --unseen other to take such rows as " +
                     (column.coding.pooled.empty() ? "none of the levels" : "those of the pooled level")};
  }
  return {};
}

void allow_held_out_levels(FeatureMap& map) {
  if (map.options.unseen != Unseen::error) map.options.unseen = Unseen::other;
}

std::uint64_t unseen_level_rows(const FeatureMap& map, const Dataset& data) {
  if (!map.categorical()) return 0;
  const std::vector<std::vector<bool>> unknown = unknown_codes(map, data);
  std::uint64_t rows = 0;
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          bool any = false;
          for_each_entry(x.row(i), [&](std::size_t j, double v) {
            const bool text = j < data.levels.size() && !data.levels[j].empty();
            any =
                any || (text && (v < 0 || (!unknown[j].empty() && v >= 0 && unknown[j][static_cast<std::size_t>(v)])));
          });
          rows += any ? 1 : 0;
        }
      },
      data.x);
  return rows;
}

}  // namespace halfspace
