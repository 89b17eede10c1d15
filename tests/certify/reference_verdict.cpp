#include "certify/reference_verdict.hpp"

#include <algorithm>

namespace halfspace::reference {
namespace {

/// Exactly one of the two, the other is empty (a theorem of the alternative):
///   lambda >= 0 with sum lambda_i z_i = 0 and sum over i in F of lambda_i = 1, or
///   w with w.z_i >= 0 for all i, and > 0 for i in F.
struct Alternative {
  Vector lambda;
  Vector weights;
};

/// Phase 1 of the simplex method: min sum of artificials s.t. A x + artificials = b, x >= 0, with columns
/// A_i = (z_i, [i in F]) and b = (0, ..., 0, 1).
class Simplex {
 public:
  Simplex(const Rows& z, const std::vector<bool>& in_f) : n_(z.size()), m_(z[0].size() + 1) {
    for (std::size_t r = 0; r < m_; ++r) {
      Vector row(n_ + m_ + 1);
      for (std::size_t i = 0; i < n_; ++i) row[i] = r + 1 < m_ ? z[i][r] : mpq_class(in_f[i] ? 1 : 0);
      row[n_ + r] = 1;
      row.back() = r + 1 == m_ ? 1 : 0;
      table_.push_back(row);
      basis_.push_back(n_ + r);
    }
    cost_.resize(n_ + m_ + 1);
    for (const Vector& row : table_) {
      for (std::size_t j = 0; j < cost_.size(); ++j) {
        if (j < n_ || j == n_ + m_) cost_[j] -= row[j];  // costs of x less those of the basis, the artificials
      }
    }
  }

  Alternative solve() {
    for (std::size_t j = entering(); j < n_; j = entering()) pivot(leaving(j), j);
    Alternative found;
    if (cost_.back() == 0) {
      found.lambda.resize(n_);
      for (std::size_t r = 0; r < m_; ++r) {
        if (basis_[r] < n_) found.lambda[basis_[r]] = table_[r].back();
      }
    } else {
      for (std::size_t r = 0; r + 1 < m_; ++r) found.weights.push_back(cost_[n_ + r] - 1);  // -y_r, y the dual solution
    }
    return found;
  }

 private:
  /// Bland (1977): the first column of negative reduced cost; n_ when there is none.
  std::size_t entering() const {
    std::size_t j = 0;
    while (j < n_ && cost_[j] >= 0) ++j;
    return j;
  }

  /// Least ratio, ties by the least basic variable. The objective is bounded below by 0, so some row can leave.
  std::size_t leaving(std::size_t j) const {
    std::size_t best = m_;
    for (std::size_t r = 0; r < m_; ++r) {
      if (table_[r][j] <= 0) continue;
      if (best == m_) {
        best = r;
        continue;
      }
      const mpq_class left = table_[r].back() * table_[best][j];
      const mpq_class right = table_[best].back() * table_[r][j];
      if (left < right || (left == right && basis_[r] < basis_[best])) best = r;
    }
    return best;
  }

  void pivot(std::size_t r, std::size_t j) {
    const mpq_class divisor = table_[r][j];
    for (mpq_class& value : table_[r]) value /= divisor;
    for (std::size_t other = 0; other < m_; ++other) {
      if (other != r) subtract(table_[other], table_[r], j);
    }
    subtract(cost_, table_[r], j);
    basis_[r] = j;
  }

  static void subtract(Vector& row, const Vector& pivot_row, std::size_t j) {
    if (row[j] == 0) return;
    const mpq_class factor = row[j];
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (pivot_row[k] != 0) row[k] -= factor * pivot_row[k];
    }
  }

  std::size_t n_, m_;
  Rows table_;
  Vector cost_;
  std::vector<std::size_t> basis_;
};

}  // namespace

const char* name(Verdict verdict) {
  switch (verdict) {
    case Verdict::separable:
      return "separable";
    case Verdict::quasi_separable:
      return "quasi-separable";
    case Verdict::overlapping:
      return "overlapping";
  }
  return "";
}

Answer reference_verdict(const Rows& z) {
  Answer answer{Verdict::separable, Vector(z[0].size()), Vector(z.size())};
  std::vector<bool> untied(z.size(), true);
  while (std::find(untied.begin(), untied.end(), true) != untied.end()) {
    Alternative found = Simplex(z, untied).solve();
    if (found.lambda.empty()) {
      answer.weights = std::move(found.weights);
      return answer;
    }
    answer.verdict = Verdict::quasi_separable;
    for (std::size_t i = 0; i < z.size(); ++i) {
      answer.lambda[i] += found.lambda[i];
      if (found.lambda[i] > 0) untied[i] = false;
    }
  }
  answer.verdict = Verdict::overlapping;
  return answer;
}

bool proves(const Rows& z, const Answer& answer) {
  std::size_t tied = 0;
  for (std::size_t i = 0; i < z.size(); ++i) {
    const mpq_class score = dot(answer.weights, z[i]);
    if (answer.lambda[i] < 0) return false;
    if (answer.lambda[i] > 0 ? score != 0 : score <= 0) return false;
    tied += answer.lambda[i] > 0 ? 1U : 0U;
  }
  const Vector sum = combination(z, answer.lambda);
  if (!std::all_of(sum.begin(), sum.end(), [](const mpq_class& value) { return value == 0; })) return false;
  const Verdict meant = tied == 0          ? Verdict::separable
                        : tied == z.size() ? Verdict::overlapping
                                           : Verdict::quasi_separable;
  return answer.verdict == meant;
}

}  // namespace halfspace::reference
