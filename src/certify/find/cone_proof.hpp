// Once some rows are tied by a witness: are all the others too? With rows e that complete the span of the tied ones,
// overlapping data has
//
//   Σ_e z_e + Σ_k μ_k z_k = 0,  μ >= 0
//
// one question to the cone of the rows instead of a round of peeling for each of its faces.
#pragma once

#include <optional>

#include "certify/find/hull_proof.hpp"
#include "certify/find/row_hull.hpp"

namespace halfspace {

/// Rows that span all rows together with the tied ones, with multipliers > 0 whose sum is 0. Nothing when doubles find
/// none, or whole numbers do not confirm what they find: the data may overlap all the same.
Result<std::optional<Dependency>> completing_dependency(const SignedRows& z, const RowHull& hull, const TiedSpan& tied,
                                                        const DecideOptions& options);

}  // namespace halfspace
