#include "exact/gordan.hpp"

#include <optional>

#include "exact/linear.hpp"

namespace halfspace {
namespace {

/// Rows of constraints and, last, of reduced costs; columns of λ, of artificial variables and, last, of right sides.
/// True values are entries over `unit`.
class Tableau {
 public:
  Tableau(std::span<const IntegerVector> z, std::size_t dims)
      : n_(z.size()), m_(dims + 1), t_(m_ + 1, std::vector<Integer>(n_ + m_ + 1)), basis_(m_) {
    for (std::size_t i = 0; i < n_; ++i) {
      for (const auto& [j, value] : z[i]) t_[j][i] = value;
      t_[dims][i] = 1;
    }
    t_[dims].back() = 1;
    for (std::size_t k = 0; k < m_; ++k) {
      t_[k][n_ + k] = 1;
      basis_[k] = n_ + k;
      for (std::size_t j = 0; j <= n_ + m_; ++j) t_[m_][j] -= t_[k][j];
      t_[m_][n_ + k] = 0;
    }
  }

  /// The first λ that would lower the cost.
  std::optional<std::size_t> entering() const {
    for (std::size_t j = 0; j < n_; ++j) {
      if (t_[m_][j] < 0) return j;
    }
    return std::nullopt;
  }

  /// The row that limits it first; of equals the one whose variable comes first.
  std::size_t leaving(std::size_t c) const {
    std::optional<std::size_t> best;
    for (std::size_t k = 0; k < m_; ++k) {
      if (t_[k][c] <= 0) continue;
      if (!best) {
        best = k;
        continue;
      }
      const Integer here = t_[k].back() * t_[*best][c];
      const Integer there = t_[*best].back() * t_[k][c];
      if (here < there || (here == there && basis_[k] < basis_[*best])) best = k;
    }
    return *best;  // the cost is bounded below by 0, so some row limits
  }

  void pivot(std::size_t r, std::size_t c, const StopToken& token) {
    const Integer p = t_[r][c];
    Integer other;
    for (std::size_t i = 0; i <= m_; ++i) {
      if (i == r) continue;
      token.check((n_ + m_ + 1) * (16 + 4 * mpz_size(unit_.get_mpz_t())));
      const Integer f = t_[i][c];
      for (std::size_t j = 0; j <= n_ + m_; ++j) {
        Integer& x = t_[i][j];
        x *= p;
        other = f * t_[r][j];
        x -= other;
        mpz_divexact(x.get_mpz_t(), x.get_mpz_t(), unit_.get_mpz_t());
      }
    }
    unit_ = p;
    basis_[r] = c;
  }

  bool feasible() const { return t_[m_].back() == 0; }

  std::vector<Integer> multipliers() const {
    std::vector<Integer> out(n_);
    for (std::size_t k = 0; k < m_; ++k) {
      if (basis_[k] < n_) out[basis_[k]] = t_[k].back();
    }
    reduce(out);
    return out;
  }

  /// With prices π = 1 - reduced cost of an artificial: π.(z_i, 1) <= 0 and π_0 > 0, so w = -π.
  std::vector<Integer> separator() const {
    std::vector<Integer> w(m_ - 1);
    for (std::size_t j = 0; j + 1 < m_; ++j) w[j] = t_[m_][n_ + j] - unit_;
    reduce(w);
    return w;
  }

 private:
  std::size_t n_;
  std::size_t m_;
  std::vector<std::vector<Integer>> t_;
  std::vector<std::size_t> basis_;
  Integer unit_ = 1;
};

}  // namespace

std::variant<GordanWitness, GordanSeparator, GordanStopped> gordan(std::span<const IntegerVector> z, std::size_t dims,
                                                                   const StopToken& stop) {
  Tableau tableau(z, dims);
  while (const auto c = tableau.entering()) {
    if (stop.ended()) return GordanStopped{};
    tableau.pivot(tableau.leaving(*c), *c, stop);
  }
  if (tableau.feasible()) return GordanWitness{tableau.multipliers()};
  return GordanSeparator{tableau.separator()};
}

}  // namespace halfspace
