#include "driver/softmax_step.hpp"

#include "base/simd_choice.hpp"
#include "linalg/cholesky.hpp"

namespace halfspace {
namespace {

/// The lower triangle of H without penalties, full rows.
std::vector<double> whole_hessian(const SoftmaxShape& s, double factor, std::span<const double> pairs) {
  const std::size_t K = s.classes;
  const std::size_t size = K * s.columns;
  std::vector<double> H(size * size);
  for (std::size_t j = 0, at = 0; j < s.columns; ++j) {
    for (std::size_t i = 0; i <= j; ++i) {
      for (std::size_t k = 1; k < K; ++k) {
        for (std::size_t l = 0; l < k; ++l, ++at) {
          const double h = factor * pairs[at];
          double* const row_k = H.data() + (j * K + k) * size + i * K;
          double* const row_l = H.data() + (j * K + l) * size + i * K;
          row_k[k] += h;
          row_l[l] += h;
          row_k[l] -= h;
          row_l[k] -= h;
        }
      }
    }
  }
  return H;
}

}  // namespace

std::vector<double> softmax_newton_step(const SoftmaxShape& s, double factor, std::span<const double> pairs,
                                        std::span<const double> gradient) {
  const std::size_t size = s.classes * s.columns;
  std::vector<double> H = whole_hessian(s, factor, pairs);
  double mean = 0;  // of the curvatures of biases that are not penalised
  for (std::size_t a = s.penalised; a < size; ++a) mean += H[a * size + a] / static_cast<double>(size - s.penalised);
  for (std::size_t a = 0; a < size; ++a) {
    double& h = H[a * size + a];
    h += a < s.penalised ? 1 : 1e-10 * (1 + h);
    for (std::size_t b = s.penalised; b <= a; ++b) H[a * size + b] += mean / static_cast<double>(s.classes);
  }
  std::vector<double> step(gradient.begin(), gradient.end());
  for (double& g : step) g = -g;
  const SimdScope scope(Simd::portable);  // the same bits whatever machine the driver runs on
  Cholesky(H, size, Dependent::kept).solve(step);
  return step;
}

}  // namespace halfspace
