#include "certify/find/one_sided.hpp"

#include <algorithm>
#include <iterator>
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

/// For each column a row of `later` that lies on its threshold; rows() where there is none.
std::vector<std::uint64_t> rows_on(const SignedRows& z, const std::vector<SingleFeature>& features,
                                   const std::vector<bool>& later) {
  std::vector<const SingleFeature*> of_column(z.cols());
  for (const SingleFeature& f : features) of_column[f.column] = &f;
  std::vector<std::uint64_t> on(z.cols(), z.rows());
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          if (!later[i]) continue;
          for_each_entry(x.row(i), [&](std::size_t j, double v) {
            if (of_column[j] != nullptr && on[j] == z.rows() && v == of_column[j]->threshold) on[j] = i;
          });
        }
      },
      z.data().x);
  return on;
}

/// x_ij as the text has it; the row is known.
Rational exact_entry(const SignedRows& z, std::uint64_t i, std::uint64_t j) {
  for (const auto& [column, value] : z.exact(i)) {
    if (column == j) return {Integer(z.sign(i) * value), z.unit()};
  }
  return 0;
}

/// Σ ±(e_j, -t_j): not below 0 on the rows that the level saw, 0 on those of later ones, above 0 on its own. Where doubles
/// do not stand for one decimal each, t_j is that of a later row. Errors: reading the text again.
Result<ExactWeights> direction(const SignedRows& z, const OneSidedLevel& level, const std::vector<bool>& later) {
  std::vector<std::uint64_t> on(z.cols(), z.rows());
  if (z.bias() && !z.data().short_decimals) {
    on = rows_on(z, level.features, later);
    std::vector<std::uint64_t> needed;
    std::copy_if(on.begin(), on.end(), std::back_inserter(needed), [&](std::uint64_t i) { return i < z.rows(); });
    if (const auto known = z.need(needed); !known) return known.error();
  }
  std::vector<Rational> sum(z.dims());
  for (const SingleFeature& f : level.features) {
    const std::uint64_t row = on[f.column];
    const Rational t = row < z.rows() ? exact_entry(z, row, f.column) : SignedRows::exact_value(f.threshold);
    sum[f.column] += f.direction;
    if (z.bias()) sum.back() -= f.direction * t;
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
  std::vector<bool> later = sided.out;
  later.flip();
  for (std::size_t k = sided.levels.size(); k-- > 0;) {
    const OneSidedLevel& level = sided.levels[k];
    if (const auto known = z.need(level.rows); !known) return known.error();
    const auto found = direction(z, level, later);
    if (!found) return found.error();
    const ExactWeights& d = found.value();
    Integer times = 0;
    for (const std::uint64_t i : level.rows) {
      if (stop.ended()) return std::optional<ExactWeights>();
      const Integer here = z.product(w, i);
      if (here > 0) continue;
      const Integer gain = z.product(d, i);
      if (gain <= 0) return std::optional<ExactWeights>();
      const Integer need = -here / gain + 1;
      times = std::max(times, need);
    }
    for (std::size_t j = 0; j < w.size() && times > 0; ++j) add_product(w[j], times, d[j]);
    for (const std::uint64_t i : level.rows) later[i] = true;
  }
  reduce(w);
  return std::optional<ExactWeights>(std::move(w));
}

}  // namespace halfspace
