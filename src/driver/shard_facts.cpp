#include "driver/shard_facts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.hpp"
#include "data/label.hpp"
#include "shard/grid.hpp"

namespace halfspace {
namespace {

Error refused(const std::string& what) { return {Code::bad_data, "partitions", what}; }

/// Numbers by value where all labels are numbers, else texts by bytes.
Result<void> sort_classes(const Answer& schema, ShardFacts& f) {
  f.numeric_labels = std::all_of(schema.classes.begin(), schema.classes.end(),
                                 [](const auto& entry) { return label_number(entry.first).has_value(); });
  for (const auto& [label, of] : schema.classes)
    f.classes.push_back({label, f.numeric_labels ? *label_number(label) : 0, of.rows});
  if (f.numeric_labels)
    std::stable_sort(f.classes.begin(), f.classes.end(),
                     [](const ClassLabel& a, const ClassLabel& b) { return a.number < b.number; });
  for (std::size_t k = 1; f.numeric_labels && k < f.classes.size(); ++k) {
    if (f.classes[k].number == f.classes[k - 1].number)
      return refused("the labels " + in_quotes(f.classes[k - 1].text) + " and " + in_quotes(f.classes[k].text) +
                     " are one number; write it in one way in all partitions");
  }
  for (const ClassLabel& c : f.classes) f.weight_of.push_back(schema.classes.at(c.text).weight.value());
  return {};
}

double most_class_weight(const Question& q) {
  return q.class_weight.empty() ? 1 : *std::max_element(q.class_weight.begin(), q.class_weight.end());
}

}  // namespace

Result<ShardFacts> ShardFacts::of(const Answer& schema) {
  ShardFacts f;
  constexpr std::size_t counts = 3;
  if (schema.count.size() != counts || schema.most.size() != 2 * schema.sum.size() ||
      (!schema.columns.empty() && schema.columns.size() != schema.sum.size()))
    return refused("gave no whole answer");
  f.rows = schema.count[0];
  const auto is_count = [&](double n) { return n >= 0 && n <= static_cast<double>(f.rows); };
  if (!std::all_of(schema.sum.begin(), schema.sum.end(), is_count)) return refused("gave no whole answer");
  if (f.rows == 0) return refused("hold no row to learn from");
  f.entries = schema.count[1];
  f.squared_entries = schema.count[2];
  f.cols = schema.sum.size();
  f.shards = schema.rows.size();
  f.dense = schema.dense;
  f.columns = schema.columns;
  f.stored = schema.sum;
  f.largest = schema.most;
  if (auto sorted = sort_classes(schema, f); !sorted) return std::move(sorted).error();
  for (const double w : f.weight_of) {
    if (!std::isfinite(w)) return refused("hold a weight that is not finite; give finite numbers from 0");
  }
  std::uint64_t next = 0;
  for (const auto& [shard, rows] : schema.rows) {
    if (shard != f.first_row.size())
      return refused("have the number " + std::to_string(shard) + " and not " + std::to_string(f.first_row.size()) +
                     "; number them 0, 1, 2, ...");
    f.first_row.push_back(next);
    next += rows;
  }
  f.all_rows = next;
  return f;
}

Result<void> ShardFacts::check_sizes() const {
  for (std::size_t j = 0; j < cols; ++j) {
    if (!(largest[2 * j + 1] * stored[j] < 0x1p900))
      return refused(name_of(j) + " has numbers whose squares are too large; scale the columns (--scale)");
  }
  return {};
}

std::string ShardFacts::name_of(std::size_t column) const {
  return "column " + (columns.empty() ? std::to_string(column + 1) : in_quotes(columns[column]));
}

bool ShardFacts::same_rows(const ShardFacts& other) const {
  const auto same = [](const ClassLabel& a, const ClassLabel& b) { return a.text == b.text && a.rows == b.rows; };
  return rows == other.rows && cols == other.cols && columns == other.columns && first_row == other.first_row &&
         all_rows == other.all_rows &&
         std::equal(classes.begin(), classes.end(), other.classes.begin(), other.classes.end(), same);
}

void ShardFacts::bound_sizes(Question& q) const {
  const double most = most_class_weight(q);
  const std::size_t d = q.dims();
  q.first_moment.assign(d, grid::least);
  q.second_moment.assign(d, grid::least);
  for (std::size_t j = 0; j < cols; ++j) {
    q.first_moment[j] = grid::exponent(most * largest[2 * j] * stored[j]);
    q.second_moment[j] = grid::exponent(most * largest[2 * j + 1] * stored[j]);
  }
  q.least_weight.clear();
  for (std::size_t k = 0; k < classes.size(); ++k) {
    const double mean = weight_of[k] / static_cast<double>(std::max<std::uint64_t>(classes[k].rows, 1));
    q.least_weight.push_back(mean / 2 * (q.class_weight.empty() ? 1 : q.class_weight[k]));
  }
}

Result<void> ShardFacts::take_sizes(const Answer& sizes, const Question& q) {
  if (sizes.sum.size() != 2 * cols || sizes.most.size() != 1 + classes.size() * (1 + q.folds.parts()))
    return refused("gave no whole answer");
  first.assign(sizes.sum.begin(), sizes.sum.begin() + static_cast<std::ptrdiff_t>(cols));
  second.assign(sizes.sum.begin() + static_cast<std::ptrdiff_t>(cols), sizes.sum.end());
  for (std::size_t j = 0; j < cols; ++j) {  // terms that the grids of these sums took no notice of
    first[j] += stored[j] * grid::step(std::min<int>(q.first_moment[j], grid::most));
    second[j] += stored[j] * grid::step(std::min<int>(q.second_moment[j], grid::most));
  }
  double weight = 0;
  whole_weight = weight_of;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    if (!q.class_weight.empty()) whole_weight[k] *= q.class_weight[k];
    weight += whole_weight[k];
  }
  if (q.bias) {
    first.push_back(weight);
    second.push_back(weight);
  }
  least_weight = q.least_weight;
  longest = std::max(0.0, sizes.most[0]);
  for (std::size_t k = 0; k < classes.size(); ++k) shortest.push_back(-sizes.most[1 + k]);
  return {};
}

void ShardFacts::bound_work(Question& q) const {
  q.first_moment.clear();
  q.second_moment.clear();
  for (const double s : first) q.first_moment.push_back(grid::exponent(s));
  for (const double s : second) q.second_moment.push_back(grid::exponent(std::sqrt(s)));
}

void ShardFacts::raise_bounds(double factor) {
  for (double& s : first) s *= factor;
  for (double& s : second) s *= factor;
}

Dataset ShardFacts::described() const {
  Dataset out;
  out.rows = rows;
  out.cols = cols;
  out.nonzeros = static_cast<std::uint64_t>(std::accumulate(stored.begin(), stored.end(), 0.0));
  out.classes = classes;
  out.numeric_labels = numeric_labels;
  out.form.format = "libsvm";
  out.columns = columns;
  if (!dense) return out;
  set_table_form(out, columns);
  return out;
}

}  // namespace halfspace
