// Arrays of a C caller as rows: NULL and impossible sizes are Errors (usage).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "api/c_handles.hpp"
#include "halfspace/data.hpp"

namespace halfspace::api {

/// The first `count` numbers at `first`. Error (usage): NULL where there are some, a negative or impossible count.
template <class T>
Result<std::span<const T>> array(const char* name, const T* first, std::int64_t count) {
  constexpr std::int64_t most = std::numeric_limits<std::ptrdiff_t>::max() / 8;  // more have no addresses
  if (count < 0 || count > most) return Error{Code::usage, name, std::to_string(count) + " is not a number of entries"};
  if (first == nullptr && count > 0) return null_argument(name);
  return std::span<const T>(first, static_cast<std::size_t>(count));
}

/// rows * cols; -1 when one is negative or the product too large.
inline std::int64_t product(std::int64_t rows, std::int64_t cols) {
  std::int64_t out = 0;
  return rows < 0 || cols < 0 || __builtin_mul_overflow(rows, cols, &out) ? -1 : out;
}

inline Result<DenseRows> dense_rows(std::int64_t rows, std::int64_t cols, const double* values) {
  const std::int64_t count = product(rows, cols);
  if (count < 0)
    return Error{Code::usage, "rows, cols",
                 std::to_string(rows) + " x " + std::to_string(cols) + " is not a number of values; sizes are from 0"};
  const auto all = array("values", values, count);
  if (!all) return all.error();
  DenseRows out;
  out.values = all.value();
  out.rows = rows;
  out.cols = cols;
  return out;
}

inline Result<CsrRows> csr_rows(std::int64_t rows, std::int64_t cols, const std::int64_t* start,
                                const std::int64_t* column, const double* values) {
  if (rows < 0 || rows == std::numeric_limits<std::int64_t>::max())
    return Error{Code::usage, "rows", std::to_string(rows) + " is not a number of rows"};
  const auto starts = array("start", start, rows + 1);
  if (!starts) return starts.error();
  const std::int64_t count = starts.value().back();
  const auto columns = array("column", column, count);
  if (!columns) return columns.error();
  const auto all = array("values", values, count);
  if (!all) return all.error();
  CsrRows out;
  out.start = starts.value();
  out.column = columns.value();
  out.values = all.value();
  out.rows = rows;
  out.cols = cols;
  return out;
}

}  // namespace halfspace::api
