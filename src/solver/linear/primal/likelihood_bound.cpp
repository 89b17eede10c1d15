#include "solver/linear/primal/likelihood_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>
#include <vector>

#include "base/elementary.hpp"
#include "solver/linear/primal/information.hpp"

namespace halfspace {
namespace {

constexpr std::size_t most_numbers = std::size_t{1} << 26U;
constexpr std::size_t most_columns = 2000;
constexpr double most_products = 2e10;

}  // namespace

std::optional<LikelihoodBound> likelihood_bound(const LinearProblem& problem, std::span<const double> w, double b,
                                                bool bias, const StopToken& stop) {
  const auto [n, d] = std::visit([](const auto& x) { return std::pair(x.rows, x.cols); }, problem.x);
  const double size = static_cast<double>(d) + 1;
  if (d > most_columns || n > most_numbers / (d + 1) || static_cast<double>(n) * size * size > most_products)
    return std::nullopt;
  DenseDesign x(problem.x, bias);
  std::vector<double> curvature(n);
  std::vector<double> a(n);
  std::vector<double> s(n, b);
  for (std::size_t j = 0; j < d; ++j) axpy(w[j], x.column(j + (bias ? 1 : 0)).data(), n, s.data());
  double value = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double c = problem.weight.empty() ? 1 : problem.weight[i];
    const double m = problem.y[i] * s[i];
    const double tail = elementary::exp(-std::fabs(m));
    curvature[i] = c * tail / ((1 + tail) * (1 + tail));
    value += c * (std::max(-m, 0.0) + elementary::log1p(tail));
    a[i] = -c * problem.y[i] * (m >= 0 ? tail : 1) / (1 + tail);
  }
  const std::vector<std::size_t> dependent = dependent_columns(x, stop);
  std::for_each(dependent.rbegin(), dependent.rend(), [&](std::size_t j) { x.drop(j); });  // the others do as much
  const Information information(x, curvature, stop);
  if (!information.dependent().empty()) return std::nullopt;  // nearly, which is no proof
  std::vector<double> g(x.size);
  for (std::size_t j = 0; j < x.size; ++j) g[j] = dot(x.column(j).data(), n, a.data());
  const double decrement = information.leverage(g);  // λ^2
  double reach = 0;                                  // R^2
  for (std::size_t i = 0; i < n; ++i) reach = std::max(reach, information.leverage(x.row(i)));
  const double u = std::sqrt(decrement * reach);
  if (!(u < 1)) return std::nullopt;
  // below 1e-4 the formula cancels; u^2/2 (1 + u) is above it there
  const double bound = u < 1e-4 ? decrement / 2 * (1 + u) : ((1 - u) * elementary::log1p(-u) + u) / reach;
  return LikelihoodBound{bound + static_cast<double>(n + 8) * std::numeric_limits<double>::epsilon() * value,
                         dependent.size()};
}

}  // namespace halfspace
