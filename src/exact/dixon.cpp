#include "exact/dixon.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace halfspace {
namespace {

/// The fraction n/q with n = t q (mod m), |n| and q at most `bound` (Wang 1981): Euclid's algorithm stopped half-way.
bool reconstruct(const Integer& t, const Integer& m, const Integer& bound, Integer& n, Integer& q) {
  Integer r0 = m;
  Integer r1 = t < 0 ? Integer(t + m) : t;
  Integer s0 = 0;
  Integer s1 = 1;
  while (r1 > bound) {
    const Integer quotient = r0 / r1;
    r0 -= quotient * r1;
    s0 -= quotient * s1;
    swap(r0, r1);
    swap(s0, s1);
  }
  n = s1 < 0 ? Integer(-r1) : r1;
  q = abs(s1);
  return q <= bound && q > 0;
}

/// All residues as fractions over one denominator; false when some residue has none that is small.
bool common_fractions(const std::vector<Integer>& residue, const Integer& m, DixonSolver::Solution& out) {
  const Integer bound = sqrt(Integer(m / 2));
  const Integer half = m / 2;
  out.denominator = 1;
  out.numerator.assign(residue.size(), 0);
  for (std::size_t j = 0; j < residue.size(); ++j) {
    Integer t = residue[j] * out.denominator % m;
    if (t > half) t -= m;
    Integer q = 1;
    if (abs(t) > bound || out.denominator > bound) {
      Integer n;
      if (!reconstruct(t, m, bound, n, q)) return false;
      t = n;
    }
    if (q != 1) {
      for (std::size_t k = 0; k < j; ++k) out.numerator[k] *= q;
      out.denominator *= q;
    }
    out.numerator[j] = t;
  }
  return true;
}

}  // namespace

DixonSolver::DixonSolver(std::vector<IntegerVector> columns) : n_(columns.size()), columns_(std::move(columns)) {
  factorise();
}

void DixonSolver::factorise() {
  lu_.assign(n_, std::vector<std::uint64_t>(n_));
  order_.resize(n_);
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  for (std::size_t k = 0; k < n_; ++k) {
    for (const auto& [i, value] : columns_[k]) lu_[i][k] = modulo(value);
  }
  for (std::size_t k = 0; k < n_; ++k) {
    std::size_t pivot = k;
    while (pivot < n_ && lu_[pivot][k] == 0) ++pivot;
    if (pivot == n_) {
      regular_ = false;
      return;
    }
    std::swap(lu_[k], lu_[pivot]);
    std::swap(order_[k], order_[pivot]);
    const std::uint64_t scale = inverse(lu_[k][k]);
    for (std::size_t i = k + 1; i < n_; ++i) {
      if (lu_[i][k] == 0) continue;
      const std::uint64_t c = times(lu_[i][k], scale);
      lu_[i][k] = c;
      for (std::size_t j = k + 1; j < n_; ++j) lu_[i][j] = minus(lu_[i][j], times(c, lu_[k][j]));
    }
    lu_[k][k] = scale;  // its inverse is all that is needed later
  }
}

std::vector<std::uint64_t> DixonSolver::solve_modulo(std::vector<std::uint64_t> b) const {
  std::vector<std::uint64_t> x(n_);
  for (std::size_t i = 0; i < n_; ++i) {
    std::uint64_t sum = b[order_[i]];
    for (std::size_t j = 0; j < i; ++j) sum = minus(sum, times(lu_[i][j], x[j]));
    x[i] = sum;
  }
  for (std::size_t i = n_; i-- > 0;) {
    for (std::size_t j = i + 1; j < n_; ++j) x[i] = minus(x[i], times(lu_[i][j], x[j]));
    x[i] = times(x[i], lu_[i][i]);
  }
  return x;
}

std::vector<Integer> DixonSolver::applied(const std::vector<Integer>& x) const {
  std::vector<Integer> out(n_);
  for (std::size_t k = 0; k < n_; ++k) {
    if (x[k] == 0) continue;
    for (const auto& [i, value] : columns_[k]) mpz_addmul(out[i].get_mpz_t(), value.get_mpz_t(), x[k].get_mpz_t());
  }
  return out;
}

std::optional<DixonSolver::Solution> DixonSolver::solve(const std::vector<Integer>& b) const {
  constexpr std::uint64_t most_digits = 20000;  // of base p
  std::vector<Integer> residue(n_);
  std::vector<Integer> rest = b;  // (b - M residue) / p^k
  Integer power = 1;              // p^k
  const Integer p(modular_prime);
  for (std::uint64_t k = 1, look = 2; k <= most_digits; ++k) {
    std::vector<std::uint64_t> r(n_);
    for (std::size_t i = 0; i < n_; ++i) r[i] = modulo(rest[i]);
    const std::vector<std::uint64_t> digit = solve_modulo(std::move(r));
    std::vector<Integer> step(n_);
    for (std::size_t j = 0; j < n_; ++j) {
      step[j] = Integer(digit[j]);
      residue[j] += step[j] * power;
    }
    const std::vector<Integer> product = applied(step);
    for (std::size_t i = 0; i < n_; ++i) {
      rest[i] -= product[i];
      mpz_divexact(rest[i].get_mpz_t(), rest[i].get_mpz_t(), p.get_mpz_t());
    }
    power *= p;
    if (k < look) continue;
    look = look + look / 2;
    Solution out;
    if (!common_fractions(residue, power, out)) continue;
    std::vector<Integer> left = applied(out.numerator);
    bool right = true;
    for (std::size_t i = 0; i < n_ && right; ++i) right = left[i] == b[i] * out.denominator;
    if (right) return out;
  }
  return std::nullopt;
}

}  // namespace halfspace
