#include "certify/find/margin.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "certify/find/difference_hull.hpp"
#include "certify/find/margin_support.hpp"
#include "certify/find/row_hull.hpp"
#include "exact/linear.hpp"
#include "solver/min_norm/min_norm_point.hpp"

namespace halfspace {
namespace {

constexpr std::size_t margin_entries = std::size_t{1} << 26U;
constexpr std::uint64_t margin_steps = 20'000;

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

/// Twenty significant digits, away from the true value on the safe side.
Rational cut_short(Rational value, bool up) {
  value.canonicalize();
  constexpr std::uint64_t digits = 20;
  const std::int64_t exponent = static_cast<std::int64_t>(mpz_sizeinbase(value.get_num_mpz_t(), 10)) -
                                static_cast<std::int64_t>(mpz_sizeinbase(value.get_den_mpz_t(), 10));
  const std::int64_t shift = static_cast<std::int64_t>(digits) - exponent;
  const Rational unit = shift >= 0 ? Rational(1, power_of_ten(static_cast<std::uint64_t>(shift)))
                                   : Rational(power_of_ten(static_cast<std::uint64_t>(-shift)));
  const Rational scaled = value / unit;
  Integer whole_part;
  if (up)
    mpz_cdiv_q(whole_part.get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
  else
    mpz_fdiv_q(whole_part.get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
  return whole_part * unit;
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
    const auto done = settle_margin(z_, std::move(support), options_, out_);
    if (!done) return done.error();
    if (done.value()) return std::optional<Margin>(std::move(out_));
    above(lambda);
    const std::vector<Integer> straight = direction(found, hull);
    for (const std::vector<Integer>* weights : {&straight, &separator}) {
      if (const auto bounded = below(*weights); !bounded) return bounded.error();
    }
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
    if (const auto bounded = below(separator); !bounded) return bounded.error();
    return std::optional<Margin>(std::move(out_));
  }

 private:
  bool geometric() const { return kind_ == MarginKind::geometric; }

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
    out_.upper_squared = cut_short(Rational(square, unit * unit), true);
  }

  std::size_t side(std::uint64_t row) const { return margin_side(z_, kind_, row); }

  /// The found direction as weights of the rows.
  std::vector<Integer> direction(const HullResult& found, const RowHull& hull) const {
    std::vector<double> u = found.u;
    if (geometric()) u.push_back(0);
    std::vector<double> w = hull.original(u);
    if (geometric()) w.back() = middle(w);
    return whole(std::vector<Rational>(w.begin(), w.end()));
  }

  /// min_i w̄.z_i / |w̄|, where it is more than that of weights before.
  Result<void> below(const std::vector<Integer>& weights) {
    const auto least = least_product(z_, weights, options_.threads);
    if (!least) return least.error();
    Rational bound = squared_margin(z_, kind_, weights, least.value());
    if (bound <= out_.lower_squared) return {};
    out_.lower_squared = std::move(bound);
    out_.weights = weights;
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

Rational squared_margin(const SignedRows& z, MarginKind kind, const std::vector<Integer>& weights,
                        const Integer& least) {
  Integer square = 0;
  for (std::size_t j = 0; j + (kind == MarginKind::geometric ? 1 : 0) < weights.size(); ++j)
    add_product(square, weights[j], weights[j]);
  if (least <= 0 || square == 0) return 0;
  return cut_short(Rational(least * least, square * z.unit() * z.unit()), false);
}

namespace {

/// q as d 4^k, d cut towards 0: squares may leave the doubles where their roots do not.
std::pair<double, int> by_fours(const Rational& q) {
  const auto bits = [](const mpz_class& v) { return static_cast<std::int64_t>(mpz_sizeinbase(v.get_mpz_t(), 2)); };
  const std::int64_t k = (bits(q.get_num()) - bits(q.get_den())) / 2;
  Rational d = q;
  if (k > 0) d >>= static_cast<mp_bitcnt_t>(2 * k);
  if (k < 0) d <<= static_cast<mp_bitcnt_t>(-2 * k);
  return {d.get_d(), static_cast<int>(k)};
}

}  // namespace

double margin_at_least(const Margin& margin) {
  const auto [d, k] = by_fours(margin.lower_squared);
  const double root = std::ldexp(std::sqrt(d), k);
  return std::nextafter(std::min(root, std::numeric_limits<double>::max()), 0);
}

double margin_at_most(const Margin& margin) {
  const auto [d, k] = by_fours(margin.upper_squared);
  return std::nextafter(std::ldexp(std::sqrt(std::nextafter(d, INFINITY)), k), INFINITY);
}

}  // namespace halfspace
