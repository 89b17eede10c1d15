#include "exact/affine_minimum.hpp"

#include <algorithm>

#include "exact/dixon.hpp"
#include "exact/linear.hpp"

namespace halfspace {
namespace {

using Columns = std::vector<IntegerVector>;

struct System {
  std::span<const IntegerVector> points;
  std::span<const std::uint8_t> group;
  std::size_t groups;
  std::size_t dims;

  /// Of λ, then τ: G λ - E τ = 0, E^T λ = 1.
  Columns by_products(const StopToken& stop) const {
    const std::size_t s = points.size();
    Columns columns(s + groups);
    for (std::size_t k = 0; k < s; ++k) {
      stop.check(8 * s * (points[k].size() + 1));
      for (std::size_t l = 0; l < s; ++l) columns[k].emplace_back(l, product(points[k], points[l]));
      columns[k].emplace_back(s + group[k], 1);
      columns[s + group[k]].emplace_back(k, -1);
    }
    return columns;
  }

  /// So short that 128 bits hold all sums of the lifting?
  bool products_are_short() const {
    constexpr std::size_t most_bits = 25;
    for (const IntegerVector& z : points) {
      for (const auto& [j, value] : z) {
        if (mpz_sizeinbase(value.get_mpz_t(), 2) > most_bits) return false;
      }
    }
    return true;
  }

  /// Of λ, then τ, then v: z_k.v - τ = 0, E^T λ = 1, Σ λ_k z_k - v = 0. More unknowns, entries half as long.
  Columns by_coordinates() const {
    const std::size_t s = points.size();
    Columns columns(s + groups + dims);
    for (std::size_t k = 0; k < s; ++k) {
      columns[k].emplace_back(s + group[k], 1);
      columns[s + group[k]].emplace_back(k, -1);
      for (const auto& [j, value] : points[k]) {
        columns[k].emplace_back(s + groups + j, value);
        columns[s + groups + j].emplace_back(k, value);
      }
    }
    for (std::size_t j = 0; j < dims; ++j) columns[s + groups + j].emplace_back(s + groups + j, -1);
    return columns;
  }
};

}  // namespace

std::optional<AffineMinimum> affine_minimum(std::span<const IntegerVector> points, std::span<const std::uint8_t> group,
                                            std::size_t groups, std::size_t dims, const StopToken& stop) {
  const System system{points, group, groups, dims};
  const std::size_t s = points.size();
  Columns columns = dims > 2 * s || system.products_are_short() ? system.by_products(stop) : system.by_coordinates();
  std::vector<Integer> b(columns.size());
  std::fill_n(b.begin() + static_cast<std::ptrdiff_t>(s), groups, Integer(1));
  const DixonSolver solver(std::move(columns), stop);
  auto x = solver.regular() ? solver.solve(b) : std::nullopt;
  if (!x) return std::nullopt;
  const auto begin = x->numerator.begin();
  const auto taus = begin + static_cast<std::ptrdiff_t>(s);
  return AffineMinimum{{begin, taus}, {taus, taus + static_cast<std::ptrdiff_t>(groups)}, x->denominator};
}

}  // namespace halfspace
