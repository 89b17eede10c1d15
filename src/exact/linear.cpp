#include "exact/linear.hpp"

#include <algorithm>
#include <map>

#include "exact/dixon.hpp"

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

}  // namespace

std::optional<std::vector<Integer>> dependency(std::span<const IntegerVector> v, const ModularSpan& span) {
  const Places places = places_of(span.pivots());
  const std::size_t r = v.size() - 1;
  std::vector<IntegerVector> columns;
  columns.reserve(r);
  for (std::size_t k = 0; k < r; ++k) columns.push_back(restricted(v[k], places));
  std::vector<Integer> b(r);
  for (const auto& [i, value] : restricted(v[r], places)) b[i] = -value;
  const DixonSolver solver(std::move(columns), span.stop_token());
  if (!solver.regular()) return std::nullopt;
  auto x = solver.solve(b);
  if (!x) return std::nullopt;
  std::vector<Integer> c = std::move(x->numerator);
  c.push_back(x->denominator);
  std::map<std::uint64_t, Integer> sum;
  for (std::size_t k = 0; k < v.size(); ++k) {
    for (const auto& [j, value] : v[k]) add_product(sum[j], c[k], value);
  }
  if (!std::all_of(sum.begin(), sum.end(), [](const auto& e) { return e.second == 0; })) return std::nullopt;
  reduce(c);
  return c;
}

std::optional<std::vector<Integer>> orthogonal(std::span<const IntegerVector> v, const ModularSpan& span,
                                               std::span<const Integer> wanted) {
  const Places places = places_of(span.pivots());
  const std::size_t r = v.size();
  std::vector<IntegerVector> columns(r);  // M has row k = pivot coordinates of v[k]
  std::vector<Integer> b(r);              // -(v[k].wanted) over the other coordinates
  for (std::size_t k = 0; k < r; ++k) {
    for (const auto& [j, value] : v[k]) {
      if (const auto at = places.find(j); at != places.end())
        columns[at->second].emplace_back(k, value);
      else
        b[k] -= value * wanted[j];
    }
  }
  const DixonSolver solver(std::move(columns), span.stop_token());
  if (!solver.regular()) return std::nullopt;
  const auto x = solver.solve(b);
  if (!x) return std::nullopt;
  std::vector<Integer> w(wanted.begin(), wanted.end());
  for (Integer& value : w) value *= x->denominator;
  for (const auto& [j, k] : places) w[j] = x->numerator[k];
  reduce(w);
  return w;
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
