#include "model/column_parts.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "feature/coding.hpp"
#include "feature/products.hpp"
#include "model/contributions.hpp"

namespace halfspace {

FeatureColumns::FeatureColumns(const FeatureMap& map) : map_(map), base_(map.base_size()) {
  const auto wide = [](const InputColumn& c) { return width_of(c) != 1; };
  if (std::none_of(map.inputs.begin(), map.inputs.end(), wide)) return;
  column_.reserve(base_);
  for (std::uint32_t j = 0; j < map.inputs.size(); ++j) {
    first_.push_back(column_.size());
    column_.insert(column_.end(), width_of(map.inputs[j]), j);
  }
}

std::vector<ColumnSet> FeatureColumns::of(std::span<const Entry> row) const {
  std::vector<ColumnSet> out;
  out.reserve(row.size());
  for (const Entry& e : row) {
    if (e.column >= base_) break;
    out.push_back({{column_.empty() ? e.column : column_[e.column], ColumnSet::none, ColumnSet::none}});
  }
  const auto column = [&](std::size_t a) { return out[a].at[0]; };
  for_each_product(
      map_.options.features, base_, out.size(), [&](std::size_t a) { return row[a].column; },
      [&](std::uint64_t, std::size_t a, std::size_t b) { out.push_back({{column(a), column(b), ColumnSet::none}}); },
      [&](std::uint64_t, std::size_t a, std::size_t b, std::size_t c) {
        out.push_back({{column(a), column(b), column(c)}});
      });
  return out;
}

std::string FeatureColumns::name(const ColumnSet& columns) const {
  const auto named = [&](std::uint32_t j) {
    if (!map_.inputs.empty()) return map_.inputs[j].name;
    return (map_.options.features == Expansion::none ? "" : "x") + std::to_string(j + 1);
  };
  std::string out;
  for (std::size_t k = 0; k < columns.size();) {
    std::size_t power = 1;
    while (k + power < columns.size() && columns.at[k + power] == columns.at[k]) ++power;
    out += (k == 0 ? "" : "*") + named(columns.at[k]) + (power > 1 ? "^" + std::to_string(power) : "");
    k += power;
  }
  return out;
}

Cell ColumnParts::cell(std::uint32_t column) const {
  const auto at = std::lower_bound(cells.begin(), cells.end(), column,
                                   [](const auto& c, std::uint32_t wanted) { return c.first < wanted; });
  return at != cells.end() && at->first == column ? at->second : Cell{};
}

std::vector<ColumnPart> by_column(std::span<const Entry> row, std::span<const ColumnSet> columns, const double* w) {
  std::vector<ColumnPart> terms;
  for (std::size_t k = 0; k < row.size(); ++k) {
    const double amount = w[row[k].column] * row[k].value;
    if (amount != 0) terms.push_back({columns[k], amount});
  }
  const auto before = [](const ColumnPart& a, const ColumnPart& b) { return a.columns < b.columns; };
  std::stable_sort(terms.begin(), terms.end(), before);
  std::size_t kept = 0;
  for (std::size_t k = 0; k < terms.size(); ++k) {
    if (kept > 0 && terms[kept - 1].columns == terms[k].columns) {
      terms[kept - 1].amount += terms[k].amount;
    } else {
      terms[kept++] = terms[k];
    }
  }
  terms.resize(kept);
  return terms;
}

std::vector<std::pair<std::uint32_t, Cell>> row_cells(const Model& m, const Dataset& data, std::uint64_t row) {
  std::vector<std::pair<std::uint32_t, Cell>> out;
  const auto add = [&](std::size_t j, double v) {
    Cell c;
    const InputColumn* column = j < m.map.inputs.size() ? &m.map.inputs[j] : nullptr;
    c.text = j < data.levels.size() && column != nullptr && !column->levels.empty();
    c.date = j < m.form.dates.size() ? m.form.dates[j] : DateColumn::no;
    if (c.text) {
      if (v >= 0) c.level = data.levels[j][static_cast<std::size_t>(v)];
      const bool known = c.level && std::binary_search(column->levels.begin(), column->levels.end(), *c.level);
      c.missing = std::isnan(v) || (c.level && c.level->empty());
      if (!known && !c.missing) c.level.reset();
      c.pooled = !known && !c.missing && !column->coding.pooled.empty();
    } else {
      c.missing = std::isnan(v);
      c.number = !c.missing ? v : column != nullptr ? column->fill.value_or(0) : 0;
    }
    out.emplace_back(static_cast<std::uint32_t>(j), std::move(c));
  };
  std::visit([&](const auto& x) { for_each_entry(x.row(row), add); }, data.x);
  return out;
}

ColumnParts column_parts(const Model& m, const Dataset& data, std::uint64_t row) {
  ColumnParts out;
  if (!parts_are_features(m)) return out;
  const std::vector<Entry> features = features_of(m, data, row);
  const std::vector<ColumnSet> columns = FeatureColumns(m.map).of(features);
  const FeatureWeights weights(m);
  for (std::size_t k = 0; k < m.vectors(); ++k) {
    std::vector<ColumnPart>& parts = out.vectors.emplace_back(by_column(features, columns, weights.of(k)));
    std::stable_sort(parts.begin(), parts.end(), [](const ColumnPart& a, const ColumnPart& b) {
      return std::fabs(a.amount) > std::fabs(b.amount);
    });
  }
  out.cells = row_cells(m, data, row);
  return out;
}

}  // namespace halfspace
