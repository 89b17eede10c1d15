#include "exact/linear.hpp"

#include <algorithm>

namespace halfspace {
namespace {

using Places = std::map<std::uint64_t, std::size_t>;

Places places_of(std::span<const std::uint64_t> pivots) {
  Places out;
  for (std::size_t k = 0; k < pivots.size(); ++k) out[pivots[k]] = k;
  return out;
}

/// The coordinates of v that are pivots, numbered.
IntegerVector restricted(const IntegerVector& v, const Places& places) {
  IntegerVector out;
  for (const auto& [j, value] : v) {
    if (const auto at = places.find(j); at != places.end()) out.emplace_back(at->second, value);
  }
  return out;
}

std::vector<IntegerVector> restricted(std::span<const IntegerVector> v, const Places& places) {
  std::vector<IntegerVector> out;
  out.reserve(v.size());
  for (const IntegerVector& vector : v) out.push_back(restricted(vector, places));
  return out;
}

/// Columns of the matrix whose row k holds the coordinates of v[k] that are pivots.
std::vector<IntegerVector> transposed(std::span<const IntegerVector> v, const Places& places) {
  std::vector<IntegerVector> columns(v.size());
  for (std::size_t k = 0; k < v.size(); ++k) {
    for (const auto& [j, value] : v[k]) {
      if (const auto at = places.find(j); at != places.end()) columns[at->second].emplace_back(k, value);
    }
  }
  return columns;
}

bool before(const IntegerVector::value_type& entry, std::uint64_t j) { return entry.first < j; }

}  // namespace

Dependencies::Dependencies(std::span<const IntegerVector> v, const ModularSpan& span)
    : v_(v), places_(places_of(span.pivots())), solver_(restricted(v, places_), span.stop_token()) {}

std::optional<std::vector<Integer>> Dependencies::of(const IntegerVector& w) const {
  if (!solver_.regular()) return std::nullopt;
  std::vector<Integer> b(v_.size());
  for (const auto& [i, value] : restricted(w, places_)) b[i] = -value;
  auto x = solver_.solve(b);
  if (!x) return std::nullopt;
  std::vector<Integer> c = std::move(x->numerator);
  c.push_back(std::move(x->denominator));
  std::vector<Integer> sum;
  const auto add = [&](const Integer& factor, const IntegerVector& vector) {
    if (factor == 0 || vector.empty()) return;
    if (sum.size() <= vector.back().first) sum.resize(vector.back().first + 1);
    for (const auto& [j, value] : vector) add_product(sum[j], factor, value);
  };
  for (std::size_t k = 0; k < v_.size(); ++k) add(c[k], v_[k]);
  add(c.back(), w);
  if (!std::all_of(sum.begin(), sum.end(), [](const Integer& value) { return value == 0; })) return std::nullopt;
  reduce(c);
  return c;
}

std::optional<std::vector<Integer>> dependency(std::span<const IntegerVector> v, const ModularSpan& span) {
  return Dependencies(v.first(v.size() - 1), span).of(v.back());
}

OrthogonalSpace::OrthogonalSpace(std::span<const IntegerVector> v, const ModularSpan& span)
    : v_(v), places_(places_of(span.pivots())), solver_(transposed(v, places_), span.stop_token()) {}

std::optional<std::vector<Integer>> OrthogonalSpace::nearest(std::span<const Integer> wanted) const {
  if (!solver_.regular()) return std::nullopt;
  std::vector<Integer> b(v_.size());  // -(v[k].wanted) over the coordinates off the pivots
  for (std::size_t k = 0; k < v_.size(); ++k) {
    for (const auto& [j, value] : v_[k]) {
      if (!places_.contains(j)) b[k] -= value * wanted[j];
    }
  }
  const auto x = solver_.solve(b);
  if (!x) return std::nullopt;
  std::vector<Integer> w(wanted.begin(), wanted.end());
  for (Integer& value : w) value *= x->denominator;
  for (const auto& [j, k] : places_) w[j] = x->numerator[k];
  reduce(w);
  return w;
}

std::optional<IntegerVector> OrthogonalSpace::along(std::uint64_t off) const {
  if (!solver_.regular()) return std::nullopt;
  std::vector<Integer> b(v_.size());
  for (std::size_t k = 0; k < v_.size(); ++k) {
    const auto at = std::lower_bound(v_[k].begin(), v_[k].end(), off, before);
    if (at != v_[k].end() && at->first == off) b[k] = -at->second;
  }
  if (std::all_of(b.begin(), b.end(), [](const Integer& value) { return value == 0; }))
    return IntegerVector{{off, Integer(1)}};
  auto x = solver_.solve(b);
  if (!x) return std::nullopt;
  std::vector<Integer> parts = std::move(x->numerator);
  parts.push_back(std::move(x->denominator));
  reduce(parts);
  IntegerVector out;
  for (const auto& [j, k] : places_) {
    if (parts[k] != 0) out.emplace_back(j, std::move(parts[k]));
  }
  out.emplace(std::lower_bound(out.begin(), out.end(), off, before), off, std::move(parts.back()));
  return out;
}

std::optional<std::vector<Integer>> orthogonal(std::span<const IntegerVector> v, const ModularSpan& span,
                                               std::span<const Integer> wanted) {
  return OrthogonalSpace(v, span).nearest(wanted);
}

Integer product(std::span<const Integer> w, const IntegerVector& v) {
  Integer sum = 0;
  for (const auto& [j, value] : v) {
    if (w[j] != 0) add_product(sum, w[j], value);
  }
  return sum;
}

Integer product(const IntegerVector& a, const IntegerVector& b) {
  Integer sum = 0;
  for (auto p = a.begin(), q = b.begin(); p != a.end() && q != b.end();) {
    if (p->first == q->first)
      add_product(sum, p++->second, q++->second);
    else
      ++(p->first < q->first ? p : q);
  }
  return sum;
}

Integer squared_norm(const IntegerVector& v) { return product(v, v); }

std::vector<Integer> spread(const IntegerVector& v, std::size_t dims) {
  std::vector<Integer> out(dims);
  for (const auto& [j, value] : v) out[j] = value;
  return out;
}

void reduce(std::span<Integer> values) {
  Integer divisor = 0;
  for (const Integer& v : values) {
    divisor = gcd(divisor, v);
    if (divisor == 1) return;
  }
  if (divisor == 0) return;
  for (Integer& v : values) v /= divisor;
}

std::vector<Integer> whole(std::span<const Rational> values) {
  Integer unit = 1;
  for (const Rational& v : values) unit = lcm(unit, v.get_den());
  std::vector<Integer> out;
  out.reserve(values.size());
  for (const Rational& v : values) out.emplace_back(v.get_num() * (unit / v.get_den()));
  reduce(out);
  return out;
}

}  // namespace halfspace
