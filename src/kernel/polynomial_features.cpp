#include "kernel/polynomial_features.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace halfspace {
namespace {

/// The coordinates of one row, column after column: out = Σ over powers of x_j, ... with `left` of p to give away.
class Coordinates {
 public:
  Coordinates(const Kernel& kernel, std::vector<double>& out) : c_(kernel.coef0), gamma_(kernel.gamma), out_(out) {}

  /// `so_far` is the square root of what the columns before j gave, p!/(...) among it.
  void add(const std::vector<double>& x, std::size_t j, std::uint64_t left, double so_far) {
    if (j == x.size()) {
      if (left == 0 || c_ > 0) out_.push_back(so_far * root(c_, left));
      return;
    }
    if (j + 1 == x.size() && c_ == 0) return add(x, j + 1, 0, so_far * root(gamma_, left) * power(x[j], left));
    for (std::uint64_t a = 0; a <= left; ++a) add(x, j + 1, left - a, so_far * root(gamma_, a) * power(x[j], a));
  }

 private:
  /// sqrt(v^a / a!)
  static double root(double v, std::uint64_t a) {
    double out = 1;
    for (std::uint64_t k = 1; k <= a; ++k) out *= std::sqrt(v / static_cast<double>(k));
    return out;
  }
  static double power(double v, std::uint64_t a) { return whole_power(v, a); }

  double c_;
  double gamma_;
  std::vector<double>& out_;
};

}  // namespace

std::uint64_t polynomial_size(const Kernel& kernel, std::uint64_t d, std::uint64_t most) {
  const std::uint64_t free = kernel.coef0 > 0 ? d : std::max<std::uint64_t>(d, 1) - 1;  // C(free + p, p)
  std::uint64_t out = 1;
  if (free == 0) return out;
  for (std::uint64_t k = 1; k <= kernel.degree && out <= most; ++k) {
    if (free > most) return most + 1;
    out = out * (free + k) / k;
  }
  return std::min(out, most + 1);
}

template <class M>
std::optional<DenseMatrix<double>> polynomial_features(const Kernel& kernel, const M& x) {
  constexpr std::uint64_t highest = 64;
  if (!kernel.uses_degree() || kernel.degree > highest || !(kernel.gamma > 0) || !(kernel.coef0 >= 0) || x.cols == 0)
    return std::nullopt;
  double whole = 1;  // sqrt(p!)
  for (std::uint64_t k = 2; k <= kernel.degree; ++k) whole *= std::sqrt(static_cast<double>(k));
  DenseMatrix<double> out;
  out.rows = x.rows;
  std::vector<double> row(x.cols);
  std::vector<double> features;
  for (std::size_t i = 0; i < x.rows; ++i) {
    std::fill(row.begin(), row.end(), 0.0);
    for_each_entry(x.row(i), [&](std::size_t j, double v) { row[j] = v; });
    features.clear();
    Coordinates(kernel, features).add(row, 0, kernel.degree, whole);
    for (const double v : features) {
      if (!std::isfinite(v)) return std::nullopt;
      out.value.push_back(v);
    }
  }
  out.cols = features.size();
  return out;
}

template std::optional<DenseMatrix<double>> polynomial_features(const Kernel&, const DenseMatrix<double>&);
template std::optional<DenseMatrix<double>> polynomial_features(const Kernel&, const DenseMatrix<float>&);
template std::optional<DenseMatrix<double>> polynomial_features(const Kernel&, const CsrMatrix<double>&);
template std::optional<DenseMatrix<double>> polynomial_features(const Kernel&, const CsrMatrix<float>&);

}  // namespace halfspace
