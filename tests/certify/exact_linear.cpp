#include "certify/exact_linear.hpp"

namespace halfspace::reference {

mpq_class dot(const Vector& a, const Vector& b) {
  mpq_class sum;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

Vector combination(const Rows& z, const Vector& lambda) {
  Vector sum(z[0].size());
  for (std::size_t i = 0; i < z.size(); ++i) {
    for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += lambda[i] * z[i][j];
  }
  return sum;
}

std::vector<std::size_t> reduce(Rows& a) {
  std::vector<std::size_t> pivots;
  const std::size_t cols = a.empty() ? 0 : a[0].size();
  for (std::size_t col = 0; col < cols && pivots.size() < a.size(); ++col) {
    const std::size_t top = pivots.size();
    std::size_t from = top;
    while (from < a.size() && a[from][col] == 0) ++from;
    if (from == a.size()) continue;
    std::swap(a[top], a[from]);
    const mpq_class pivot = a[top][col];
    for (mpq_class& value : a[top]) value /= pivot;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (i == top || a[i][col] == 0) continue;
      const mpq_class factor = a[i][col];
      for (std::size_t j = col; j < cols; ++j) a[i][j] -= factor * a[top][j];
    }
    pivots.push_back(col);
  }
  return pivots;
}

std::size_t rank(Rows a) { return reduce(a).size(); }

std::optional<Vector> unique_solution(const Rows& a, const Vector& b) {
  Rows extended = a;
  for (std::size_t i = 0; i < a.size(); ++i) extended[i].push_back(b[i]);
  const auto pivots = reduce(extended);
  const std::size_t unknowns = a.empty() ? 0 : a[0].size();
  if (pivots.size() != unknowns || (!pivots.empty() && pivots.back() == unknowns)) return std::nullopt;
  Vector x(unknowns);
  for (std::size_t i = 0; i < unknowns; ++i) x[i] = extended[i][unknowns];
  return x;
}

}  // namespace halfspace::reference
