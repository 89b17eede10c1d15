#include "certify/find/one_sided.hpp"

#include <algorithm>
#include <utility>

#include "exact/linear.hpp"

namespace halfspace {
namespace {

constexpr std::size_t most_levels = 50;

/// Rows in question that lie off the threshold of a feature.
std::vector<std::uint64_t> rows_off(const SignedRows& z, const std::vector<SingleFeature>& features,
                                    const std::vector<bool>& out) {
  std::vector<double> threshold(z.cols());
  std::vector<char> has(z.cols());
  std::size_t away_from_zero = 0;  // where a row without an entry lies off
  for (const SingleFeature& f : features) {
    threshold[f.column] = f.threshold;
    has[f.column] = 1;
    if (f.threshold != 0) ++away_from_zero;
  }
  std::vector<std::uint64_t> rows;
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          if (out[i]) continue;
          std::size_t met = 0;
          bool off = false;
          for_each_entry(x.row(i), [&](std::size_t j, double v) {
            if (has[j] == 0) return;
            off = off || v != threshold[j];
            if (threshold[j] != 0 && v == threshold[j]) ++met;
          });
          if (off || met < away_from_zero) rows.push_back(i);
        }
      },
      z.data().x);
  return rows;
}

/// Σ ±(e_j, -t_j): not below 0 on the rows that the level saw, above 0 on its own.
ExactWeights direction(const SignedRows& z, const OneSidedLevel& level) {
  std::vector<Rational> sum(z.dims());
  for (const SingleFeature& f : level.features) {
    sum[f.column] += f.direction;
    if (z.bias()) sum.back() -= f.direction * SignedRows::exact_value(f.threshold);
  }
  return whole(sum);
}

}  // namespace

OneSidedRows one_sided_rows(const SignedRows& z, std::uint64_t least, const StopToken& stop) {
  OneSidedRows found;
  found.out.assign(z.rows(), false);
  while (found.levels.size() < most_levels && found.count < z.rows() && !stop.ended()) {
    OneSidedLevel level;
    level.features = single_features(z, false, found.out);
    if (level.features.empty()) break;
    level.rows = rows_off(z, level.features, found.out);
    if (level.rows.empty()) break;
    for (const std::uint64_t i : level.rows) found.out[i] = true;
    found.count += level.rows.size();
    found.levels.push_back(std::move(level));
    if (found.count < least) break;
  }
  return found;
}

Result<std::optional<ExactWeights>> lifted_over(const SignedRows& z, const OneSidedRows& sided, ExactWeights w,
                                                const StopToken& stop) {
  w.resize(z.dims());
  for (auto level = sided.levels.rbegin(); level != sided.levels.rend(); ++level) {
    if (const auto known = z.need(level->rows); !known) return known.error();
    const ExactWeights d = direction(z, *level);
    Integer times = 0;
    for (const std::uint64_t i : level->rows) {
      if (stop.ended()) return std::optional<ExactWeights>();
      const Integer here = z.product(w, i);
      if (here > 0) continue;
      const Integer gain = z.product(d, i);
      if (gain <= 0) return std::optional<ExactWeights>();
      const Integer need = -here / gain + 1;
      times = std::max(times, need);
    }
    if (times == 0) continue;
    for (std::size_t j = 0; j < w.size(); ++j) add_product(w[j], times, d[j]);
  }
  reduce(w);
  return std::optional<ExactWeights>(std::move(w));
}

}  // namespace halfspace
