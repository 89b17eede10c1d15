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

/// Column j of a design, the bias first where there is one.
struct Columns {
  std::span<const double> w;
  double b;
  bool bias;
  const std::vector<std::string>& names;

  std::string name(std::size_t j) const {
    if (bias && j == 0) return "bias";
    const std::size_t k = j - (bias ? 1 : 0);
    return names.empty() ? std::to_string(k + 1) : names[k];
  }

  Coefficient tested(std::size_t j, double error) const {
    Coefficient c{name(j), bias && j == 0 ? b : w[j - (bias ? 1 : 0)], error, 0, 0, 0, 0};
    c.z = c.estimate / c.error;
    c.p = std::erfc(std::fabs(c.z) / std::sqrt(2));
    c.low = c.estimate - quantile * c.error;
    c.high = c.estimate + quantile * c.error;
    return c;
  }
};

/// Does it have one value in all rows that says nothing beside the bias; without a bias 0?
std::vector<char> constant_columns(const DenseDesign& x) {
  std::vector<char> out(x.size);
  for (std::size_t j = x.bias ? 1 : 0; j < x.size; ++j) {
    const auto column = x.column(j);
    const double first = x.bias && !column.empty() ? column[0] : 0;
    out[j] = std::all_of(column.begin(), column.end(), [&](double v) { return v == first; }) ? 1 : 0;
  }
  return out;
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
  DenseDesign design(features.x, bias);
  const Columns columns{w, b, bias, names};
  const std::vector<char> constant = constant_columns(design);
  design.centre(curvature);
  const std::vector<std::size_t> dependent = dependent_columns(design, stop);
  out.aic = out.deviance + 2 * static_cast<double>(design.size - dependent.size());
  const Information information(design, curvature, stop);
  const auto lacking = [&](std::size_t j, Dependence why) {
    out.dependent = columns.name(j);
    out.dependence = why;
    out.dependent_feature = j - (bias && j > 0 ? 1 : 0);
    return out;
  };
  if (!dependent.empty()) {
    const std::size_t j = dependent.front();
    return lacking(j, constant[j] != 0 ? Dependence::one_value : Dependence::combination);
  }
  if (!information.dependent().empty()) return lacking(information.dependent().front(), Dependence::where_it_counts);
  const std::vector<double> error = information.errors();
  for (std::size_t j = bias ? 1 : 0; j < design.size; ++j) out.coefficients.push_back(columns.tested(j, error[j]));
  if (bias) out.coefficients.push_back(columns.tested(0, error[0]));
  return out;
}

}  // namespace halfspace
