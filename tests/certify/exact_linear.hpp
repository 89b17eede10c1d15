// Small exact linear algebra over the rationals, for the references only: plain Gaussian elimination.
#pragma once

#include <optional>
#include <vector>

#include <gmpxx.h>

namespace halfspace::reference {

using Vector = std::vector<mpq_class>;
using Rows = std::vector<Vector>;

/// a.b of vectors of one length.
mpq_class dot(const Vector& a, const Vector& b);

/// Sum of lambda_i z_i over all rows; z is not empty, lambda as long as z.
Vector combination(const Rows& z, const Vector& lambda);

/// Brings `a` to reduced row echelon form; the pivot columns in order.
std::vector<std::size_t> reduce(Rows& a);

std::size_t rank(Rows a);

/// The solution of a x = b when there is exactly one.
std::optional<Vector> unique_solution(const Rows& a, const Vector& b);

}  // namespace halfspace::reference
