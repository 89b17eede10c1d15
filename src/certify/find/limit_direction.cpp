#include "certify/find/limit_direction.hpp"

#include <algorithm>
#include <cmath>

#include "certify/find/margin.hpp"
#include "certify/find/row_hull.hpp"
#include "simd/ops.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t direction_steps = 20'000;
constexpr std::size_t direction_entries = std::size_t{1} << 26U;
constexpr double rounding = 1e-7;  // of the length: what is smaller is 0

/// Rows seen from a tied row t: y_i (x_i - x_t). There w.x_t + b = 0 fixes the bias, and only w is left.
HullOracle seen_from(const RowHull& hull, const HullOracle& rows, std::uint64_t t, const SignedRows& z) {
  std::vector<double> origin(rows.dims);
  rows.write({t}, origin);  // y_t (x_t, 1) / ρ
  for (double& v : origin) v *= z.sign(t) * hull.length(t);
  HullOracle out = rows;
  out.dims = z.cols();
  out.write = [rows, origin, wide = std::vector<double>(rows.dims)](const HullPoint& p, std::span<double> to) mutable {
    rows.write(p, wide);
    for (std::size_t j = 0; j < to.size(); ++j) to[j] = wide[j] - wide.back() * origin[j];
  };
  const auto widened = [origin](std::span<const double> u) {
    std::vector<double> wide(u.begin(), u.end());
    wide.push_back(-dot(u.data(), u.size(), origin.data()));
    return wide;
  };
  out.lowest = [rows, widened](std::span<const double> u, double below, std::size_t most) {
    return rows.lowest(widened(u), below, most);
  };
  out.products = [rows, widened](std::span<const double> u, std::span<const HullPoint> points) {
    return rows.products(widened(u), points);
  };
  return out;
}

}  // namespace

std::optional<std::vector<double>> limit_direction(const SignedRows& z, const Decision& decision, bool free_bias,
                                                   const DecideOptions& options) {
  RowHull hull(z, RowScale::common, options.threads);
  hull.leave_out(decision.tied);
  const HullOracle rows = hull.oracle(options.stop);
  const std::vector<std::uint64_t>& basis = decision.tied_basis;
  const bool shifted = z.bias() && free_bias;
  if (shifted && basis.empty()) {
    const auto margin = find_margin(z, MarginKind::geometric, decision.weights, options);
    if (!margin || !margin.value() || margin.value()->weights.empty()) return std::nullopt;
    std::vector<double> w;
    w.reserve(z.cols());
    for (std::size_t j = 0; j < z.cols(); ++j) w.push_back(margin.value()->weights[j].get_d());
    return w;
  }
  const HullOracle oracle = shifted ? seen_from(hull, rows, basis[0], z) : rows;
  std::vector<HullPoint> free;
  for (std::size_t k = shifted ? 1 : 0; k < basis.size(); ++k) free.push_back({basis[k]});
  const HullResult found = min_norm_point(
      oracle, free, HullGoal::nearest, {direction_steps, std::max<std::size_t>(direction_entries / oracle.dims, 64)});
  if (found.answer == HullAnswer::contains || found.u.empty()) return std::nullopt;
  std::vector<double> w(found.u.begin(), found.u.begin() + static_cast<std::ptrdiff_t>(z.cols()));
  const double length = std::sqrt(squared_norm(w.data(), w.size()));
  for (double& v : w) v = std::fabs(v) < rounding * length ? 0 : v / length;
  return w;
}

}  // namespace halfspace
