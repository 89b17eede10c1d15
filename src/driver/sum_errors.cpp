#include "driver/sum_errors.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "shard/grid.hpp"

namespace halfspace {

SumErrors::SumErrors(const ShardFacts& f, const LinearOptions& o, double slope, double loss_reach)
    : f_(f),
      C_(o.C),
      most_slope_(slope),
      reach_(loss_reach),
      slope_(grid::exponent(slope)),
      loss_(grid::exponent(loss_reach)) {}

double SumErrors::step(std::size_t j) const {
  const int e =
      std::min({grid::exponent(f_.first[j]) + slope_, grid::exponent(std::sqrt(f_.second[j])) + loss_, grid::most});
  return grid::step(std::max(e, grid::least));
}

double SumErrors::of_fine(std::size_t j) const {
  const double low_step = std::ldexp(1.0, fine_bits(f_) - 52);  // in steps
  return C_ * (terms(j) * low_step + 0.75) * step(j);
}

double SumErrors::of_loss(std::span<const double> v) const {
  double sum = 0;
  for (std::size_t j = 0; j < v.size(); ++j)
    sum += std::min(most_slope_ * f_.first[j], reach_ * std::sqrt(f_.second[j])) * std::fabs(v[j]);
  return C_ * sum * roundings_of_columns(f_) * unit_roundoff;
}

double roundings_of_columns(const ShardFacts& f) { return static_cast<double>(f.cols) / 8 + 16; }

std::uint8_t fine_bits(const ShardFacts& f) { return static_cast<std::uint8_t>(std::bit_width(f.rows) + 1); }

}  // namespace halfspace
