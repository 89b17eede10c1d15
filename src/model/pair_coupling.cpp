#include "model/pair_coupling.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace halfspace {
namespace {

/// Q of the pairs, row after row.
std::vector<double> coupling_matrix(std::span<const double> pair, std::size_t classes) {
  std::vector<double> q(classes * classes);
  std::size_t v = 0;
  for (std::size_t i = 0; i < classes; ++i) {
    for (std::size_t j = i + 1; j < classes; ++j) {
      const double r_ij = pair[v++];
      const double r_ji = 1 - r_ij;
      q[i * classes + i] += r_ji * r_ji;
      q[j * classes + j] += r_ij * r_ij;
      q[i * classes + j] = q[j * classes + i] = -r_ji * r_ij;
    }
  }
  return q;
}

}  // namespace

void couple_pairs(std::span<const double> pair, std::span<double> p) {
  const std::size_t classes = p.size();
  const std::size_t most_rounds = std::max<std::size_t>(100, classes);
  const double eps = 0.005 / static_cast<double>(classes);
  const std::vector<double> q = coupling_matrix(pair, classes);
  std::vector<double> qp(classes);
  std::fill(p.begin(), p.end(), 1 / static_cast<double>(classes));
  for (std::size_t round = 0; round < most_rounds; ++round) {
    double pqp = 0;
    for (std::size_t t = 0; t < classes; ++t) {
      qp[t] = 0;
      for (std::size_t j = 0; j < classes; ++j) qp[t] += q[t * classes + j] * p[j];
      pqp += p[t] * qp[t];
    }
    double error = 0;
    for (const double v : qp) error = std::max(error, std::fabs(v - pqp));
    if (error < eps) return;
    for (std::size_t t = 0; t < classes; ++t) {
      const double step = (pqp - qp[t]) / q[t * classes + t];
      p[t] += step;  // then p / (1 + step), so that sum p = 1
      pqp = (pqp + step * (step * q[t * classes + t] + 2 * qp[t])) / (1 + step) / (1 + step);
      for (std::size_t j = 0; j < classes; ++j) {
        qp[j] = (qp[j] + step * q[t * classes + j]) / (1 + step);
        p[j] /= 1 + step;
      }
    }
  }
}

}  // namespace halfspace
