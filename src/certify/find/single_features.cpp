#include "certify/find/single_features.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

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
bool describe(const Range& lower, const Range& upper, bool ties, SingleFeature& f) {
  if (lower.seen == 0 || upper.seen == 0 || lower.high > upper.low) return false;
  f.strict = lower.high < upper.low;
  f.threshold = f.strict ? lower.high / 2 + upper.low / 2 : lower.high;
  f.inside = lower.seen + upper.seen - (f.strict ? 0 : lower.at_high + upper.at_low);
  return ties || f.inside > 0;
}

/// Without a bias the threshold is 0.
bool describe_at_zero(const Range& lower, const Range& upper, bool ties, SingleFeature& f) {
  if ((lower.seen > 0 && lower.high > 0) || (upper.seen > 0 && upper.low < 0)) return false;
  const std::uint64_t on = (lower.high == 0 ? lower.at_high : 0) + (upper.low == 0 ? upper.at_low : 0);
  f.inside = lower.seen + upper.seen - on;
  f.strict = on == 0;
  f.threshold = 0;
  return ties || f.inside > 0;
}

}  // namespace

std::vector<SingleFeature> single_features(const SignedRows& z, bool ties, const std::vector<bool>& left_out) {
  std::vector<Ranges> range(z.cols());
  std::array<std::uint64_t, 2> rows{};
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          if (!left_out.empty() && left_out[i]) continue;
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
      if (z.bias() ? describe(lower, upper, ties, f) : describe_at_zero(lower, upper, ties, f)) out.push_back(f);
    }
  }
  std::stable_sort(out.begin(), out.end(), [](const SingleFeature& a, const SingleFeature& b) {
    return a.strict != b.strict ? a.strict : a.inside > b.inside;
  });
  return out;
}

namespace {

std::vector<double> column_of(const SignedRows& z, std::uint64_t column) {
  std::vector<double> value(z.rows());
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i)
          for_each_entry(x.row(i), [&](std::size_t j, double v) { value[i] = j == column ? v : value[i]; });
      },
      z.data().x);
  return value;
}

/// Rows whose doubles lie at the threshold: the highest of the lower class, the lowest of the upper; without a bias at
/// 0.
std::vector<std::uint64_t> rows_at_threshold(const SingleFeature& f, const SignedRows& z) {
  const std::vector<double> value = column_of(z, f.column);
  std::array<double, 2> end = {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  const auto side = [&](std::uint64_t i) -> std::size_t { return z.sign(i) * f.direction < 0 ? 0 : 1; };
  for (std::uint64_t i = 0; i < z.rows(); ++i)
    end[side(i)] = side(i) == 0 ? std::max(end[0], value[i]) : std::min(end[1], value[i]);
  if (!z.bias()) end = {0, 0};
  std::vector<std::uint64_t> out;
  for (std::uint64_t i = 0; i < z.rows(); ++i) {
    if (value[i] == end[side(i)]) out.push_back(i);
  }
  return out;
}

Integer exact_value_at(const SignedRows& z, std::uint64_t row, std::uint64_t column) {
  for (const auto& [j, v] : z.exact(row)) {
    if (j == column) return v * z.sign(row);
  }
  return 0;
}

}  // namespace

Result<bool> settle(SingleFeature& f, const SignedRows& z) {
  const std::vector<std::uint64_t> open = rows_at_threshold(f, z);
  if (const auto known = z.need(open); !known) return known.error();
  std::vector<Integer> at;  // times unit(); rounding keeps the order, so the ends are among these
  std::optional<Integer> highest;
  std::optional<Integer> lowest;
  for (const std::uint64_t i : open) {
    const Integer v = at.emplace_back(exact_value_at(z, i, f.column));
    const bool lower = z.sign(i) * f.direction < 0;
    if (lower && (!highest || v > *highest)) highest = v;
    if (!lower && (!lowest || v < *lowest)) lowest = v;
  }
  Integer threshold = 0;
  if (z.bias()) {
    if (!highest || !lowest) return false;
    threshold = *highest;
    f.threshold = Rational(Rational(*highest + *lowest) / Rational(2 * z.unit())).get_d();
  }
  if ((highest && *highest > threshold) || (lowest && *lowest < threshold)) return false;
  f.strict = z.bias() ? *highest < *lowest : std::count(at.begin(), at.end(), threshold) == 0;
  f.inside = z.rows() - (f.strict ? 0 : static_cast<std::uint64_t>(std::count(at.begin(), at.end(), threshold)));
  return f.inside > 0;
}

std::vector<Integer> weights_of(const SingleFeature& f, const SignedRows& z) {
  std::vector<Rational> w(z.dims());
  w[f.column] = f.direction;
  if (z.bias()) w.back() = -f.direction * SignedRows::exact_value(f.threshold);
  return whole(w);
}

}  // namespace halfspace
