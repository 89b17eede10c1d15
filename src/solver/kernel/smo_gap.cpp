#include "solver/kernel/smo_gap.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/kernel/box_judge.hpp"

namespace halfspace {
namespace {

/// |w| / Σ α bounds the margin from above: where it is below what doubles can tell, there is none.
template <class T>
bool hulls_meet(const SmoRows<T>& rows, double dual) {
  constexpr double thin_step = 1e-12;
  double sum = 0;
  double most = 0;
  for (const double a : rows.all_alpha()) sum += a;
  for (const T k : rows.diagonal()) most = std::max(most, static_cast<double>(k));
  return 2 * (sum - dual) <= thin_step * most * sum * sum;
}

/// What |w|^2 grows by when the weights are made feasible.
template <class T>
double hard_margin_gap(const SmoRows<T>& rows, double dual) {
  if (!(dual > 0)) return std::numeric_limits<double>::infinity();
  if (hulls_meet(rows, dual)) return -1;
  return 2 * dual * std::max(rows.violation(rows.levels(rows.range(0))), 0.0);
}

}  // namespace

template <class T>
std::array<double, 2> smo_level(const SmoRows<T>& rows) {
  std::array<double, 2> b{};
  if (rows.problem().equality == Equality::none) return b;
  const std::array<SmoLevels, 2> levels = rows.levels_by_sign();
  for (std::size_t s = 0; s < 2; ++s) {
    const SmoLevels& v = levels[s];
    if (std::isfinite(v.top) && std::isfinite(v.low)) b[s] = (v.top + v.low) / 2;
  }
  return b;
}

template <class T>
double smo_gap(const SmoRows<T>& rows, double dual) {
  double sum = 0;
  const std::array<double, 2> b = smo_level(rows);
  for (std::size_t l = 0; l < rows.size(); ++l) {
    if (std::isinf(rows.cap(l)) && rows.ridge(l) == 0) return hard_margin_gap(rows, dual);
    const double y_u = rows.positive(l) ? rows.u()[l] - b[1] : b[0] - rows.u()[l];
    sum += gap_part(y_u, rows.alpha(l), rows.cap(l), rows.ridge(l));
  }
  return sum;
}

template std::array<double, 2> smo_level(const SmoRows<float>&);
template std::array<double, 2> smo_level(const SmoRows<double>&);
template double smo_gap(const SmoRows<float>&, double);
template double smo_gap(const SmoRows<double>&, double);

}  // namespace halfspace
