// Multipliers that a free bias allows.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

namespace halfspace {

/// Σ sign(i) α_i becomes 0, but for what a proof cannot tell, each α_i within 0 and cap(i): by those of the lowest price
/// first.
template <class Sign, class Cap>
void balance(std::size_t n, Sign sign, Cap cap, std::span<const double> price, std::span<double> alpha) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto cheaper = [&](std::size_t a, std::size_t b) {
    return price[a] < price[b] || (price[a] == price[b] && a < b);
  };
  const auto few = order.begin() + static_cast<std::ptrdiff_t>(std::min(order.size(), std::size_t{64}));
  std::partial_sort(order.begin(), few, order.end(), cheaper);  // a small imbalance needs no more
  bool sorted = false;
  for (int pass = 0; pass < 3; ++pass) {  // a second pass takes up what rounding left
    long double r = 0;
    long double size = 0;
    for (std::size_t i = 0; i < n; ++i) {
      r += static_cast<long double>(sign(i)) * alpha[i];
      size += alpha[i];
    }
    const long double nothing = size * std::numeric_limits<long double>::epsilon();  // less than a proof can tell
    for (std::size_t k = 0; k < order.size(); ++k) {
      if (std::fabs(r) <= nothing) return;
      if (!sorted && order.begin() + static_cast<std::ptrdiff_t>(k) == few) {
        std::sort(few, order.end(), cheaper);
        sorted = true;
      }
      const std::size_t i = order[k];
      const double before = alpha[i];
      const long double wanted = before - sign(i) * r;
      alpha[i] = static_cast<double>(std::clamp<long double>(wanted, 0, cap(i)));
      r += static_cast<long double>(sign(i)) * (static_cast<long double>(alpha[i]) - before);
    }
  }
}

}  // namespace halfspace
