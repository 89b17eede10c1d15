// Witnesses of non-separability as sets of rows, from whoever can find them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace halfspace {

/// Rows that no weights w̄ all give w̄.z_i > 0; minimal: without any one of them some weights do.
using Witness = std::vector<std::uint64_t>;

/// A witness among the alive rows (never without rows), nothing when these are separable. The same rows must give the
/// same witness. A finder that cannot tell returns nothing and sees to it that `stop` then says true.
using WitnessFinder = std::function<std::optional<Witness>(const std::vector<bool>& alive)>;

}  // namespace halfspace
