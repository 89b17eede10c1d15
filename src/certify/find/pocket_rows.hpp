// What a short pocket run leaves on the wrong side: without these rows the others are separable.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "certify/find/decide.hpp"

namespace halfspace {

/// Rows with w̄.z <= 0 by the weights of a pocket run (Gallant 1990) of about 2^26 matrix entries of work, rising.
/// Nothing when there was no run.
Result<std::optional<std::vector<std::uint64_t>>> pocket_rows(const SignedRows& z, const DecideOptions& options);

}  // namespace halfspace
