// The points x_i - x_j, i of class +1 and j of -1, for min_norm_point(): the nearest to the origin is twice the geometric
// margin away.
#pragma once

#include "certify/find/row_hull.hpp"

namespace halfspace {

/// Of the best row of each class with the best few of the other. `rows` is hull.oracle(); refers to hull and z.
HullOracle difference_oracle(const RowHull& hull, const HullOracle& rows, const SignedRows& z);

}  // namespace halfspace
