#include "api/row_checks.hpp"

#include <cmath>

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

Result<void> check_row(const CsrRows& x, std::size_t i) {
  const std::int64_t first = x.start[i];
  const std::int64_t last = x.start[i + 1];
  if (last < first || last > static_cast<std::int64_t>(x.values.size()))
    return Error{Code::bad_data, "start[" + std::to_string(i + 1) + "]",
                 std::to_string(last) + " after " + std::to_string(first) +
                     "; places ascend to the number of values, " + std::to_string(x.values.size())};
  std::int64_t previous = -1;
  for (std::int64_t k = first; k < last; ++k) {
    const std::int64_t j = x.column[static_cast<std::size_t>(k)];
    if (j < 0 || j >= x.cols)
      return Error{Code::bad_data, "row " + std::to_string(i),
                   "column " + std::to_string(j) + " is outside 0.." + std::to_string(x.cols - 1)};
    if (j <= previous)
      return Error{Code::bad_data, "row " + std::to_string(i),
                   "column " + std::to_string(j) + " after " + std::to_string(previous) +
                       "; columns must ascend (sort the row, add up repeated entries)"};
    previous = j;
  }
  return {};
}

}  // namespace

Result<void> check_shape(const DenseRows& x) {
  if (const auto fine = check_sides(x.rows, x.cols); !fine) return fine;
  const auto cols = static_cast<std::uint64_t>(x.cols);
  const bool fits = cols == 0
                        ? x.values.empty()
                        : x.values.size() % cols == 0 && x.values.size() / cols == static_cast<std::uint64_t>(x.rows);
  if (!fits)
    return usage("values", counted(x.values.size(), "number") + " for " + std::to_string(x.rows) + " x " +
                               std::to_string(x.cols) + "; give rows * cols numbers");
  if (!x.columns.empty() && x.columns.size() != cols)
    return usage("columns", counted(x.columns.size(), "name") + " for " + counted(cols, "column"));
  return {};
}

Result<void> check_shape(const CsrRows& x) {
  if (const auto fine = check_sides(x.rows, x.cols); !fine) return fine;
  if (x.start.size() != static_cast<std::uint64_t>(x.rows) + 1)
    return usage("start", counted(x.start.size(), "place") + " for " + std::to_string(x.rows) + " rows; give rows + 1");
  if (x.column.size() != x.values.size())
    return usage("column",
                 counted(x.column.size(), "column") + " for " + counted(x.values.size(), "value") + "; give as many");
  if (x.start.front() != 0 || x.start.back() != static_cast<std::int64_t>(x.values.size()))
    return usage("start", "goes from " + std::to_string(x.start.front()) + " to " + std::to_string(x.start.back()) +
                              "; expected from 0 to the number of values, " + std::to_string(x.values.size()));
  for (std::size_t i = 0; i < static_cast<std::size_t>(x.rows); ++i) {
    if (const auto fine = check_row(x, i); !fine) return fine;
  }
  return {};
}

std::string place(std::size_t row, std::size_t column) {
  return "row " + std::to_string(row) + ", column " + std::to_string(column) + " (from 0)";
}

Error not_finite(std::size_t row, std::size_t column, double value) {
  const std::string what = std::isnan(value)
                               ? "NaN, a missing cell; leave the row out, or train with the option missing (drop, mean)"
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
                   number_text(weights[i]) + " is no weight; weights are finite numbers from 0"};
  }
  return {};
}

}  // namespace halfspace::api
