#include "separate/shards/sharded_rows.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "data/label.hpp"
#include "separate/shards/shard_text.hpp"

namespace halfspace {
namespace {

Error refused_facts(const std::string& what) { return {Code::bad_data, "partitions", what}; }

/// Numbers by value where all labels are numbers, else texts by bytes.
Result<void> sort_classes(std::vector<ClassLabel>& classes, bool& numeric) {
  numeric =
      std::all_of(classes.begin(), classes.end(), [](const ClassLabel& c) { return label_number(c.text).has_value(); });
  if (!numeric) return {};
  for (ClassLabel& c : classes) c.number = *label_number(c.text);
  std::stable_sort(classes.begin(), classes.end(),
                   [](const ClassLabel& a, const ClassLabel& b) { return a.number < b.number; });
  for (std::size_t k = 1; k < classes.size(); ++k) {
    if (classes[k].number == classes[k - 1].number)
      return refused_facts("the labels " + in_quotes(classes[k - 1].text) + " and " + in_quotes(classes[k].text) +
                           " are one number; write it in one way in all partitions");
  }
  return {};
}

/// Only the chosen ones stay.
Result<void> choose(std::vector<ClassLabel>& classes, const std::vector<std::string>& chosen) {
  if (chosen.empty()) return {};
  std::vector<ClassLabel> kept;
  for (const std::string& label : chosen) {
    const auto found = find_class(classes, label);
    if (!found) return Error{Code::usage, "--classes", in_quotes(label) + " is not a label of the data"};
    kept.push_back(classes[*found]);
  }
  std::erase_if(classes, [&](const ClassLabel& c) { return !find_class(kept, c.text); });
  return {};
}

DenseMatrix<double> dense_of(const std::vector<const FoundRow*>& rows, std::uint64_t cols) {
  DenseMatrix<double> x;
  x.rows = rows.size();
  x.cols = cols;
  x.value.resize(rows.size() * cols);
  std::fill(x.value.begin(), x.value.end(), 0.0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t k = 0; k < rows[i]->column.size(); ++k) x.value[i * cols + rows[i]->column[k]] = rows[i]->value[k];
  }
  return x;
}

CsrMatrix<double> sparse_of(const std::vector<const FoundRow*>& rows, std::uint64_t cols) {
  CsrMatrix<double> x;
  x.cols = cols;
  x.rows = rows.size();
  x.start.push_back(0);
  for (const FoundRow* r : rows) {
    x.column.append(r->column);
    x.value.append(r->value);
    x.start.push_back(x.value.size());
  }
  return x;
}

}  // namespace

Result<ShardedFacts> ShardedFacts::of(const SignAnswer& a, const std::vector<std::string>& chosen) {
  ShardedFacts f;
  f.cols = a.cols;
  f.entries = a.entries;
  f.every_row = a.rows;
  f.decimals = a.decimals;
  f.short_decimals = a.short_decimals;
  f.dense = a.dense;
  f.columns = a.columns;
  for (const std::uint8_t u : a.used) f.used.push_back(u != 0);
  std::map<std::string, std::uint64_t> classes;
  for (const auto& [shard, of] : a.of_shard) {
    for (const auto& [label, rows] : of) classes[label] += rows;
  }
  for (const auto& [label, rows] : classes) f.classes.push_back({label, 0, rows});
  if (auto sorted = sort_classes(f.classes, f.numeric_labels); !sorted) return std::move(sorted).error();
  if (auto fine = choose(f.classes, chosen); !fine) return std::move(fine).error();
  std::uint64_t next = 0;
  for (const auto& [shard, of] : a.of_shard) {
    if (shard != f.first_row.size())
      return refused_facts("have the number " + std::to_string(shard) + " and not " +
                           std::to_string(f.first_row.size()) + "; number them 0, 1, 2, ...");
    f.first_row.push_back(next);
    f.first_used.push_back(f.rows);
    for (const auto& [label, rows] : of) {
      next += rows;
      if (find_class(f.classes, label)) f.rows += rows;
    }
  }
  if (f.rows == 0) return refused_facts("hold no row to separate");
  return f;
}

std::vector<std::string> ShardedFacts::labels() const {
  std::vector<std::string> out;
  out.reserve(classes.size());
  for (const ClassLabel& c : classes) out.push_back(c.text);
  return out;
}

bool SeenRows::add(FoundRow row) {
  constexpr std::uint64_t of_a_row = 128;
  constexpr std::uint64_t of_an_entry = sizeof(double) + sizeof(std::uint32_t);
  const std::uint64_t size = of_a_row + of_an_entry * row.column.size();
  const std::uint64_t place = row.place;
  if (!rows_.emplace(place, std::move(row)).second) return false;
  bytes_ += size;
  return true;
}

Dataset SeenRows::dataset(const std::vector<std::uint64_t>& places, const ShardedFacts& f) const {
  std::vector<const FoundRow*> rows;
  rows.reserve(places.size());
  for (const std::uint64_t place : places) rows.push_back(&rows_.at(place));
  Dataset out;
  if (f.dense)
    out.x = dense_of(rows, f.cols);
  else
    out.x = sparse_of(rows, f.cols);
  out.rows = rows.size();
  out.cols = f.cols;
  out.classes = f.classes;
  for (ClassLabel& c : out.classes) c.rows = 0;
  out.numeric_labels = f.numeric_labels;
  out.columns = f.columns;
  for (std::uint64_t j = 0; f.dense && f.columns.empty() && j < f.cols; ++j)
    out.columns.push_back(std::to_string(j + 1));
  out.decimals = f.decimals;
  out.short_decimals = f.short_decimals;
  out.form.format = f.dense ? "csv" : "libsvm";
  out.form.header = f.has_header();
  out.form.fields = f.dense ? f.cols + 1 : 0;
  if (f.dense) out.form.label = f.columns.empty() ? std::to_string(f.cols + 1) : label_column(f.columns);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    out.label.push_back(rows[i]->label);
    ++out.classes[rows[i]->label].rows;
    out.nonzeros += rows[i]->value.size();
    out.lines.add(i, rows[i]->place + 1 + (f.has_header() ? 1 : 0));
  }
  return out;
}

}  // namespace halfspace
