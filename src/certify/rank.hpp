// How many columns of the data are independent, by its exact digits.
#pragma once

#include "certify/signed_rows.hpp"

namespace halfspace {

/// Do the rows (with the bias, where there is one) span at most `rank` dimensions? By elimination modulo 2^61 - 1: a
/// yes is wrong only where every minor of rank + 1 rows found is a multiple of that prime. Errors: those of reading the
/// text again.
Result<bool> rank_at_most(const SignedRows& z, std::size_t rank);

}  // namespace halfspace
