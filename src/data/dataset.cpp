#include "data/dataset.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "base/rng.hpp"
#include "data/strata.hpp"

namespace halfspace {
namespace {

template <class T>
DenseMatrix<T> taken(const DenseMatrix<T>& from, const std::vector<std::uint64_t>& rows) {
  DenseMatrix<T> to;
  to.rows = rows.size();
  to.cols = from.cols;
  to.value.reserve(rows.size() * from.cols);
  for (const std::uint64_t i : rows) {
    const auto row = from.row(i);
    for (std::size_t j = 0; j < row.size; ++j) to.value.push_back(row.value[j]);
  }
  return to;
}

template <class T>
CsrMatrix<T> taken(const CsrMatrix<T>& from, const std::vector<std::uint64_t>& rows) {
  CsrMatrix<T> to;
  to.rows = rows.size();
  to.cols = from.cols;
  to.start.push_back(0);
  for (const std::uint64_t i : rows) {
    const auto row = from.row(i);
    for (std::size_t k = 0; k < row.size; ++k) {
      to.column.push_back(row.column[k]);
      to.value.push_back(row.value[k]);
    }
    to.start.push_back(to.value.size());
  }
  return to;
}

template <class T>
DenseMatrix<T> narrowed(const DenseMatrix<T>& from, const std::vector<std::uint64_t>& columns) {
  DenseMatrix<T> to;
  to.rows = from.rows;
  to.cols = columns.size();
  to.value.reserve(to.rows * to.cols);
  for (std::size_t i = 0; i < from.rows; ++i) {
    for (const std::uint64_t j : columns) to.value.push_back(from.row(i).value[j]);
  }
  return to;
}

template <class T>
CsrMatrix<T> narrowed(const CsrMatrix<T>& from, const std::vector<std::uint64_t>& columns) {
  CsrMatrix<T> to;
  to.rows = from.rows;
  to.cols = columns.size();
  to.start.push_back(0);
  for (std::size_t i = 0; i < from.rows; ++i) {
    const auto row = from.row(i);
    for (std::size_t k = 0; k < row.size; ++k) {
      const auto at = std::lower_bound(columns.begin(), columns.end(), std::uint64_t{row.column[k]});
      if (at == columns.end() || *at != row.column[k]) continue;
      to.column.push_back(static_cast<std::uint32_t>(at - columns.begin()));
      to.value.push_back(row.value[k]);
    }
    to.start.push_back(to.value.size());
  }
  return to;
}

std::uint64_t count_nonzeros(const Matrix& x) {
  return std::visit(
      [](const auto& m) {
        return static_cast<std::uint64_t>(std::count_if(m.value.begin(), m.value.end(), [](auto v) { return v != 0; }));
      },
      x);
}

}  // namespace

void LineIndex::add(std::uint64_t row, std::uint64_t line) {
  if (steps_.empty() || line - row != steps_.back().line - steps_.back().row) steps_.push_back({row, line});
}

std::uint64_t LineIndex::line(std::uint64_t row) const {
  const auto after =
      std::upper_bound(steps_.begin(), steps_.end(), row, [](std::uint64_t r, const Step& s) { return r < s.row; });
  if (after == steps_.begin()) return row + 1;
  const Step& step = *(after - 1);
  return step.line + (row - step.row);
}

void set_table_form(Dataset& data, std::span<const std::string> names) {
  data.form.format = "csv";
  data.form.fields = data.cols + 1;
  data.form.header = !names.empty();
  data.columns.assign(names.begin(), names.end());
  for (std::uint64_t j = 0; j < data.cols && !data.form.header; ++j) data.columns.push_back(std::to_string(j + 1));
  data.form.label = data.form.header ? "label" : std::to_string(data.cols + 1);
  if (std::find(data.columns.begin(), data.columns.end(), data.form.label) != data.columns.end()) data.form.label = "";
}

bool is_quantity(const Dataset& data) {
  constexpr std::size_t few = 20;
  if (!data.numeric_labels || data.named_classes || data.classes.size() <= few) return false;
  const bool whole = std::all_of(data.classes.begin(), data.classes.end(),
                                 [](const ClassLabel& c) { return c.number == std::floor(c.number); });
  return !whole || (data.form.format != "libsvm" && 2 * data.classes.size() > data.rows);
}

Dataset take_rows(const Dataset& data, const std::vector<std::uint64_t>& rows) {
  Dataset part;
  part.x = std::visit([&](const auto& m) { return Matrix(taken(m, rows)); }, data.x);
  part.rows = rows.size();
  part.cols = data.cols;
  part.nonzeros = count_nonzeros(part.x);
  part.classes = data.classes;
  for (ClassLabel& c : part.classes) c.rows = 0;
  part.numeric_labels = data.numeric_labels;
  part.named_classes = data.named_classes;
  std::uint64_t taken_rows = 0;
  for (const std::uint64_t i : rows) {
    part.lines.add(taken_rows++, data.lines.line(i));
    if (!data.label.empty()) {
      part.label.push_back(data.label[i]);
      ++part.classes[data.label[i]].rows;
    }
    if (!data.weight.empty()) part.weight.push_back(data.weight[i]);
    if (!data.group.empty()) part.group.push_back(data.group[i]);
    if (!data.order.empty()) part.order.push_back(data.order[i]);
    if (!data.unseen_squares.empty()) part.unseen_squares.push_back(data.unseen_squares[i]);
  }
  part.columns = data.columns;
  part.levels = data.levels;
  part.decimals = data.decimals;
  part.short_decimals = data.short_decimals;
  part.computed = data.computed;
  part.form = data.form;
  part.text_hash = data.text_hash;
  part.text_bytes = data.text_bytes;
  part.text_sha256 = data.text_sha256;
  part.other_class_rows = data.other_class_rows;
  part.missing_rows = data.missing_rows;
  part.absent_rows = data.absent_rows;
  part.unseen_rows = data.unseen_rows;
  return part;
}

Dataset take_columns(Dataset data, const std::vector<std::uint64_t>& columns) {
  data.x = std::visit([&](const auto& m) { return Matrix(narrowed(m, columns)); }, data.x);
  data.cols = columns.size();
  data.nonzeros = count_nonzeros(data.x);
  const auto chosen = [&](auto& list) {
    if (list.empty()) return;
    std::remove_reference_t<decltype(list)> kept;
    for (const std::uint64_t j : columns) kept.push_back(std::move(list[j]));
    list = std::move(kept);
  };
  chosen(data.form.dates);
  chosen(data.columns);
  chosen(data.levels);
  return data;
}

Split stratified_split(const Dataset& data, double fraction, std::uint64_t seed) {
  Rng rng(seed, Stream::holdout);
  Split split;
  const auto label = [&](std::uint64_t i) { return data.label[i]; };
  for (const std::vector<std::uint64_t>& rows : shuffled_strata(data.rows, data.classes.size(), label, rng)) {
    const auto test = static_cast<std::size_t>(std::floor(fraction * static_cast<double>(rows.size()) + 0.5 + 1e-9));
    split.test.insert(split.test.end(), rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(test));
    split.train.insert(split.train.end(), rows.begin() + static_cast<std::ptrdiff_t>(test), rows.end());
  }
  std::sort(split.train.begin(), split.train.end());
  std::sort(split.test.begin(), split.test.end());
  return split;
}

}  // namespace halfspace
