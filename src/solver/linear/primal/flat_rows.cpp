#include "solver/linear/primal/flat_rows.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <variant>

namespace halfspace {
namespace {

/// Where the D_i to keep begin, by powers of two; 0: all of them.
double least_to_keep(double entries_a_row, std::span<const double> D) {
  constexpr double share = 0.01;
  constexpr std::size_t powers = 2048;
  std::vector<double> sum(powers);
  std::vector<std::size_t> rows(powers);
  double all = 0;
  for (const double d : D) {
    const std::uint64_t power = std::bit_cast<std::uint64_t>(d) >> 52U & 0x7ffU;
    sum[power] += d;
    ++rows[power];
    all += d;
  }
  std::uint64_t first = 0;
  std::size_t out = 0;  // rows with some curvature
  rows[0] -= static_cast<std::size_t>(std::count(D.begin(), D.end(), 0.0));
  for (double below = 0; first < powers - 1 && below + sum[first] <= share * all; ++first) {
    below += sum[first];
    out += rows[first];
  }
  const auto left_out = static_cast<double>(out) / static_cast<double>(D.size());
  return left_out < 0.5 && left_out * entries_a_row / 2 < 10 ? 0 : std::bit_cast<double>(first << 52U);
}

/// Columns that have more of their curvature in the rows left out than in the others and the penalty.
std::vector<char> bare_columns(const Design& z, std::span<const double> kept, std::span<const double> left) {
  std::vector<double> h(z.dims());
  std::vector<double> lost(z.dims());
  z.gram_diagonal(kept, h);
  z.gram_diagonal(left, lost);
  std::vector<char> bare(z.dims());
  for (std::size_t j = 0; j < h.size(); ++j) bare[j] = lost[j] > h[j] + z.penalty(j).l2 ? 1 : 0;
  return bare;
}

}  // namespace

bool gram_without_flat_rows(const Design& z, std::vector<double>& D, std::span<double> H) {
  const double least = least_to_keep(static_cast<double>(z.stored()) / static_cast<double>(z.n()), D);
  if (least == 0) return false;
  std::vector<double> kept(D);
  std::vector<double> left(D);
  for (std::size_t i = 0; i < D.size(); ++i) (D[i] < least ? kept : left)[i] = 0;
  const std::vector<char> bare = bare_columns(z, kept, left);
  const bool any_bare = std::find(bare.begin(), bare.end(), 1) != bare.end();
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < D.size(); ++i) {
          if (left[i] == 0) continue;
          bool needed = z.bias() && bare[z.features()] != 0;
          if (any_bare) {
            for_each_entry(x.row(z.row(i)),
                           [&](std::size_t j, double v) { needed = needed || (v != 0 && bare[j] != 0); });
          }
          if (!needed) D[i] = 0;
        }
      },
      z.matrix());
  std::fill(H.begin(), H.end(), 0.0);
  z.add_gram(D, H);
  return true;
}

}  // namespace halfspace
