#include "solver/kernel/free_rows.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace halfspace {

int group_of(const BoxProblem& q, std::size_t t) {
  if (q.equality == Equality::none) return -1;
  return q.equality == Equality::classes && q.y[t] > 0 ? 1 : 0;
}

int groups_of(const BoxProblem& q) { return q.equality == Equality::classes ? 2 : q.equality == Equality::sum ? 1 : 0; }

FreeRows::FreeRows(const BoxProblem& q, const WideKernel& kernel) : q_(q), kernel_(kernel), all_(q.y.size()) {
  std::iota(all_.begin(), all_.end(), 0U);
  for (const std::uint32_t t : all_) weight_ = std::max(weight_, kernel_.diagonal(t));
  if (weight_ <= 0) weight_ = 1;
}

const std::vector<long double>& FreeRows::column(std::uint32_t t) {
  const auto found = column_.find(t);
  if (found != column_.end()) return found->second;
  std::vector<long double>& values = column_[t];
  values.resize(all_.size());
  kernel_.values(t, all_, values);
  work_ += static_cast<double>(all_.size()) * kernel_.work();
  return values;
}

/// Q_st + c y_s y_t
long double FreeRows::product(const std::vector<long double>& of_t, std::uint32_t s, std::uint32_t t) const {
  const int g = group_of(q_, t);
  const long double k = of_t[s] + (g >= 0 && group_of(q_, s) == g ? weight_ : 0);
  return q_.y[s] * q_.y[t] * k + (s == t && !q_.ridge.empty() ? q_.ridge[t] : 0);
}

std::vector<long double> FreeRows::products(std::uint32_t t) {
  const std::vector<long double>& of_t = column(t);
  std::vector<long double> out;
  out.reserve(F_.size());
  for (const std::uint32_t s : F_) out.push_back(product(of_t, s, t));
  return out;
}

bool FreeRows::add(std::uint32_t t, long double least) {
  const std::vector<long double> q = products(t);
  work_ += static_cast<double>(F_.size() * F_.size());
  if (!factor_.add(q, product(column(t), t, t), least)) return false;
  F_.push_back(t);
  return true;
}

/// Q_FF d + y_F b = -Q_Ft, y_F'd = -y_t; then d'Qd = Q_tt + Q_tF d + y_t b.
FreeDirection FreeRows::direction(std::uint32_t t) {
  const std::vector<long double> q = products(t);
  const int g = group_of(q_, t);
  const long double of_sum = g >= 0 ? weight_ : 0;  // what c y y' adds to each product and to the diagonal
  std::vector<long double> r;
  OfGroups<long double> sum;
  if (g >= 0) sum[g] = -q_.y[t];
  for (std::size_t k = 0; k < F_.size(); ++k) {
    const bool same = g >= 0 && group_of(q_, F_[k]) == g;
    r.push_back(-(q[k] - (same ? of_sum * q_.y[F_[k]] * q_.y[t] : 0)));
  }
  FreeStep step = solve(r, sum);
  FreeDirection out;
  out.curvature = product(column(t), t, t) - of_sum;
  if (g >= 0) out.curvature += q_.y[t] * step.level[g];
  for (std::size_t k = 0; k < F_.size(); ++k) out.curvature -= r[k] * step.d[k];
  out.d = std::move(step.d);
  return out;
}

void FreeRows::remove(std::size_t k) {
  factor_.remove(k);
  work_ += static_cast<double>((F_.size() - k) * (F_.size() - k));
  F_.erase(F_.begin() + static_cast<std::ptrdiff_t>(k));
}

FreeStep FreeRows::solve(std::vector<long double> r, const OfGroups<long double>& s) {
  const std::size_t m = F_.size();
  work_ += static_cast<double>(m * m) * 4;
  FreeStep out;
  OfGroups<std::vector<long double>> V;  // A^-1 y of each group, A = L L'
  for (std::size_t k = 0; k < m; ++k) {
    const int g = group_of(q_, F_[k]);
    if (g < 0) continue;
    r[k] += weight_ * s[g] * q_.y[F_[k]];
    V[g].resize(m);
    V[g][k] = q_.y[F_[k]];
    out.has_level[g] = true;
  }
  factor_.solve(r);
  OfGroups<long double> right;
  OfGroups<OfGroups<long double>> M;  // y_g'A^-1 y_h; 1 where a group has no rows
  M[0][0] = M[1][1] = 1;
  for (int g = 0; g < 2; ++g) {
    if (!out.has_level[g]) continue;
    factor_.solve(V[g]);
    M[g][g] = 0;
    right[g] = -s[g];
  }
  for (std::size_t k = 0; k < m; ++k) {
    const int g = group_of(q_, F_[k]);
    if (g < 0) continue;
    right[g] += q_.y[F_[k]] * r[k];
    for (int h = 0; h < 2; ++h) {
      if (out.has_level[h]) M[g][h] += q_.y[F_[k]] * V[h][k];
    }
  }
  const long double det = M[0][0] * M[1][1] - M[0][1] * M[1][0];
  out.level.of = {(right[0] * M[1][1] - right[1] * M[0][1]) / det, (right[1] * M[0][0] - right[0] * M[1][0]) / det};
  out.d = std::move(r);
  for (int g = 0; g < 2; ++g) {
    for (std::size_t k = 0; k < m && out.has_level[g]; ++k) out.d[k] -= out.level[g] * V[g][k];
  }
  return out;
}

}  // namespace halfspace
