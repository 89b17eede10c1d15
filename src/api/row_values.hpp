// Numbers of a caller as a matrix of a Dataset: in place where they can stay where they are, else one copy.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "api/row_labels.hpp"
#include "data/dataset.hpp"
#include "data/decimals.hpp"
#include "halfspace/data.hpp"
#include "halfspace/result.hpp"

namespace halfspace::api {

/// NaN in a column: not allowed, its row is left out, or it is kept.
enum class Missing { refused, dropped, kept };

/// v * 0 is 0 but for NaN and infinities. Lanes add without branches.
template <class T>
bool all_finite(const T* v, std::size_t size) {
  constexpr std::size_t lanes = 8;
  std::array<T, lanes> sum{};
  std::size_t j = 0;
  for (; j + lanes <= size; j += lanes) {
    for (std::size_t k = 0; k < lanes; ++k) sum[k] += v[j + k] * T{0};
  }
  for (; j < size; ++j) sum[0] += v[j] * T{0};
  T all{};
  for (const T s : sum) all += s;
  return all == 0;
}

/// What one pass over the numbers finds.
struct Found {
  bool floats = true;          // every kept number equals its float
  bool negative_zero = false;  // a text has none
  std::vector<bool> left_out;  // of each row; empty: none

  /// Numbers from here on change nothing of the decimals (decimals_at_most() is at most those that there are).
  double settled = INFINITY;

  void note_value(Dataset& data, double v) {
    note_decimals(data, v);
    if (data.short_decimals) return;
    constexpr double log10_of_2 = 0.30102999566398119;
    settled = std::ldexp(1, static_cast<int>(std::ceil((17 - data.decimals) / log10_of_2)));
  }

  bool leave_out(std::size_t i) const { return !left_out.empty() && left_out[i]; }
  void drop(std::size_t i, std::size_t rows) {
    left_out.resize(rows);
    left_out[i] = true;
  }
  /// What learning has to know of finite numbers; scoring that does not ask for decimals needs nothing.
  template <class T, class Rows>
  void note(Dataset& data, const Rows& rows, const T* v, std::size_t size) {
    const bool decimals = rows.decimals_matter();
    floats = floats && (Rows::learns || decimals);
    if (!Rows::learns && !decimals) return;
    const NumberKinds all = kinds_of(std::span(v, size), decimals ? settled : 0, data.decimals);
    data.nonzeros += all.nonzeros;
    floats = floats && all.floats;
    negative_zero = negative_zero || all.negative_zero;
    for (std::size_t k = 0; k < size && !all.decimals; ++k) {
      const auto x = static_cast<double>(v[k]);
      if (std::fabs(x) < settled) note_value(data, x);
    }
  }
};

/// Fills data.x and what goes with it from the rows that `rows` keeps; `missing` says what NaN is in each column (a
/// list of one: in every column). `max_bytes` bounds a copy; 0: no bound. Errors (bad_data): a number that is not
/// finite, a code that is none, too much memory.
template <class Rows>
Result<void> fill(const DenseRows& from, Dataset& data, Rows& rows, std::span<const Missing> missing,
                  std::uint64_t max_bytes);
template <class Rows>
Result<void> fill(const CsrRows& from, Dataset& data, Rows& rows, std::uint64_t max_bytes);

/// Error (bad_data): a copy of so many bytes is more than allowed.
Result<void> check_copy(std::uint64_t bytes, std::uint64_t max_bytes);

}  // namespace halfspace::api
