#include "solver/linear/primal/firth_likelihood.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "simd/ops.hpp"

namespace halfspace {
namespace {

/// The rows as columns, the bias last.
OrthogonalColumns basis_of(const Design& z, const StopToken& stop) {
  constexpr double rounding = 1e-12;
  std::vector<double> columns(z.n() * z.dims());
  std::vector<double> row(z.dims());
  for (std::size_t i = 0; i < z.n(); ++i) {
    z.write_row(i, row);
    for (std::size_t j = 0; j < row.size(); ++j) columns[j * z.n() + i] = row[j];
  }
  std::vector<double> floor;
  floor.reserve(row.size());
  for (std::size_t j = 0; j < row.size(); ++j)
    floor.push_back(rounding_of({columns.data() + j * z.n(), z.n()}, z.moved(j), {}));
  return {std::move(columns), z.n(), rounding, floor, stop};
}

/// z with z' M z < 0 of a matrix M of size x size, whose lower triangle stands in rows; empty where there is none but of
/// rounding. M = L D L' is made until a number of D is negative. M is lost.
std::vector<double> of_negative_curvature(std::vector<double>& M, std::size_t size, Pace& pace) {
  constexpr double rounding = 1e-8;
  for (std::size_t k = 0; k < size; ++k) {
    pace.check(k * k);
    double* row = M.data() + k * size;
    for (std::size_t j = 0; j < k; ++j) row[j] -= dot(row, j, M.data() + j * size);  // L_kj D_j
    double pivot = row[k];
    for (std::size_t j = 0; j < k; ++j) {
      const double scaled = row[j];
      row[j] /= M[j * size + j];
      pivot -= scaled * row[j];
    }
    row[k] = std::max(pivot, rounding);
    if (pivot >= -rounding) continue;
    std::vector<double> z(size);  // L' z = e_k
    z[k] = 1;
    for (std::size_t i = k; i > 0; --i) {
      for (std::size_t j = 0; j < i; ++j) z[j] -= M[i * size + j] * z[i];
    }
    const double length = length_of(z);
    for (double& v : z) v /= length;
    return z;
  }
  return {};
}

}  // namespace

FirthLikelihood::FirthLikelihood(const Design& z, const StopToken& stop)
    : z_(z), stop_(stop), basis_(basis_of(z, stop)), m_(z.n()), a_(z.n()), W_(z.n()) {}

void FirthLikelihood::set_margins(const std::vector<double>& u) {
  m_.assign(z_.n(), 0);
  for (std::size_t k = 0; k < rank(); ++k) axpy(u[k], basis_.q(k), z_.n(), m_.data());
}

double FirthLikelihood::at_weights(const std::vector<double>& v) {
  z_.margins(v, m_);
  return at_margins().f;
}

FirthPlace FirthLikelihood::at(std::vector<double> u) {
  set_margins(u);
  FirthPlace out = at_margins();
  out.u = std::move(u);
  return out;
}

FirthPlace FirthLikelihood::at_margins() {
  constexpr double rounding = 1e-13;
  const std::size_t n = z_.n();
  FirthPlace out;
  out.loss = look_at_margins(z_, m_, a_, W_);
  std::vector<double> columns(n * rank());
  for (double& w : W_) w = std::sqrt(w);
  for (std::size_t k = 0; k < rank(); ++k) {
    for (std::size_t i = 0; i < n; ++i) columns[k * n + i] = W_[i] * basis_.q(k)[i];
  }
  const OrthogonalColumns& root = out.root.emplace(std::move(columns), n, rounding, std::span<const double>(), stop_);
  if (!root.dependent().empty()) return out;
  out.f = out.loss - (root.log_determinant() + basis_.log_determinant()) / 2;
  for (std::size_t i = 0; i < n; ++i) {
    double h = 0;
    for (std::size_t k = 0; k < rank(); ++k) h += root.q(k)[i] * root.q(k)[i];
    a_[i] += h * (0.5 + LogisticLoss::slope(-m_[i]));  // σ(m) = -loss'(-m)
  }
  for (std::size_t k = 0; k < rank(); ++k) out.g.push_back(-dot(basis_.q(k), n, a_.data()));
  out.step = root.solve(out.g);
  for (double& d : out.step) d = -d;
  out.gain = -dot(out.g.data(), rank(), out.step.data()) / 2;
  return out;
}

// Where I = 1, that is with rows x̄_i' R_W^-1 = q_i / W_i^(1/2), q_i of Q_W, and h_i = |q_i|^2:
//
//   f'' = 1 - 1/2 Σ h_i (1 - 6 w_i) / W_i q_i q_i' + 1/2 T,   w_i = p_i (1 - p_i)
//   T_kl = tr B_k B_l,   B_k = Σ (1 - 2 p_i) q_ik / W_i^(1/2) q_i q_i'
//
// T is semidefinite: it is not asked for where the rest is.
std::vector<double> FirthLikelihood::downward(const FirthPlace& there) {
  constexpr double most_work = 1e9;
  const std::size_t n = z_.n();
  const std::size_t d = rank();
  const OrthogonalColumns& root = *there.root;
  set_margins(there.u);
  look_at_margins(z_, m_, a_, W_);
  Pace pace(stop_);
  std::vector<double> q(n * d);  // row after row
  std::vector<double> skewed(n);
  std::vector<double> M(d * d);
  for (std::size_t i = 0; i < n; ++i) {
    pace.check(d * d);
    double* row = q.data() + i * d;
    for (std::size_t k = 0; k < d; ++k) row[k] = root.q(k)[i];
    if (!(W_[i] > 0)) continue;
    const double p = -LogisticLoss::slope(-m_[i]);
    skewed[i] = (1 - 2 * p) / std::sqrt(W_[i]);
    const double c = dot(row, d, row) * (1 - 6 * p * (1 - p)) / (2 * W_[i]);
    for (std::size_t k = 0; k < d; ++k) axpy(-c * row[k], row, k + 1, M.data() + k * d);
  }
  for (std::size_t k = 0; k < d; ++k) M[k * d + k] += 1;
  std::vector<double> without(M);
  if (of_negative_curvature(without, d, pace).empty()) return {};
  if (static_cast<double>(n) * static_cast<double>(d * d * d) > most_work) return {};
  const std::size_t room = d * (d + 1) / 2;  // lower triangles; a diagonal over sqrt 2 counts half
  std::vector<double> B(d * room);
  for (std::size_t k = 0; k < d; ++k) {
    double* Bk = B.data() + k * room;
    for (std::size_t i = 0; i < n; ++i) {
      pace.check(d * d);
      const double* row = q.data() + i * d;
      for (std::size_t j = 0; j < d; ++j) axpy(skewed[i] * row[k] * row[j], row, j + 1, Bk + j * (j + 1) / 2);
    }
    for (std::size_t j = 0; j < d; ++j) Bk[j * (j + 3) / 2] *= std::numbers::sqrt2 / 2;
    for (std::size_t l = 0; l <= k; ++l) M[k * d + l] += dot(Bk, room, B.data() + l * room);
  }
  std::vector<double> z = of_negative_curvature(M, d, pace);
  return z.empty() ? z : root.back(std::move(z));
}

}  // namespace halfspace
