#include "solver/linear/best_bias.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "simd/ops.hpp"

namespace halfspace {
namespace {

/// Both classes at the same least margin; where b is penalised, the nearest to 0 of the feasible ones if there are any.
double hard_bias(const Design& z, std::span<const double> s, double omega) {
  double up = std::numeric_limits<double>::infinity();
  double down = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < z.n(); ++i) {
    if (z.sign(i) > 0) {
      up = std::min(up, s[i]);
    } else {
      down = std::max(down, s[i]);
    }
  }
  const double middle = -(up + down) / 2;
  return omega > 0 && up - down >= 2 ? std::clamp(0.0, 1 - up, -1 - down) : middle;
}

double bias_under(const Design& z, std::span<const double> s, double omega) {
  if (std::isinf(z.cost()[0])) return hard_bias(z, s, omega);
  constexpr int most_doublings = 60;
  constexpr int halvings = 60;  // of a few units: to the last digits of b
  const auto slope = [&](double b) {
    return std::visit(
        [&](auto loss) {
          return omega * b + detail::lanes(z.n(), [&](std::size_t i) {  // ω b + Σ C_i y_i loss'(y_i (s_i + b))
                   const double y = z.sign(i);
                   return z.cost()[i] * y * loss.slope(y * (s[i] + b));
                 });
        },
        loss_of(z.loss()));
  };
  const auto [least, most] = std::minmax_element(s.begin(), s.end());
  double low = -*most - 1;
  double high = -*least + 1;
  double width = high - low;
  for (int k = 0; k < most_doublings && slope(low) > 0; ++k) low -= width, width *= 2;
  for (int k = 0; k < most_doublings && slope(high) < 0; ++k) high += width, width *= 2;
  for (int k = 0; k < halvings; ++k) {
    const double b = (low + high) / 2;
    if (b == low || b == high) break;
    (slope(b) < 0 ? low : high) = b;
  }
  return (low + high) / 2;
}

}  // namespace

double best_bias(const Design& z, std::span<const double> s) { return bias_under(z, s, z.penalty(z.features()).l2); }

double best_free_bias(const Design& z, std::span<const double> s) { return bias_under(z, s, 0); }

}  // namespace halfspace
