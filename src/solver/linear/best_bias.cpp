#include "solver/linear/best_bias.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
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

}  // namespace

double best_bias(const Design& z, std::span<const double> s) {
  const double omega = z.penalty(z.features()).l2;
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
  const auto end = [&](double from, double to, double least_slope) {
    for (int k = 0; k < halvings; ++k) {
      const double b = (from + to) / 2;
      if (b == from || b == to) break;
      (slope(b) < least_slope ? from : to) = b;
    }
    return (from + to) / 2;
  };
  const double lower = end(low, high, 0);
  if (omega > 0) return lower;
  // Of a hinge between whose rows nothing changes every b is the best: the middle of them.
  const double rounding =
      std::sqrt(static_cast<double>(z.n())) * 1e-15 * std::accumulate(z.cost().begin(), z.cost().end(), 0.0);
  const double beside = (high - low) * 1e-9;
  const bool flat = std::fabs(slope(lower - beside)) <= rounding || std::fabs(slope(lower + beside)) <= rounding;
  return flat ? (end(low, high, -rounding) + end(low, high, rounding)) / 2 : lower;
}

double way_to_middle(const Design& z, std::span<const double> m) {
  constexpr double at_kink = 1e-9;
  double below = -std::numeric_limits<double>::infinity();  // where the next rows have margin 1
  double above = std::numeric_limits<double>::infinity();
  long double sum = 0;
  long double falling = 0;  // Σ C_i y_i of the rows that a lower bias, and a higher one, leaves with m < 1
  long double rising = 0;
  for (std::size_t i = 0; i < z.n(); ++i) {
    const double y = z.sign(i);
    const double way = y * (1 - m[i]);
    const double cost = z.cost()[i];
    sum += cost;
    if (y * (way + at_kink) > 0) falling += y * cost;
    if (y * (way - at_kink) > 0) rising += y * cost;
    if (way < -at_kink) below = std::max(below, way);
    if (way > at_kink) above = std::min(above, way);
  }
  const long double rounding = 1e-14L * sum;
  const double down = std::fabs(falling) <= rounding && std::isfinite(below) ? below : 0;
  const double up = std::fabs(rising) <= rounding && std::isfinite(above) ? above : 0;
  return (down + up) / 2;
}

}  // namespace halfspace
