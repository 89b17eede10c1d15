#include "certify/rank.hpp"

#include <algorithm>

#include "exact/linear.hpp"

namespace halfspace {
namespace {

/// Is every row orthogonal to a vector that has a part at `off`, a coordinate off the pivots, and at no other of them?
bool has_dependency(const SignedRows& z, const OrthogonalSpace& orthogonal, std::uint64_t off) {
  const auto u = orthogonal.along(off);
  if (!u) return false;
  const std::vector<Integer> w = spread(*u, z.dims());
  for (std::uint64_t i = 0; i < z.rows(); ++i) {
    if (z.product(w, i) != 0) return false;
  }
  return true;
}

}  // namespace

Result<bool> rank_at_most(const SignedRows& z, std::size_t rank, const StopToken& stop) {
  RowsInTurn rows(z);
  ModularSpan span(z.dims(), stop);
  std::vector<IntegerVector> basis;
  std::vector<std::uint64_t> probe = span.probe(0);
  for (std::uint64_t i = 0; i < z.rows(); ++i) {
    if (const auto known = rows.reach(i); !known) return known.error();
    if (z.residue(probe, i) == 0) continue;
    basis.push_back(z.exact(i));
    if (!span.add(basis.back())) basis.pop_back();
    if (span.rank() > rank) return false;
    probe = span.probe(span.rank());
  }
  std::vector<bool> pivot(z.dims());
  for (const std::uint64_t j : span.pivots()) pivot[j] = true;
  const auto used = z.used();
  if (!used) return used.error();
  const OrthogonalSpace orthogonal(basis, span);
  for (std::uint64_t j = 0; j < z.dims(); ++j) {
    if (used.value()[j] && !pivot[j] && !has_dependency(z, orthogonal, j)) return false;
  }
  return true;
}

}  // namespace halfspace
