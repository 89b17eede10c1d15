#include "linalg/semidefinite.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/parallel.hpp"
#include "simd/row_ops.hpp"

namespace halfspace {
namespace {

constexpr std::size_t panel_rows = column_block;
constexpr std::size_t panels_at_a_time = 8;  // that are taken off the rest

/// The matrix in panels of 8 rows, A_{8p + r, k} at k * 8 + r of panel p, which the factor takes the place of block by
/// block of 64 columns (right-looking; Golub, Van Loan 2013, 4.2.6). Rows that fill the last panel are those of I.
class ShiftedPanels {
 public:
  ShiftedPanels(std::vector<double> K, std::size_t size, double shift)
      : count_((size + panel_rows - 1) / panel_rows), A_(std::move(K)) {
    A_.resize(place(count_));
    std::array<double, panel_rows> row{};
    std::vector<double> held;
    for (std::size_t p = count_; p-- > 0;) {  // a panel begins behind its rows: what lies before it was not met yet
      const std::size_t rows = std::min(panel_rows, size - p * panel_rows);
      const std::size_t from = p * panel_rows * (p * panel_rows + 1) / 2;
      held.assign(A_.begin() + static_cast<std::ptrdiff_t>(from),
                  A_.begin() + static_cast<std::ptrdiff_t>((p * panel_rows + rows) * (p * panel_rows + rows + 1) / 2));
      for (std::size_t k = 0; k < (p + 1) * panel_rows; ++k) {
        for (std::size_t r = 0; r < panel_rows; ++r) {
          const std::size_t i = p * panel_rows + r;
          row[r] = i == k ? 1 : 0;
          if (r < rows && k <= i) row[r] = held[i * (i + 1) / 2 + k - from] + (i == k ? shift : 0);
        }
        std::copy(row.begin(), row.end(), panel(p) + k * panel_rows);
      }
    }
  }

  /// False where a pivot is not above 0.
  bool factor(unsigned threads, const StopToken& stop) {
    for (std::size_t first = 0; first < count_; first += panels_at_a_time) {
      const std::size_t last = std::min(first + panels_at_a_time, count_);
      for (std::size_t p = first; p < last; ++p) {
        solve(p, first, p);
        if (!factor_block(p, first)) return false;
      }
      parallel_items(count_ - last, threads, [&](std::size_t k) {
        stop.check(panels_at_a_time * panels_at_a_time * panel_rows * panel_rows * panel_rows / 2);
        solve(last + k, first, last);
      });
      parallel_items(count_ - last, threads, [&](std::size_t k) {
        stop.check(panels_at_a_time * panel_rows * panel_rows * panel_rows * (k + 1));
        for (std::size_t q = last; q <= last + k; ++q) take_off(last + k, q, first, last);
      });
    }
    return true;
  }

 private:
  static std::size_t place(std::size_t p) { return p * (p + 1) / 2 * panel_rows * panel_rows; }
  double* panel(std::size_t p) { return A_.data() + place(p); }
  double* block(std::size_t p, std::size_t q) { return panel(p) + q * panel_rows * panel_rows; }

  /// A_pq -= Σ L_pk L_qk', first <= k < last
  void take_off(std::size_t p, std::size_t q, std::size_t first, std::size_t last) {
    alignas(64) std::array<double, panel_rows * panel_rows> sum{};
    for (std::size_t c = 0; c < panel_rows; c += tile_rows)
      row_ops().add_tile(block(p, first), block(q, first) + c, panel_rows, (last - first) * panel_rows,
                         sum.data() + c * panel_rows);
    double* const to = block(p, q);
    for (std::size_t k = 0; k < sum.size(); ++k) to[k] -= sum[k];
  }

  /// L_pq = (A_pq - Σ L_pk L_qk') / L_qq', first <= k < q, for q = first .. last - 1
  void solve(std::size_t p, std::size_t first, std::size_t last) {
    for (std::size_t q = first; q < last; ++q) {
      take_off(p, q, first, q);
      double* const to = block(p, q);
      const double* const diagonal = block(q, q);
      for (std::size_t c = 0; c < panel_rows; ++c) {
        for (std::size_t b = 0; b < c; ++b) {
          for (std::size_t r = 0; r < panel_rows; ++r)
            to[c * panel_rows + r] -= to[b * panel_rows + r] * diagonal[b * panel_rows + c];
        }
        for (std::size_t r = 0; r < panel_rows; ++r) to[c * panel_rows + r] /= diagonal[c * panel_rows + c];
      }
    }
  }

  bool factor_block(std::size_t p, std::size_t first) {
    take_off(p, p, first, p);
    double* const to = block(p, p);
    for (std::size_t c = 0; c < panel_rows; ++c) {
      for (std::size_t b = 0; b < c; ++b) {
        for (std::size_t r = c; r < panel_rows; ++r)
          to[c * panel_rows + r] -= to[b * panel_rows + r] * to[b * panel_rows + c];
      }
      if (!(to[c * panel_rows + c] > 0)) return false;
      const double pivot = std::sqrt(to[c * panel_rows + c]);
      for (std::size_t r = c; r < panel_rows; ++r) to[c * panel_rows + r] /= pivot;
    }
    return true;
  }

  std::size_t count_;
  std::vector<double> A_;
};

}  // namespace

bool positive_semidefinite(std::vector<double> K, std::size_t size, double shift, unsigned threads,
                           const StopToken& stop) {
  return ShiftedPanels(std::move(K), size, shift).factor(threads, stop);
}

}  // namespace halfspace
