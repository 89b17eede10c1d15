// A = L L' in long double of a matrix that rows join and leave one at a time. Golub and Van Loan 2013, section 6.5.
#pragma once

#include <limits>
#include <span>
#include <vector>

namespace halfspace {

class WideFactor {
 public:
  static constexpr long double rounding = 256 * std::numeric_limits<long double>::epsilon();

  std::size_t size() const { return rows_.size(); }

  /// The matrix gets a row: its products with the rows before it and with itself. False, and nothing changed, when no
  /// more than the share `least` of its diagonal is independent of them; by default what rounding leaves.
  bool add(std::span<const long double> products, long double diagonal, long double least = rounding);

  void remove(std::size_t k);

  /// x with A x = r
  void solve(std::span<long double> r) const;

  /// The least L_kk^2.
  long double least_pivot() const;

 private:
  std::vector<std::vector<long double>> rows_;  // of L, up to the diagonal
};

}  // namespace halfspace
