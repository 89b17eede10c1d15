#include "api/row_checks.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "api/arrays.hpp"
#include "base/text.hpp"

namespace halfspace::api {
namespace {

constexpr std::int64_t most_columns = 2147483646;  // 2^31 - 2

Error usage(std::string where, std::string message) { return {Code::usage, std::move(where), std::move(message)}; }

Result<void> check_sides(std::int64_t rows, std::int64_t cols) {
  if (rows < 0) return usage("rows", std::to_string(rows) + " is negative; expected a number of rows");
  if (cols < 0 || cols > most_columns)
    return usage("cols", std::to_string(cols) + " is outside 0.." + std::to_string(most_columns) + " (2^31 - 2)");
  return {};
}

/// The last place that the strides reach, and one more; -1 where it does not fit.
std::int64_t reach(const DenseRows& x, std::int64_t row_stride) {
  if (x.rows == 0 || x.cols == 0) return 0;
  std::int64_t down = 0;
  std::int64_t across = 0;
  std::int64_t sum = 0;
  const bool fits = !__builtin_mul_overflow(x.rows - 1, row_stride, &down) &&
                    !__builtin_mul_overflow(x.cols - 1, x.col_stride, &across) &&
                    !__builtin_add_overflow(down, across, &sum) && !__builtin_add_overflow(sum, 1, &sum);
  return fits ? sum : -1;
}

Result<void> check_strides(const DenseRows& x) {
  if (x.row_stride < 0 || x.col_stride < 1)
    return usage("strides", std::to_string(x.row_stride) + " and " + std::to_string(x.col_stride) +
                                "; row_stride is from 0 (0: cols), col_stride from 1");
  const std::uint64_t given = size_of(x.values);
  const std::int64_t needed = reach(x, x.row_stride == 0 ? x.cols : x.row_stride);
  const bool plain = x.row_stride == 0 && x.col_stride == 1;
  const bool fits = needed >= 0 &&
                    (plain ? given == static_cast<std::uint64_t>(needed) : given >= static_cast<std::uint64_t>(needed));
  if (fits) return {};
  return usage("values",
               counted(given, "number") + " for " + std::to_string(x.rows) + " x " + std::to_string(x.cols) +
                   (plain ? "; give rows * cols numbers"
                          : " with strides " + std::to_string(x.row_stride) + " and " + std::to_string(x.col_stride) +
                                "; expected at least (rows - 1) * row_stride + (cols - 1) * col_stride + 1"));
}

template <class Start, class Column>
Result<void> check_row(Start start, Column column, std::int64_t cols, std::size_t i) {
  const std::int64_t first = start[i];
  const std::int64_t last = start[i + 1];
  const auto size = static_cast<std::int64_t>(column.size());
  if (last < first || last > size)
    return Error{Code::bad_data, "start[" + std::to_string(i + 1) + "]",
                 std::to_string(last) + " after " + std::to_string(first) +
                     "; places ascend to the number of values, " + std::to_string(size)};
  std::int64_t previous = -1;
  for (std::int64_t k = first; k < last; ++k) {
    const std::int64_t j = column[static_cast<std::size_t>(k)];
    if (j < 0 || j >= cols)
      return Error{Code::bad_data, "row " + std::to_string(i),
                   "column " + std::to_string(j) + " is outside 0.." + std::to_string(cols - 1)};
    if (j <= previous)
      return Error{Code::bad_data, "row " + std::to_string(i),
                   "column " + std::to_string(j) + " after " + std::to_string(previous) +
                       "; columns must ascend (sort the row, add up repeated entries)"};
    previous = j;
  }
  return {};
}

/// How many columns are not above the one before them; counters as wide as columns, so that vectors count.
template <class Column>
std::size_t descents(Column column) {
  using Index = std::remove_const_t<typename Column::element_type>;
  constexpr std::size_t block = 8192;
  std::size_t all = 0;
  for (std::size_t first = 1; first < column.size(); first += block) {
    const std::size_t last = std::min(first + block, column.size());
    Index count = 0;
    for (std::size_t k = first; k < last; ++k) count += column[k] <= column[k - 1] ? 1 : 0;
    all += static_cast<std::size_t>(count);
  }
  return all;
}

/// Are all rows as check_row() asks? Columns then descend only from one row to the next.
template <class Start, class Column>
bool rows_ascend(Start start, Column column, std::int64_t cols) {
  std::size_t between = 0;
  for (std::size_t i = 0; i + 1 < start.size(); ++i) {
    const auto first = static_cast<std::size_t>(start[i]);
    const auto last = static_cast<std::size_t>(start[i + 1]);
    if (start[i] > start[i + 1] || last > column.size()) return false;
    if (first == last) continue;
    if (column[first] < 0 || column[last - 1] >= cols) return false;
    between += first > 0 && column[first] <= column[first - 1] ? 1 : 0;
  }
  return descents(column) == between;
}

/// Texts that are UTF-8 without NUL, none of them twice. `what` they are: "column name".
Result<void> check_texts(std::span<const std::string> texts, const std::string& where, const std::string& what) {
  std::vector<std::string> sorted(texts.begin(), texts.end());
  for (const std::string& text : sorted) {
    if (!is_utf8(text) || text.find('\0') != std::string::npos)
      return Error{Code::bad_data, where, what + " " + in_quotes(text) + " is not UTF-8 text without NUL bytes"};
  }
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice == sorted.end()) return {};
  return Error{Code::bad_data, where, "duplicate " + what + " " + in_quotes(*twice)};
}

}  // namespace

Result<void> check_shape(const DenseRows& x) {
  if (const auto fine = check_sides(x.rows, x.cols); !fine) return fine;
  if (const auto fine = check_strides(x); !fine) return fine;
  if (!x.columns.empty() && x.columns.size() != static_cast<std::uint64_t>(x.cols))
    return usage("columns",
                 counted(x.columns.size(), "name") + " for " + counted(static_cast<std::uint64_t>(x.cols), "column"));
  return {};
}

Result<void> check_shape(const CsrRows& x) {
  if (const auto fine = check_sides(x.rows, x.cols); !fine) return fine;
  const auto n = static_cast<std::size_t>(x.rows);
  const std::size_t entries = size_of(x.values);
  if (size_of(x.start) != n + 1)
    return usage("start",
                 counted(size_of(x.start), "place") + " for " + std::to_string(x.rows) + " rows; give rows + 1");
  if (size_of(x.column) != entries)
    return usage("column",
                 counted(size_of(x.column), "column") + " for " + counted(entries, "value") + "; give as many");
  if (index_at(x.start, 0) != 0 || index_at(x.start, n) != static_cast<std::int64_t>(entries))
    return usage("start", "goes from " + std::to_string(index_at(x.start, 0)) + " to " +
                              std::to_string(index_at(x.start, n)) + "; expected from 0 to the number of values, " +
                              std::to_string(entries));
  return std::visit(
      [&](auto start, auto column) -> Result<void> {
        if (rows_ascend(start, column, x.cols)) return {};
        for (std::size_t i = 0; i < n; ++i) {
          if (const auto fine = check_row(start, column, x.cols, i); !fine) return fine;
        }
        return {};
      },
      x.start, x.column);
}

std::string place(std::size_t row, std::size_t column) {
  return "row " + std::to_string(row) + ", column " + std::to_string(column) + " (from 0)";
}

Error not_finite(std::size_t row, std::size_t column, double value) {
  const std::string what = std::isnan(value) ? "NaN, a missing cell; leave the row out, or train with the option "
                                               "missing (mean; drop leaves rows out of training alone)"
                                             : "an infinity; numbers are finite";
  return {Code::bad_data, place(row, column), what};
}

Result<void> check_weights(std::span<const double> weights, std::int64_t rows) {
  if (weights.empty()) return {};
  if (weights.size() != static_cast<std::uint64_t>(rows))
    return usage("weights",
                 counted(weights.size(), "number") + " for " + std::to_string(rows) + " rows; give one a row, or none");
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (!(weights[i] >= 0) || std::isinf(weights[i]))
      return Error{Code::bad_data, "weights[" + std::to_string(i) + "]",
                   number_text(weights[i]) + " is not a weight; expected a finite number from 0"};
  }
  return {};
}

Result<void> check_groups(std::span<const std::int64_t> groups, std::int64_t rows) {
  if (groups.empty() || groups.size() == static_cast<std::uint64_t>(rows)) return {};
  return usage("groups",
               counted(groups.size(), "number") + " for " + std::to_string(rows) + " rows; give one a row, or none");
}

Result<void> check_names(std::span<const std::string> names) { return check_texts(names, "columns", "column name"); }

Result<void> check_categories(const DenseRows& x) {
  std::int64_t previous = -1;
  for (std::size_t k = 0; k < x.categories.size(); ++k) {
    const CategoryColumn& c = x.categories[k];
    const std::string where = "categories[" + std::to_string(k) + "]";
    if (c.column <= previous || c.column >= x.cols)
      return usage(where, "column " + std::to_string(c.column) + " after " + std::to_string(previous) +
                              "; columns ascend from 0 to " + std::to_string(x.cols - 1));
    if (const auto fine = check_texts(c.texts, where, "text"); !fine) return fine;
    if (std::find(c.texts.begin(), c.texts.end(), "") != c.texts.end())
      return usage(where, "an empty text; a missing cell is NaN");
    previous = c.column;
  }
  return {};
}

}  // namespace halfspace::api
