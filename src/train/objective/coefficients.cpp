#include "train/objective/coefficients.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/elementary.hpp"
#include "solver/linear/primal/information.hpp"

namespace halfspace {
namespace {

constexpr double quantile = 1.959963984540054;  // of the standard normal at 0.975

double log_loss_of(double m) { return std::max(-m, 0.0) + elementary::log1p(elementary::exp(-std::fabs(m))); }

/// 2 (n log n - n_+ log n_+ - n_- log n_-), the deviance of the best constant.
double constant_deviance(double positive, double negative) {
  const auto entropy = [](double v) { return v > 0 ? v * elementary::log(v) : 0; };
  return 2 * (entropy(positive + negative) - entropy(positive) - entropy(negative));
}

}  // namespace

Statistics coefficient_statistics(const Dataset& features, std::span<const std::int8_t> y,
                                  std::span<const double> weight, std::span<const double> w, double b, bool bias,
                                  const std::vector<std::string>& names, const StopToken& stop) {
  Statistics out;
  std::vector<double> curvature(features.rows);
  std::array<double, 2> sums{};
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          const double c = weight.empty() ? 1 : weight[i];
          const double s = dot(x.row(i), w.data()) + b;
          const double tail = elementary::exp(-std::fabs(s));
          curvature[i] = c * tail / ((1 + tail) * (1 + tail));
          out.deviance += 2 * c * log_loss_of(y[i] * s);
          sums[y[i] > 0 ? 1 : 0] += c;
        }
      },
      features.x);
  out.null_deviance = bias ? constant_deviance(sums[1], sums[0]) : 2 * elementary::log(2) * (sums[0] + sums[1]);
  const std::size_t size = w.size() + (bias ? 1 : 0);
  const auto name = [&](std::size_t j) {
    return j == w.size() ? std::string("bias") : names.empty() ? std::to_string(j + 1) : names[j];
  };
  const DenseDesign design(features.x, bias);
  const std::vector<std::size_t> dependent = dependent_columns(design, bias, stop);
  out.aic = out.deviance + 2 * static_cast<double>(size - dependent.size());
  const Information information(design, curvature, stop);
  if (!dependent.empty() || information.dependent()) {
    out.dependent = name(dependent.empty() ? *information.dependent() : dependent.back());
    return out;
  }
  const std::vector<double> variance = information.variances();
  for (std::size_t j = 0; j < size; ++j) {
    Coefficient c{name(j), j < w.size() ? w[j] : b, std::sqrt(variance[j]), 0, 0, 0, 0};
    c.z = c.estimate / c.error;
    c.p = std::erfc(std::fabs(c.z) / std::sqrt(2));
    c.low = c.estimate - quantile * c.error;
    c.high = c.estimate + quantile * c.error;
    out.coefficients.push_back(c);
  }
  return out;
}

}  // namespace halfspace
