#include "solver/linear/joint/softmax.hpp"

#include <algorithm>
#include <cmath>

#include "base/elementary.hpp"
#include "loss/softmax.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t of_exp = 16;  // multiplications

}  // namespace

Softmax::Softmax(const JointRows& z) : z_(z), p_(z.n() * z.classes()) {}

double Softmax::objective(std::span<const double> W) {
  const std::size_t K = z_.classes();
  double sum = 0;
  for (std::size_t j = 0; j < W.size(); ++j) sum += z_.penalised(j) ? W[j] * W[j] / 2 : 0;
  z_.scores(W, p_);
  Pace pace(z_.stop_token());
  for (std::size_t i = 0; i < z_.n(); ++i) {
    pace.check(of_exp * K);
    sum += z_.cost(i) * softmax(std::span(p_).subspan(i * K, K), z_.label(i));
  }
  return sum;
}

std::vector<double> Softmax::gradient(std::span<const double> W) const {
  std::vector<double> a(p_);
  for (std::size_t k = 0; k < a.size(); ++k) a[k] *= z_.cost(k / z_.classes());
  std::vector<double> g(W.size());
  z_.combine(a, g);
  for (std::size_t j = 0; j < g.size(); ++j) g[j] = (z_.penalised(j) ? W[j] : 0) - g[j];
  return g;
}

std::vector<double> Softmax::curved(std::span<const double> V) const {
  const std::size_t K = z_.classes();
  std::vector<double> t(p_.size());
  z_.scores(V, t);
  for (std::size_t i = 0; i < z_.n(); ++i) {
    double* u = t.data() + i * K;
    const double own = u[z_.label(i)];
    double mean = 0;  // of t_ik - t_iy, which keeps digits where p_iy is near 1
    for (std::size_t k = 0; k < K; ++k) {
      u[k] -= own;
      mean += k == z_.label(i) ? 0 : prob(i, k) * u[k];
    }
    for (std::size_t k = 0; k < K; ++k) u[k] = z_.cost(i) * prob(i, k) * (u[k] - mean);
  }
  std::vector<double> out(V.size());
  z_.combine_all(t, out);
  for (std::size_t j = 0; j < out.size(); ++j) out[j] += z_.penalised(j) ? V[j] : 0;
  return out;
}

std::vector<double> Softmax::diagonal() const {
  const std::size_t side = z_.side();
  std::vector<double> h(z_.size());
  for (std::size_t j = 0; j < h.size(); ++j) h[j] = z_.penalised(j) ? 1 : 0;
  z_.each_block([&](const auto& x, std::size_t first, std::size_t last, std::size_t k) {
    double* to = h.data() + k * side;
    for (std::size_t i = first; i < last; ++i) {
      const double c = z_.cost(i) * prob(i, k) * rest(i, k);
      for_each_entry(x.row(i), [&](std::size_t j, double v) { to[j] += c * v * v; });
      if (z_.bias()) to[z_.features()] += c;
    }
  });
  for (double& v : h) v = v > 0 ? v : 1;
  return h;
}

std::vector<double> Softmax::hessian(Rounds& run) const {
  const std::size_t size = z_.size();
  std::vector<double> H(size * size);
  std::vector<double> M(z_.classes() * z_.classes());
  std::vector<double> row(z_.side());
  for (std::size_t j = 0; j < size; ++j) H[j * size + j] = z_.penalised(j) ? 1 : 0;
  for (std::size_t i = 0; i < z_.n(); ++i) {
    if (run.halted(z_.square_work(i))) break;
    for (std::size_t k = 0; k < z_.classes(); ++k) {
      for (std::size_t l = 0; l <= k; ++l)
        M[k * z_.classes() + l] = z_.cost(i) * prob(i, k) * (k == l ? rest(i, k) : -prob(i, l));
    }
    z_.add_square(i, M, row, H);
  }
  return H;
}

std::vector<double> Softmax::multipliers() const {
  std::vector<double> a(p_);
  for (std::size_t i = 0; i < z_.n(); ++i) a[i * z_.classes() + z_.label(i)] = 0;
  for (std::size_t k = 0; k < a.size(); ++k) a[k] *= z_.cost(k / z_.classes());
  if (z_.free_bias()) balance(a);
  return a;
}

double Softmax::dual(std::span<const double> a) const {
  std::vector<double> q(z_.size());
  z_.combine(a, q);
  double sum = 0;
  for (std::size_t j = 0; j < q.size(); ++j) sum -= z_.penalised(j) ? q[j] * q[j] / 2 : 0;
  Pace pace(z_.stop_token());
  for (std::size_t i = 0; i < z_.n(); ++i) {
    pace.check(of_exp * z_.classes());
    const double C = z_.cost(i);
    double others = 0;
    for (std::size_t k = 0; k < z_.classes(); ++k) {
      const double p = k == z_.label(i) || C == 0 ? 0 : a[i * z_.classes() + k] / C;
      others += p;
      sum -= p > 0 ? C * p * elementary::log(p) : 0;
    }
    sum -= others < 1 ? C * (1 - others) * elementary::log1p(-others) : 0;
  }
  return sum;
}

/// Moves mass from classes that have too much, Σ_i α_ik < 0, to those that have too little.
void Softmax::balance(std::vector<double>& a) const {
  const std::size_t K = z_.classes();
  std::vector<double> have(K);  // Σ C_i p_ik
  std::vector<double> lack(K);  // Σ C_i ([k = y_i] - p_ik)
  Pace pace(z_.stop_token());
  for (std::size_t i = 0; i < z_.n(); ++i) {
    pace.check(4 * K);
    double own = 0;
    for (std::size_t k = 0; k < K; ++k) {
      own += a[i * K + k];
      have[k] += a[i * K + k];
      lack[k] -= a[i * K + k];
    }
    have[z_.label(i)] += z_.cost(i) - own;
    lack[z_.label(i)] += own;
  }
  double lacking = 0;
  for (const double v : lack) lacking += std::max(v, 0.0);
  if (lacking <= 0) return;
  std::vector<double> p(K);
  for (std::size_t i = 0; i < z_.n(); ++i) {
    pace.check(4 * K);
    const std::size_t y = z_.label(i);
    double own = 0;
    for (std::size_t k = 0; k < K; ++k) own += p[k] = a[i * K + k];
    p[y] = z_.cost(i) - own;
    double freed = 0;
    for (std::size_t k = 0; k < K; ++k) {
      if (lack[k] < 0) freed += p[k] * std::min(1.0, -lack[k] / have[k]);
    }
    for (std::size_t k = 0; k < K; ++k) {
      if (k == y) continue;
      a[i * K + k] += lack[k] < 0 ? -p[k] * std::min(1.0, -lack[k] / have[k]) : freed * lack[k] / lacking;
    }
  }
}

}  // namespace halfspace
