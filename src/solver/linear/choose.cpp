#include "solver/linear/choose.hpp"

#include <cmath>

namespace halfspace {
namespace {

constexpr std::size_t small_d = 1200;  // d x d numbers: 12 MB
constexpr double dear_product = 4e8;   // multiply-adds of one Z'DZ that a few seconds of them pay for

/// Multiply-adds of one product Z' D Z.
double product_work(const Design& z) {
  const auto n = static_cast<double>(z.n());
  const double per_row = n == 0 ? 0 : static_cast<double>(z.stored()) / n + 1;
  return n * per_row * per_row / 2;
}

bool small(const Design& z) {
  const auto d = static_cast<double>(z.dims());
  return z.dims() <= small_d && product_work(z) + d * d * d / 6 <= dear_product;
}

}  // namespace

LinearChoice choose_solver(const Design& z, const LinearOptions& o) {
  using S = LinearSolver;
  if (o.solver != S::automatic) return {o.solver, "asked for"};
  const std::string d = std::to_string(z.dims());
  if (o.penalty == PenaltyKind::firth) return {S::newton, "Firth's penalty needs the inverse of the information"};
  if (o.penalty == PenaltyKind::l1 || o.penalty == PenaltyKind::elastic_net)
    return {S::cd, "the penalty has a kink at 0 and leaves few weights"};
  if (o.loss == LossKind::hinge) {
    if (small(z)) return {S::interior_point, d + " columns: a " + d + " x " + d + " system is cheap"};
    return {S::dual_cd, d + " columns are too many for a dense system"};
  }
  if (small(z)) return {S::newton, d + " columns: a " + d + " x " + d + " Hessian is cheap"};
  return {S::trust_newton, d + " columns are too many for a dense Hessian"};
}

}  // namespace halfspace
