#include "certify/find/cone_proof.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "exact/linear.hpp"
#include "simd/ops.hpp"

namespace halfspace {
namespace {

constexpr std::size_t most_dims = 2000;
constexpr std::uint64_t steps_a_dim = 20;

/// Rows independent of the tied ones and of each other, until the rest depends on them (but with probability 2^-61).
Result<std::vector<std::uint64_t>> completing_rows(const SignedRows& z, const TiedSpan& tied) {
  ModularSpan span = tied.modular();
  RowsInTurn rows(z);
  std::vector<std::uint64_t> out;
  std::vector<std::uint64_t> probe = span.probe(0);
  for (std::uint64_t i = 0; i < z.rows() && span.rank() < z.dims(); ++i) {
    if (const auto known = rows.reach(i); !known) return known.error();
    if (z.residue(probe, i) == 0 || !span.add(z.exact(i))) continue;
    out.push_back(i);
    probe = span.probe(0);
  }
  return out;
}

/// The rows' sum as a direction, in the hull's coordinates.
std::vector<double> direction_of(const HullOracle& oracle, const RowHull& hull, std::span<const std::uint64_t> rows) {
  std::vector<double> sum(oracle.dims);
  std::vector<double> point(oracle.dims);
  for (const std::uint64_t i : rows) {
    oracle.write({i}, point);
    axpy(hull.length(i), point.data(), point.size(), sum.data());
  }
  const double length = std::sqrt(squared_norm(sum.data(), sum.size()));
  for (double& v : sum) v /= length;
  return sum;
}

/// c_0 Σ_e z_e + Σ_k c_k z_k = 0 exactly, over the first of `support` that are independent.
std::optional<Dependency> confirmed(const SignedRows& z, const std::vector<std::uint64_t>& added,
                                    const std::vector<std::uint64_t>& support, const StopToken& stop) {
  ModularSpan span(z.dims(), stop);
  std::vector<IntegerVector> v;
  std::vector<std::uint64_t> rows;
  for (const std::uint64_t i : support) {
    IntegerVector row = z.exact(i);
    if (!span.add(row)) continue;
    v.push_back(std::move(row));
    rows.push_back(i);
  }
  const std::vector<Integer> sum = z.combination(added, std::vector<Integer>(added.size(), 1));
  v.emplace_back();
  for (std::size_t j = 0; j < sum.size(); ++j) {
    if (sum[j] != 0) v.back().emplace_back(j, sum[j]);
  }
  const auto c = dependency(v, span);
  if (!c || std::any_of(c->begin(), c->end(), [](const Integer& x) { return x < 0; })) return std::nullopt;
  std::map<std::uint64_t, Integer> total;
  for (const std::uint64_t i : added) total[i] += c->back();
  for (std::size_t k = 0; k < rows.size(); ++k) total[rows[k]] += (*c)[k];
  Dependency out;
  for (const auto& [row, value] : total) {
    if (value > 0) out.rows.push_back({row, value});
  }
  return out;
}

}  // namespace

Result<std::optional<Dependency>> completing_dependency(const SignedRows& z, const RowHull& hull, const TiedSpan& tied,
                                                        const DecideOptions& options) {
  using None = std::optional<Dependency>;
  if (z.dims() > most_dims) return None();
  const auto completing = completing_rows(z, tied);
  if (!completing) return completing.error();
  const std::vector<std::uint64_t>& added = completing.value();
  if (added.empty()) return None();
  const HullOracle oracle = hull.oracle(options.stop);
  const std::vector<double> target = direction_of(oracle, hull, added);
  if (!std::isfinite(squared_norm(target.data(), target.size()))) return None();
  const HullResult found = cone_point(oracle, target, {steps_a_dim * z.dims(), z.dims() + 1});
  if (found.answer != HullAnswer::contains) return None();
  std::vector<std::uint64_t> support;
  support.reserve(found.points.size());
  for (const HullPoint& p : found.points) support.push_back(p.row);
  if (const auto known = z.need(support); !known) return known.error();
  return confirmed(z, added, support, options.stop);
}

}  // namespace halfspace
