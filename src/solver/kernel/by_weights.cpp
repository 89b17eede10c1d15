#include "solver/kernel/by_weights.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include "kernel/polynomial_features.hpp"
#include "simd/ops.hpp"
#include "solver/linear/balance.hpp"
#include "solver/linear/shift.hpp"

namespace halfspace {
namespace {

constexpr std::size_t most_features = 600;
constexpr std::size_t rows_a_feature = 4;
constexpr double share_of_gap = 0.3;     // of the tolerance; where the weights of α have a larger one, steps go on
constexpr double all_but_bound = 1e-12;  // of a cap

/// The solver's multipliers within their box and, for a free bias, balanced: those with room on both sides first.
void make_feasible(const BoxProblem& q, std::vector<double>& alpha) {
  std::vector<double> price;
  price.reserve(alpha.size());
  for (std::size_t t = 0; t < alpha.size(); ++t) {
    double& a = alpha[t];
    const double cap = q.cap[t];
    a = std::clamp(a, 0.0, cap);
    if (std::isfinite(cap) && cap - a <= all_but_bound * cap) a = cap;
    price.push_back(-std::min(a, cap - a));
  }
  if (q.equality != Equality::sum) return;
  const auto sign = [&](std::size_t t) { return q.y[t]; };
  balance(alpha.size(), sign, [&](std::size_t t) { return q.cap[t]; }, price, alpha);
}

/// Φ of a polynomial kernel, where it is small beside the rows and in bytes.
std::optional<Matrix> features_of(const Kernel& kernel, const Matrix& x, std::uint64_t max_bytes) {
  return std::visit(
      [&](const auto& m) -> std::optional<Matrix> {
        const std::uint64_t fit = max_bytes / sizeof(double) / std::max<std::size_t>(m.rows, 1);
        const auto most = std::min<std::uint64_t>({most_features, m.rows / rows_a_feature, fit});
        if (!kernel.uses_degree() || polynomial_size(kernel, m.cols, most) > most) return std::nullopt;
        auto features = polynomial_features(kernel, m);
        if (!features) return std::nullopt;
        return Matrix(std::move(*features));
      },
      x);
}

}  // namespace

std::optional<LinearResult> by_weights(const LinearProblem& problem, const LinearOptions& options,
                                       const KernelChoices& kernel, const BoxProblem& box, unsigned threads,
                                       const LinearObserver& observer) {
  const bool chosen = options.solver != LinearSolver::automatic || options.max_rounds > 0;
  if (kernel.nu > 0 || chosen || std::isinf(options.C) || problem.y.size() <= few_for_weights) return std::nullopt;
  const Kernel function = function_of(kernel);
  const std::uint64_t max_bytes = kernel.cache_mib << 20U;
  const std::optional<Matrix> features = features_of(function, problem.x, max_bytes);
  if (!function.linear() && !features) return std::nullopt;
  LinearOptions o = options;
  o.penalty = PenaltyKind::l2;
  o.tol = share_of_gap * options.tol;
  o.exact_support = false;
  o.threads = threads;
  const Matrix& rows = features ? *features : problem.x;
  // Σ y α = 0 makes the dual that of the rows moved, too
  const bool by_mean = moves_by_mean(rows, o, max_bytes);
  const auto shifted = o.bias == Bias::free ? shifted_columns(rows, by_mean) : std::nullopt;
  auto found = train_linear({shifted ? shifted->x : rows, problem.y, problem.weight}, o, observer);
  if (!found || !found.value().has_dual || found.value().alpha.size() != problem.y.size()) return std::nullopt;
  LinearResult out = std::move(found).value();
  if (shifted) out.b -= dot(out.w.data(), out.w.size(), shifted->by.data());
  const std::string size = features ? std::to_string(std::get<DenseMatrix<double>>(*features).cols) : "";
  out.why = (features ? "a polynomial kernel of " + size + " coordinates: " : "a linear kernel: ") + out.why;
  make_feasible(box, out.alpha);
  return out;
}

}  // namespace halfspace
