#include "certify/find/margin_support.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "exact/affine_minimum.hpp"
#include "exact/linear.hpp"

namespace halfspace {
namespace {

constexpr std::size_t few_rows = 64;  // of which a margin is a readable fraction

class MarginSupport {
 public:
  MarginSupport(const SignedRows& z, const DecideOptions& options, Margin& out) : z_(z), options_(options), out_(out) {}

  /// A row whose multiplier is negative leaves, one below the margin enters, until neither is there or a set comes back.
  Result<bool> settle(std::vector<std::uint64_t> support) {
    std::set<std::vector<std::uint64_t>> seen;
    while (support.size() <= few_rows && seen.insert(support).second) {
      const auto change = solve(support);
      if (!change) return change.error();
      if (!change.value()) return true;
      const std::uint64_t row = *change.value();
      const auto at = std::lower_bound(support.begin(), support.end(), row);
      if (at != support.end() && *at == row)
        support.erase(at);
      else
        support.insert(at, row);
      if (support.empty()) return false;
    }
    return false;
  }

 private:
  bool geometric() const { return out_.kind == MarginKind::geometric; }

  using Change = std::optional<std::uint64_t>;  // the row that is to enter or to leave; nothing: the margin is found

  /// z_i; geometric: y_i x_i
  IntegerVector point(std::uint64_t i) const {
    IntegerVector v = z_.exact(i);
    if (geometric()) v.pop_back();
    return v;
  }

  /// The exact minimum over the affine hull of the support.
  Result<Change> solve(const std::vector<std::uint64_t>& support) {
    std::vector<IntegerVector> points;
    points.reserve(support.size());
    for (const std::uint64_t i : support) points.push_back(point(i));
    std::vector<std::uint8_t> group;
    group.reserve(support.size());
    for (const std::uint64_t i : support) group.push_back(static_cast<std::uint8_t>(margin_side(z_, out_.kind, i)));
    const auto found = affine_minimum(points, group, geometric() ? 2 : 1,
                                      z_.cols() + (geometric() || !z_.bias() ? 0 : 1), options_.stop);
    if (!found) return Change(support.back());  // dependent rows: one can be spared
    const auto least = std::min_element(found->lambda.begin(), found->lambda.end());
    if (*least < 0) return Change(support[static_cast<std::size_t>(least - found->lambda.begin())]);
    return confirm(support, points, *found);
  }

  /// v = Σ λ z has v.z_i >= τ of its class for every row; else the one furthest below enters.
  Result<Change> confirm(const std::vector<std::uint64_t>& support, const std::vector<IntegerVector>& points,
                         const AffineMinimum& x) {
    const std::size_t s = support.size();
    std::vector<Integer> v(z_.dims());  // times denominator and unit
    for (std::size_t k = 0; k < s; ++k) {
      for (const auto& [j, value] : points[k]) add_product(v[j], x.lambda[k], value);
    }
    Integer level;  // v.z_i >= level, times unit
    Integer factor = 1;
    if (geometric()) {  // y (v.x + b) >= m, b = (τ_- - τ_+)/2, m = (τ_- + τ_+)/2; all doubled, b brought to unit
      factor = 2 * z_.unit();
      for (Integer& value : v) value *= factor;
      v.back() = x.level[1] - x.level[0];
      level = z_.unit() * (x.level[0] + x.level[1]);
    } else {
      level = x.level[0];
    }
    const auto signs = signs_of(z_, v, options_.threads, level);
    if (!signs) return signs.error();
    if (!signs.value().negative.empty()) return furthest(signs.value().negative, v);
    Integer square = 0;  // |v|^2 times (denominator unit factor)^2
    for (std::size_t j = 0; j + (geometric() ? 1 : 0) < v.size(); ++j) square += v[j] * v[j];
    const Integer unit = x.denominator * z_.unit() * factor;
    Rational margin(square, unit * unit * (geometric() ? 4 : 1));
    margin.canonicalize();
    out_.lower_squared = out_.upper_squared = margin;
    for (std::size_t k = 0; k < s; ++k) {
      if (x.lambda[k] > 0) out_.lambda.push_back({support[k], x.lambda[k]});
    }
    reduce(v);
    out_.weights = std::move(v);
    return Change();
  }

  Result<Change> furthest(const std::vector<std::uint64_t>& rows, const std::vector<Integer>& v) {
    if (const auto known = z_.need(rows); !known) return known.error();
    const auto worst = std::min_element(rows.begin(), rows.end(), [&](std::uint64_t a, std::uint64_t b) {
      return z_.product(v, a) < z_.product(v, b);
    });
    return Change(*worst);
  }

  const SignedRows& z_;
  const DecideOptions& options_;
  Margin& out_;
};

}  // namespace

Result<bool> settle_margin(const SignedRows& z, std::vector<std::uint64_t> support, const DecideOptions& options,
                           Margin& out) {
  try {
    return MarginSupport(z, options, out).settle(std::move(support));
  } catch (const Stopped&) {
    return false;
  }
}

}  // namespace halfspace
