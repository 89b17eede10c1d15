// H += Σ c_i x_i x_i' by tiles or entry by entry, whichever the rows ask for; the bits are the same.
#pragma once

#include <cstddef>

#include "linalg/dense_products.hpp"
#include "linalg/outer_products.hpp"

namespace halfspace {

inline constexpr double filled_for_tiles = 0.5;  // from there on zeros cost less than looking for them

/// add(products) with OuterProducts or DenseProducts of rows first .. last - 1 of H, which stand `room` numbers apart.
template <class Add>
void with_products(double nonzero_share, std::size_t room, double* H, std::size_t first, std::size_t last, Add add) {
  if (nonzero_share >= filled_for_tiles) return add(DenseProducts(room, H, first, last));
  add(OuterProducts(room, H, first, last));
}

}  // namespace halfspace
