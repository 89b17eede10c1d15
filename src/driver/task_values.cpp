#include "driver/task_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "shard/grid.hpp"

namespace halfspace {
namespace {

constexpr double unit_roundoff = 0x1p-53;

double slot(std::span<const ExactSum> exact, Slot which) { return exact[static_cast<std::size_t>(which)].value(); }

double length_of(std::span<const double> v) {
  double sum = 0;
  for (const double x : v) sum += x * x;
  return std::sqrt(sum);
}

/// What a dual point with Σ α_i y_i = r != 0 costs, at most.
double price_of_balance(const ShardFacts& f, const LinearOptions& o, std::uint32_t positive, double primal, double r,
                        double length, std::span<const ExactSum> exact) {
  const bool plus = r > 0;  // has more
  const double alpha = o.C * slot(exact, plus ? Slot::positive_alpha : Slot::negative_alpha);
  const double conjugate = o.C * slot(exact, plus ? Slot::positive_conjugate : Slot::negative_conjugate);
  const double moved = std::fabs(r) * f.longest;
  double price = std::numeric_limits<double>::infinity();
  if (alpha > std::fabs(r))
    price = std::fabs(r) / alpha * std::max(0.0, -conjugate) + moved * length + moved * moved / 2;
  // loss(m) >= -m, so C c_i (|b| - |w| |x_i|) <= P for the best row of each class, and |w*| <= sqrt(2 P)
  double bias[2] = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};  // NOLINT
  for (std::size_t k = 0; k < f.classes.size(); ++k) {
    double& side = bias[k == positive ? 1 : 0];
    side = std::min(side, primal / (o.C * f.least_weight[k]) + std::sqrt(2 * primal) * f.shortest[k]);
  }
  return std::min(price, std::fabs(r) * std::max(bias[0], bias[1]));
}

}  // namespace

double most_squared_slope(LossKind loss) {
  const LossTraits& traits = traits_of(loss);
  if (traits.soft_margin)
    return std::numeric_limits<double>::infinity();  // multipliers drawn to others have no such bound
  return traits.likelihood ? 1.45 : 4;
}

double loss_at_zero(const ShardFacts& f, LossKind loss) {
  double weight = 0;
  for (std::size_t k = 0; k < f.classes.size(); ++k) weight += f.whole_weight[k];
  return weight * std::visit([](auto l) { return double{l.value(0)}; }, loss_of(loss)) * (1 + 0x1p-20);
}

double most_slope(const ShardFacts& f, LossKind loss, std::span<const double> v) {
  const double least = least_slope_of(loss);
  if (std::isfinite(least)) return -least;
  const double bias = v.size() > f.cols ? std::fabs(v[f.cols]) : 0;
  return 2 * (1 + f.longest * length_of(v.first(f.cols)) * (1 + 0x1p-20) + bias);  // squared hinge
}

TaskValues values_of(const ShardFacts& f, const LinearOptions& o, std::uint32_t positive, std::span<const double> v,
                     double loss_reach, std::span<const double> sum, std::span<const ExactSum> exact) {
  const std::size_t penalised = o.bias == Bias::augmented ? v.size() : f.cols;
  const bool smoothed = traits_of(o.loss).soft_margin;
  TaskValues out;
  out.gradient.resize(v.size());
  double squares = 0;
  double u_squares = 0;
  double error = 0;         // of D, by rounding of u
  double margin_error = 0;  // of P
  const double slope = most_slope(f, o.loss, v);
  const int slope_exponent = grid::exponent(slope);
  const int loss_exponent = grid::exponent(loss_reach);
  const auto n = static_cast<double>(f.rows);
  for (std::size_t j = 0; j < v.size(); ++j) {
    const double u = -o.C * sum[j];
    out.gradient[j] = (j < penalised ? v[j] : 0) - u;
    margin_error += f.first[j] * std::fabs(v[j]);
    if (j >= penalised) continue;
    squares += v[j] * v[j];
    u_squares += u * u;
    const int e = std::min({grid::exponent(f.first[j]) + slope_exponent,
                            grid::exponent(std::sqrt(f.second[j])) + loss_exponent, grid::most});
    error += std::fabs(u) * o.C * n * grid::step(std::max(e, grid::least));
  }
  const double terms = static_cast<double>(f.cols) / 8 + 16;
  out.loss = slot(exact, Slot::loss);
  out.primal = o.C * out.loss + squares / 2;
  out.smooth = smoothed ? o.C * slot(exact, Slot::smooth_loss) + squares / 2 : out.primal;
  out.ridge = o.C * slot(exact, Slot::ridge);
  out.dual = -o.C * (slot(exact, Slot::positive_conjugate) + slot(exact, Slot::negative_conjugate)) - u_squares / 2;
  if (o.bias == Bias::free) {
    const double r = -o.C * sum[f.cols];
    if (r != 0) out.dual -= price_of_balance(f, o, positive, out.primal, r, std::sqrt(u_squares), exact);
  }
  out.rounding = error + o.C * slope * margin_error * terms * unit_roundoff +
                 8 * terms * unit_roundoff * (std::fabs(out.primal) + std::fabs(out.dual) + u_squares);
  return out;
}

}  // namespace halfspace
