// Which vector instructions a run may use. The choice belongs to a thread; helper_threads.hpp gives
// it to those that a thread starts.
#pragma once

#include <array>
#include <string_view>

#include "base/fields.hpp"
#include "halfspace/options.hpp"

namespace halfspace {

template <>
struct Names<Simd> {
  static constexpr std::array<std::string_view, 2> list = {"auto", "portable"};
};

/// The choice of this thread; automatic where no SimdScope is open.
Simd simd_choice();

/// The choice of this thread while the scope is open; then the one before it.
class SimdScope {
 public:
  explicit SimdScope(Simd choice);
  ~SimdScope();
  SimdScope(const SimdScope&) = delete;
  SimdScope& operator=(const SimdScope&) = delete;
  SimdScope(SimdScope&&) = delete;
  SimdScope& operator=(SimdScope&&) = delete;

 private:
  Simd before_;
};

}  // namespace halfspace
