#include "certify/find/margin.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

#include "certify/find/hull_proof.hpp"
#include "certify/find/row_hull.hpp"
#include "exact/affine_minimum.hpp"
#include "exact/linear.hpp"
#include "solver/min_norm/min_norm_point.hpp"

namespace halfspace {
namespace {

constexpr std::size_t few_rows = 64;  // of which a margin is a readable fraction
constexpr std::size_t margin_entries = std::size_t{1} << 26U;
constexpr std::uint64_t margin_steps = 20'000;

/// Differences of a row of +1 and a row of -1: the best of each with the best few of the other.
HullOracle difference_oracle(const RowHull& hull, const HullOracle& rows, const SignedRows& z) {
  HullOracle out = rows;
  out.dims = z.cols();
  out.write = [rows, wide = std::vector<double>(rows.dims), &z](const HullPoint& p, std::span<double> to) mutable {
    rows.write({p.row}, wide);
    std::copy(wide.begin(), wide.begin() + static_cast<std::ptrdiff_t>(z.cols()), to.begin());
    rows.write({p.minus}, wide);
    for (std::size_t j = 0; j < to.size(); ++j) to[j] += wide[j];  // y x of class -1
  };
  const auto widened = [](std::span<const double> u) {
    std::vector<double> wide(u.begin(), u.end());
    wide.push_back(0);
    return wide;
  };
  out.products = [&hull, widened](std::span<const double> u, std::span<const HullPoint> points) {
    std::vector<std::uint64_t> both;
    for (const HullPoint& p : points) both.insert(both.end(), {p.row, p.minus});
    const std::vector<double> of_rows = hull.products(widened(u), both);
    std::vector<double> sums;
    for (std::size_t k = 0; k < of_rows.size(); k += 2) sums.push_back(of_rows[k] + of_rows[k + 1]);
    return sums;
  };
  out.lowest = [&hull, widened](std::span<const double> u, double, std::size_t most) {
    const std::vector<double> wide = widened(u);
    const auto up = hull.lowest_of(wide, 1, most / 2);
    const auto down = hull.lowest_of(wide, -1, most / 2);
    std::vector<HullPoint> pairs;
    for (std::size_t k = 0; k < std::max(up.size(), down.size()); ++k) {
      if (k < up.size()) pairs.push_back({up[k].row, down[0].row});
      if (k > 0 && k < down.size()) pairs.push_back({up[0].row, down[k].row});
    }
    return pairs;
  };
  return out;
}

/// Multipliers by row: of the rows of a point, whole.
std::map<std::uint64_t, Rational> by_row(const HullResult& found) {
  std::map<std::uint64_t, Rational> out;
  for (std::size_t k = 0; k < found.points.size(); ++k) {
    const Rational value(found.multipliers[k]);
    out[found.points[k].row] += value;
    if (found.points[k].minus != HullPoint::none) out[found.points[k].minus] += value;
  }
  return out;
}

class MarginSearch {
 public:
  MarginSearch(const SignedRows& z, MarginKind kind, const DecideOptions& options)
      : z_(z), kind_(kind), options_(options) {
    out_.kind = kind;
  }

  Result<std::optional<Margin>> run(const std::vector<Integer>& separator) {
    const RowHull hull(z_, RowScale::common, options_.threads);
    const HullOracle rows = hull.oracle(options_.stop);
    const HullOracle oracle = kind_ == MarginKind::geometric ? difference_oracle(hull, rows, z_) : rows;
    const HullResult found = min_norm_point(oracle, {}, HullGoal::nearest,
                                            {margin_steps, std::max<std::size_t>(margin_entries / z_.dims(), 64)});
    if (found.points.empty()) return std::optional<Margin>();
    const auto lambda = by_row(found);
    std::vector<std::uint64_t> support;
    support.reserve(lambda.size());
    for (const auto& [row, value] : lambda) support.push_back(row);
    if (const auto known = z_.need(support); !known) return known.error();
    const auto done = settled_in_time(std::move(support));
    if (!done) return done.error();
    if (done.value()) return std::optional<Margin>(std::move(out_));
    above(lambda);
    if (const auto bounded = below({direction(found, hull), separator}); !bounded) return bounded.error();
    return std::optional<Margin>(std::move(out_));
  }

  Result<std::optional<Margin>> bounds(const std::vector<Integer>& separator, const std::vector<Multiplier>& hull) {
    std::map<std::uint64_t, Rational> lambda;
    std::vector<std::uint64_t> rows;
    std::array<bool, 2> seen{};
    for (const Multiplier& m : hull) {
      lambda[m.row] = Rational(m.value);
      rows.push_back(m.row);
      seen[side(m.row)] = true;
    }
    if (!seen[0] || (geometric() && !seen[1])) return std::optional<Margin>();
    if (const auto known = z_.need(rows); !known) return known.error();
    above(lambda);
    if (const auto bounded = below({separator}); !bounded) return bounded.error();
    return std::optional<Margin>(std::move(out_));
  }

 private:
  bool geometric() const { return kind_ == MarginKind::geometric; }

  /// z_i; geometric: y_i x_i
  IntegerVector point(std::uint64_t i) const {
    IntegerVector v = z_.exact(i);
    if (geometric()) v.pop_back();
    return v;
  }

  /// From the rows that doubles found, exactly: a row whose multiplier is negative leaves, one below the margin enters,
  /// until neither is there or a set comes back.
  Result<bool> settle_support(std::vector<std::uint64_t> support) {
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

  /// False where the run is stopped: then bounds are what there is.
  Result<bool> settled_in_time(std::vector<std::uint64_t> support) {
    try {
      return settle_support(std::move(support));
    } catch (const Stopped&) {
      return false;
    }
  }

  using Change = std::optional<std::uint64_t>;  // the row that is to enter or to leave; nothing: the margin is found

  /// The exact minimum over the affine hull of the support.
  Result<Change> solve(const std::vector<std::uint64_t>& support) {
    std::vector<IntegerVector> points;
    points.reserve(support.size());
    for (const std::uint64_t i : support) points.push_back(point(i));
    std::vector<std::uint8_t> group;
    group.reserve(support.size());
    for (const std::uint64_t i : support) group.push_back(static_cast<std::uint8_t>(side(i)));
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

  /// |Σ λ z|^2 for the multipliers as they are, made to add to 1.
  void above(const std::map<std::uint64_t, Rational>& lambda) {
    std::array<Rational, 2> sum;
    for (const auto& [row, value] : lambda) sum[side(row)] += value;
    std::vector<Rational> scaled;
    scaled.reserve(lambda.size());
    for (const auto& [row, value] : lambda) scaled.emplace_back(value / sum[side(row)]);
    const std::vector<Integer> values = whole(scaled);
    Integer total = 0;
    std::vector<std::uint64_t> rows;
    for (const auto& [row, value] : lambda) {
      const Integer& whole_value = values[rows.size()];
      out_.lambda.push_back({row, whole_value});
      if (side(row) == 0) total += whole_value;
      rows.push_back(row);
    }
    std::vector<Integer> v = z_.combination(rows, values);
    if (geometric()) v.pop_back();
    Integer square = 0;
    for (const Integer& value : v) add_product(square, value, value);
    const Integer unit = total * z_.unit() * (geometric() ? 2 : 1);
    out_.upper_squared = shortened(Rational(square, unit * unit), true);
  }

  /// Of class +1 and of class -1 in the geometric case; else all rows are one side.
  std::size_t side(std::uint64_t row) const { return geometric() && z_.sign(row) < 0 ? 1 : 0; }

  /// The found direction as weights of the rows.
  std::vector<Integer> direction(const HullResult& found, const RowHull& hull) const {
    std::vector<double> u = found.u;
    if (geometric()) u.push_back(0);
    std::vector<double> w = hull.original(u);
    if (geometric()) w.back() = middle(w);
    return whole(std::vector<Rational>(w.begin(), w.end()));
  }

  /// min_i w̄.z_i / |w̄| for the best of these weights.
  Result<void> below(const std::vector<std::vector<Integer>>& candidates) {
    for (const std::vector<Integer>& weights : candidates) {
      const auto least = least_product(z_, weights, options_.threads);
      if (!least) return least.error();
      Integer square = 0;
      for (std::size_t j = 0; j + (geometric() ? 1 : 0) < weights.size(); ++j) square += weights[j] * weights[j];
      if (least.value() <= 0 || square == 0) continue;
      const Rational bound = shortened(Rational(least.value() * least.value(), square * z_.unit() * z_.unit()), false);
      if (bound <= out_.lower_squared) continue;
      out_.lower_squared = bound;
      out_.weights = weights;
    }
    return {};
  }

  /// The bias half-way between the classes.
  double middle(const std::vector<double>& w) const {
    std::array<double, 2> least = {INFINITY, INFINITY};
    for (std::uint64_t i = 0; i < z_.rows(); ++i) {
      double& low = least[z_.sign(i) > 0 ? 0 : 1];
      low = std::min(low, z_.score(i, w.data(), 0));
    }
    return (least[1] - least[0]) / 2;
  }

  /// Twenty significant digits, away from the true value on the safe side.
  static Rational shortened(Rational value, bool up) {
    value.canonicalize();
    constexpr unsigned long digits = 20;
    const long exponent = static_cast<long>(mpz_sizeinbase(value.get_num_mpz_t(), 10)) -
                          static_cast<long>(mpz_sizeinbase(value.get_den_mpz_t(), 10));
    const long shift = static_cast<long>(digits) - exponent;
    const Rational unit = shift >= 0 ? Rational(1, power_of_ten(static_cast<unsigned long>(shift)))
                                     : Rational(power_of_ten(static_cast<unsigned long>(-shift)));
    const Rational scaled = value / unit;
    Integer whole_part;
    if (up)
      mpz_cdiv_q(whole_part.get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
    else
      mpz_fdiv_q(whole_part.get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
    return whole_part * unit;
  }

  const SignedRows& z_;
  MarginKind kind_;
  const DecideOptions& options_;
  Margin out_;
};

}  // namespace

Result<std::optional<Margin>> find_margin(const SignedRows& z, MarginKind kind, const std::vector<Integer>& separator,
                                          const DecideOptions& options) {
  return MarginSearch(z, kind, options).run(separator);
}

Result<std::optional<Margin>> margin_bounds(const SignedRows& z, MarginKind kind, const std::vector<Integer>& separator,
                                            const std::vector<Multiplier>& hull, const DecideOptions& options) {
  return MarginSearch(z, kind, options).bounds(separator, hull);
}

double margin_at_least(const Margin& margin) {
  return std::nextafter(std::sqrt(margin.lower_squared.get_d()), 0);  // GMP cuts towards 0
}

double margin_at_most(const Margin& margin) {
  return std::nextafter(std::sqrt(std::nextafter(margin.upper_squared.get_d(), INFINITY)), INFINITY);
}

}  // namespace halfspace
