// Exact linear algebra on integer vectors.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "exact/dixon.hpp"
#include "exact/modular.hpp"

namespace halfspace {

/// What depends on the independent vectors v (as counted by `span`), by one factorisation.
class Dependencies {
 public:
  Dependencies(std::span<const IntegerVector> v, const ModularSpan& span);

  /// Whole numbers c without common divisor, the last positive, with sum_k c[k] v[k] + c.back() w = 0. Nothing when w
  /// is independent of them.
  std::optional<std::vector<Integer>> of(const IntegerVector& w) const;

 private:
  std::span<const IntegerVector> v_;
  std::map<std::uint64_t, std::size_t> places_;  // of the pivots
  DixonSolver solver_;
};

/// Dependencies::of() the last of v on the others, which `span` has counted.
std::optional<std::vector<Integer>> dependency(std::span<const IntegerVector> v, const ModularSpan& span);

/// Vectors orthogonal to every v (as counted by `span`), by one factorisation.
class OrthogonalSpace {
 public:
  OrthogonalSpace(std::span<const IntegerVector> v, const ModularSpan& span);

  /// The one that is a positive multiple of `wanted` off the pivots. Nothing when the system could not be solved.
  std::optional<std::vector<Integer>> nearest(std::span<const Integer> wanted) const;

  /// The one that has a part, a positive one, at `off`, a coordinate off the pivots, and at no other of them.
  std::optional<IntegerVector> along(std::uint64_t off) const;

 private:
  std::span<const IntegerVector> v_;
  std::map<std::uint64_t, std::size_t> places_;  // of the pivots
  DixonSolver solver_;
};

/// OrthogonalSpace::nearest() where it is asked once.
std::optional<std::vector<Integer>> orthogonal(std::span<const IntegerVector> v, const ModularSpan& span,
                                               std::span<const Integer> wanted);

/// sum += a b, without a number in between.
inline void add_product(Integer& sum, const Integer& a, const Integer& b) {
  mpz_addmul(sum.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
}

Integer product(std::span<const Integer> w, const IntegerVector& v);
Integer product(const IntegerVector& a, const IntegerVector& b);
Integer squared_norm(const IntegerVector& v);

/// v with its zeros.
std::vector<Integer> spread(const IntegerVector& v, std::size_t dims);

/// Divides by the greatest common divisor.
void reduce(std::span<Integer> values);

/// The fractions times one positive number that makes them whole, without common divisor.
std::vector<Integer> whole(std::span<const Rational> values);

}  // namespace halfspace
