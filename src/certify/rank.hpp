// How many columns of the data are independent, by its exact digits.
#pragma once

#include "certify/signed_rows.hpp"

namespace halfspace {

/// Do the rows (with the bias, where there is one) span at most `rank` dimensions? Elimination modulo 2^61 - 1 finds
/// which coordinates depend on others; a yes is proved by as many independent vectors that are exactly orthogonal to
/// every row. Errors: those of reading the text again.
Result<bool> rank_at_most(const SignedRows& z, std::size_t rank, const StopToken& stop = {});

}  // namespace halfspace
