#include "certify/single_features.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "exact/linear.hpp"

namespace halfspace {
namespace {

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  std::uint64_t seen = 0;
  std::uint64_t at_low = 0;
  std::uint64_t at_high = 0;

  void add(double v, std::uint64_t times = 1) {
    seen += times;
    if (v < low) at_low = 0;
    if (v > high) at_high = 0;
    low = std::min(low, v);
    high = std::max(high, v);
    if (v == low) at_low += times;
    if (v == high) at_high += times;
  }
};

using Ranges = std::array<Range, 2>;  // of the classes -1 and +1

/// One class, `upper`, on or above the other.
bool describe(const Range& lower, const Range& upper, SingleFeature& f) {
  if (lower.seen == 0 || upper.seen == 0 || lower.high > upper.low) return false;
  f.strict = lower.high < upper.low;
  f.threshold = f.strict ? lower.high / 2 + upper.low / 2 : lower.high;
  f.inside = lower.seen + upper.seen - (f.strict ? 0 : lower.at_high + upper.at_low);
  return f.inside > 0;
}

/// Without a bias the threshold is 0.
bool describe_at_zero(const Range& lower, const Range& upper, SingleFeature& f) {
  if ((lower.seen > 0 && lower.high > 0) || (upper.seen > 0 && upper.low < 0)) return false;
  const std::uint64_t on = (lower.high == 0 ? lower.at_high : 0) + (upper.low == 0 ? upper.at_low : 0);
  f.inside = lower.seen + upper.seen - on;
  f.strict = on == 0;
  f.threshold = 0;
  return f.inside > 0;
}

}  // namespace

std::vector<SingleFeature> single_features(const SignedRows& z) {
  std::vector<Ranges> range(z.cols());
  std::array<std::uint64_t, 2> rows{};
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          const std::size_t side = z.sign(i) > 0 ? 1 : 0;
          ++rows[side];
          for_each_entry(x.row(i), [&](std::size_t j, double v) { range[j][side].add(v); });
        }
      },
      z.data().x);
  std::vector<SingleFeature> out;
  for (std::size_t j = 0; j < range.size(); ++j) {
    for (std::size_t side = 0; side < 2; ++side) {
      if (rows[side] > range[j][side].seen) range[j][side].add(0, rows[side] - range[j][side].seen);
    }
    for (const int direction : {1, -1}) {
      SingleFeature f;
      f.column = j;
      f.direction = direction;
      const Range& lower = range[j][direction > 0 ? 0 : 1];
      const Range& upper = range[j][direction > 0 ? 1 : 0];
      if (z.bias() ? describe(lower, upper, f) : describe_at_zero(lower, upper, f)) out.push_back(f);
    }
  }
  std::stable_sort(out.begin(), out.end(), [](const SingleFeature& a, const SingleFeature& b) {
    return a.strict != b.strict ? a.strict : a.inside > b.inside;
  });
  return out;
}

std::vector<Integer> weights_of(const SingleFeature& f, const SignedRows& z) {
  std::vector<Rational> w(z.dims());
  w[f.column] = f.direction;
  if (z.bias()) w.back() = -f.direction * SignedRows::exact_value(f.threshold);
  return whole(w);
}

}  // namespace halfspace
