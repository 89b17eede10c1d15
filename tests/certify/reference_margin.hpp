// Exact references for small sets: squared margins by trying every support, fewest training mistakes by trying every
// subset.
#pragma once

#include <cstdint>
#include <optional>

#include "certify/exact_linear.hpp"

namespace halfspace::reference {

/// min |sum_i lambda_i p_i|^2, lambda >= 0, the lambda of each group adding to 1, with a minimiser.
struct Shortest {
  mpq_class squared;
  Vector lambda;
};

/// gamma^2 = squared distance of the hull of the signed rows z from the origin: the augmented margin when z_i = y_i
/// (x_i, 1), the margin without a bias when z_i = y_i x_i; 0 exactly when the rows are not separable.
Shortest squared_margin(const Rows& z);

/// Squared geometric margin with a free bias, of points x with labels -1 and +1: a quarter of the squared distance of
/// the two hulls (0 when they meet). `squared` is the margin, `lambda` gives the nearest points. Nothing when a class
/// has no rows.
std::optional<Shortest> squared_geometric_margin(const Rows& x, const std::vector<int>& y);

/// The least number of rows that no weights give w.z_i > 0: n less the largest separable subset. n <= 12 or so.
std::size_t fewest_mistakes(const Rows& z);

}  // namespace halfspace::reference
