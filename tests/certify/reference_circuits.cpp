// The verdict by enumeration. A positive circuit is a set of rows with sum lambda_i z_i = 0 for some lambda > 0, unique
// up to a factor: it has at most D + 1 rows, and every lambda >= 0 with sum 0 is a sum of such (conformal
// decomposition). A row is tied exactly when it lies in a positive circuit.
#include <functional>

#include "certify/reference_verdict.hpp"

namespace halfspace::reference {
namespace {

/// Do the chosen rows have, up to a factor, exactly one dependence, and is it positive on all of them?
bool is_positive_circuit(const Rows& z, const std::vector<std::size_t>& chosen) {
  Rows columns(z[0].size(), Vector(chosen.size()));
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    for (std::size_t j = 0; j < columns.size(); ++j) columns[j][k] = z[chosen[k]][j];
  }
  const auto pivots = reduce(columns);
  if (pivots.size() + 1 != chosen.size()) return false;
  // In a circuit every row depends on the others, so the last column is the free one: lambda = (-column, 1).
  for (std::size_t r = 0; r < pivots.size(); ++r) {
    if (pivots[r] != r || columns[r].back() >= 0) return false;
  }
  return true;
}

void each_subset(std::size_t n, std::size_t at_most,
                 const std::function<void(const std::vector<std::size_t>&)>& visit) {
  std::vector<std::size_t> chosen;
  const std::function<void(std::size_t)> extend = [&](std::size_t from) {
    if (!chosen.empty()) visit(chosen);
    if (chosen.size() == at_most) return;
    for (std::size_t i = from; i < n; ++i) {
      chosen.push_back(i);
      extend(i + 1);
      chosen.pop_back();
    }
  };
  extend(0);
}

}  // namespace

Verdict verdict_by_circuits(const Rows& z) {
  std::vector<bool> tied(z.size(), false);
  each_subset(z.size(), z[0].size() + 1, [&](const std::vector<std::size_t>& chosen) {
    if (!is_positive_circuit(z, chosen)) return;
    for (const std::size_t i : chosen) tied[i] = true;
  });
  std::size_t count = 0;
  for (const bool t : tied) count += t ? 1U : 0U;
  if (count == 0) return Verdict::separable;
  return count == z.size() ? Verdict::overlapping : Verdict::quasi_separable;
}

}  // namespace halfspace::reference
