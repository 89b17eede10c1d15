#include "driver/task_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <variant>

#include "driver/sum_errors.hpp"

namespace halfspace {
namespace {

double length_of(std::span<const double> v) {
  double sum = 0;
  for (const double x : v) sum += x * x;
  return std::sqrt(sum);
}

/// What a dual point costs at most whose Σ α_i y_i is `size` above 0 (`plus`: of the positive class) and not 0.
double price_of_balance(const ShardFacts& f, const LinearOptions& o, std::uint32_t positive, double primal, double size,
                        bool plus, double length, std::span<const ExactSum> exact) {
  const double alpha = o.C * slot(exact, plus ? Slot::positive_alpha : Slot::negative_alpha);
  const double conjugate = o.C * slot(exact, plus ? Slot::positive_conjugate : Slot::negative_conjugate);
  const double moved = size * f.longest;
  double price = std::numeric_limits<double>::infinity();
  if (alpha > size) price = size / alpha * std::max(0.0, -conjugate) + moved * length + moved * moved / 2;
  // loss(m) >= -m, so C c_i (|b| - |w| |x_i|) <= P for the best row of each class, and |w*| <= sqrt(2 P)
  std::array<double, 2> bias = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  for (std::size_t k = 0; k < f.classes.size(); ++k) {
    double& side = bias.at(k == positive ? 1 : 0);
    side = std::min(side, primal / (o.C * f.least_weight[k]) + std::sqrt(2 * primal) * f.shortest[k]);
  }
  return std::min(price, size * std::max(bias[0], bias[1]));
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
  const SumErrors errors(f, o, most_slope(f, o.loss, v), loss_reach);
  TaskValues out;
  out.gradient.resize(v.size());
  double squares = 0;
  double u_squares = 0;
  double error = 0;  // of |u|^2/2, by rounding of u
  for (std::size_t j = 0; j < v.size(); ++j) {
    const double u = -o.C * sum[j];
    out.gradient[j] = (j < penalised ? v[j] : 0) - u;
    if (j >= penalised) continue;
    const double off = errors.of(j);
    squares += v[j] * v[j];
    u_squares += u * u;
    error += off * (std::fabs(u) + off / 2);
  }
  const double terms = roundings_of_columns(f);
  out.loss = slot(exact, Slot::loss);
  out.primal = o.C * out.loss + squares / 2;
  out.smooth = smoothed ? o.C * slot(exact, Slot::smooth_loss) + squares / 2 : out.primal;
  out.ridge = o.C * slot(exact, Slot::ridge);
  out.dual = -o.C * (slot(exact, Slot::positive_conjugate) + slot(exact, Slot::negative_conjugate)) - u_squares / 2;
  if (o.bias == Bias::free) {
    const double r = -o.C * sum[f.cols];
    const double off = errors.of(f.cols);
    const auto price = [&](bool plus) {
      const double size = (plus ? r : -r) + off;
      return size > 0 ? price_of_balance(f, o, positive, out.primal, size, plus, std::sqrt(u_squares), exact) : 0.0;
    };
    out.dual -= std::max(price(true), price(false));
  }
  // conjugates may cancel: each is at most its α and, of squares, its loss
  const double sizes = o.C * (slot(exact, Slot::positive_alpha) + slot(exact, Slot::negative_alpha) + out.loss);
  out.dual -= error + 8 * terms * unit_roundoff * (std::fabs(out.dual) + u_squares + sizes);
  out.rounding = errors.of_loss(v) + 8 * terms * unit_roundoff * std::fabs(out.primal);
  return out;
}

}  // namespace halfspace
