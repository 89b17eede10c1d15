// Shrinking (Joachims 1999): rows at a bound that u presses them to are left until the next restart.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "solver/kernel/smo_rows.hpp"

namespace halfspace {

/// The active rows that could move again with the levels as they are, and those that `stays` says (by number; empty:
/// none).
template <class T>
std::vector<std::uint32_t> rows_that_may_go(const SmoRows<T>& rows, const std::vector<bool>& stays);

template <class T>
class SmoShrinking {
 public:
  /// The rows that remain active, where leaving the others is worth it.
  std::optional<std::vector<std::uint32_t>> remaining(const SmoRows<T>& rows);

 private:
  double first_violation_ = 0;
};

}  // namespace halfspace
