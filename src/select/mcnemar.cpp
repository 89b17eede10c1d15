#include "select/mcnemar.hpp"

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

constexpr std::uint64_t exact_below = 25;

/// min(1, 2 P(X <= k)), X binomial (n, 1/2). The coefficients are whole numbers below 2^25.
double two_sided_binomial(std::uint64_t k, std::uint64_t n) {
  double choices = 1;
  double sum = 0;
  for (std::uint64_t j = 0; j <= k; ++j) {
    sum += choices;
    choices = choices * static_cast<double>(n - j) / static_cast<double>(j + 1);
  }
  return std::min(1.0, std::ldexp(sum, 1 - static_cast<int>(n)));
}

}  // namespace

McNemar mcnemar(std::uint64_t only_first, std::uint64_t only_second) {
  const std::uint64_t n = only_first + only_second;
  const std::uint64_t least = std::min(only_first, only_second);
  if (n < exact_below) return {only_first, only_second, two_sided_binomial(least, n), true};
  const double apart = std::max(0.0, static_cast<double>(n - 2 * least) - 1);
  const double chi_square = apart * apart / static_cast<double>(n);
  return {only_first, only_second, std::erfc(std::sqrt(chi_square / 2)), false};
}

McNemar mcnemar(const Labelling& first, const Labelling& second) {
  std::uint64_t only_first = 0;
  std::uint64_t only_second = 0;
  for (std::size_t i = 0; i < first.truth.size(); ++i) {
    only_first += first.right(i) && !second.right(i) ? 1 : 0;
    only_second += second.right(i) && !first.right(i) ? 1 : 0;
  }
  return mcnemar(only_first, only_second);
}

}  // namespace halfspace
