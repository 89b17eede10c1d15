// signs_of(): what doubles settle and what whole numbers settle together are the exact signs, also where doubles
// overflow or vanish.
#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "certify/signed_rows_of.hpp"
#include "exact/linear.hpp"

namespace halfspace::test {
namespace {

using reference::Rows;
using reference::Vector;

mpq_class ten_to(int exponent) { return decimal_value("1e" + std::to_string(exponent)); }

/// Rows (a, c) 10^k of short decimals, and whole w near or at a right angle to the first of them.
struct Setting {
  Rows x;
  std::vector<int> y;
  bool bias;
  std::vector<Integer> w;
};

Setting drawn(int least_exponent, int most_exponent) {
  Setting s;
  s.bias = *rc::gen::arbitrary<bool>();
  const int exponent = *rc::gen::inRange(least_exponent, most_exponent + 1);
  const auto pairs = *rc::gen::container<std::vector<std::pair<int, int>>>(
      5, rc::gen::pair(rc::gen::inRange(-99999, 100000), rc::gen::inRange(-99999, 100000)));
  for (const auto& [a, c] : pairs) {
    s.x.push_back({a * ten_to(exponent), c * ten_to(exponent)});
    s.y.push_back(*rc::gen::element(-1, 1));
  }
  // Multiples of the first row, with both labels: equal angles, unequal roundings.
  for (const int factor : {3, 7}) {
    s.x.push_back({factor * s.x[0][0], factor * s.x[0][1]});
    s.y.push_back(-s.y[0]);
  }
  const Integer scale = *rc::gen::element(1, 3, 1000000007);
  s.w = {pairs[0].second * scale, -pairs[0].first * scale + *rc::gen::inRange(-1, 2)};
  if (s.bias) s.w.emplace_back(*rc::gen::inRange(-1, 2));
  return s;
}

void check(const Setting& s, Form form) {
  Rows doubles = s.x;
  for (Vector& row : doubles) {
    for (mpq_class& value : row) value = nearest_double(value);
  }
  const SolverRows rows(s.x, doubles, s.y, s.bias, form);
  const auto signs = signs_of(*rows, s.w, 1);
  RC_ASSERT(signs.ok());
  const Rows z = signed_rows(s.x, s.y, s.bias);
  std::vector<std::uint64_t> zero, negative;
  for (std::size_t i = 0; i < z.size(); ++i) {
    const mpq_class product = reference::dot(Vector(s.w.begin(), s.w.end()), z[i]);
    if (product == 0) zero.push_back(i);
    if (product < 0) negative.push_back(i);
  }
  RC_ASSERT(signs.value().zero == zero);
  RC_ASSERT(signs.value().negative == negative);
  RC_ASSERT(signs.value().positive == z.size() - zero.size() - negative.size());
}

RC_GTEST_PROP(Signs, AreExactForOrdinaryNumbers, ()) {
  check(drawn(-6, 6), *rc::gen::element(Form::dense, Form::sparse, Form::fetched));
}

// Squares vanish below 1e-162 and overflow above 1e154; numbers themselves below 1e-323 and above 1e308.
RC_GTEST_PROP(Signs, AreExactForSmallNumbers, ()) {
  check(drawn(-300, -150), *rc::gen::element(Form::dense, Form::sparse));
}
RC_GTEST_PROP(Signs, AreExactForLargeNumbers, ()) {
  check(drawn(140, 300), *rc::gen::element(Form::dense, Form::sparse));
}
RC_GTEST_PROP(Signs, AreExactWhereDoublesVanish, ()) { check(drawn(-400, -290), Form::fetched); }

/// What is computed from short numbers in machine words is what the exact rows say.
void check_sums(const Setting& s, Form form) {
  Rows doubles = s.x;
  for (Vector& row : doubles) {
    for (mpq_class& value : row) value = nearest_double(value);
  }
  const SolverRows rows(s.x, doubles, s.y, s.bias, form);
  const SignedRows& z = *rows;
  std::vector<std::uint64_t> all(z.rows());
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  RC_ASSERT(z.need(all).ok());
  std::vector<Integer> factors;
  std::vector<Integer> sum(z.dims());
  std::vector<std::uint64_t> probe;
  for (std::size_t j = 0; j < z.dims(); ++j) probe.push_back(*rc::gen::inRange<std::uint64_t>(0, modular_prime));
  for (const std::uint64_t i : all) {
    const IntegerVector row = z.exact(i);
    RC_ASSERT(z.squared_length(i) == squared_norm(row));
    RC_ASSERT(z.residue(probe, i) == product(probe, row));
    factors.emplace_back(*rc::gen::element<long>(-3, 0, 1, 1L << 49, 1L << 60));
    for (const auto& [j, value] : row) sum[j] += factors.back() * value;
  }
  RC_ASSERT(z.combination(all, factors) == sum);
}

RC_GTEST_PROP(ExactSums, AreThoseOfTheRows, ()) {
  const Setting s = drawn(-12, 12);
  for (const Form form : {Form::dense, Form::sparse, Form::fetched}) check_sums(s, form);
}

}  // namespace
}  // namespace halfspace::test
