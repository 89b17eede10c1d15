// The arithmetic of a fresh program while this stands: doubles are rounded to the nearest, and a division by 0 traps
// nothing, whatever the caller has set. Proofs lean on that rounding. Threads begun meanwhile have it too.
#pragma once

#include <cfenv>

namespace halfspace {

class FloatEnvironment {
 public:
  FloatEnvironment() {
    std::fegetenv(&callers_);
    std::fesetenv(FE_DFL_ENV);
  }
  FloatEnvironment(const FloatEnvironment&) = delete;
  FloatEnvironment& operator=(const FloatEnvironment&) = delete;
  ~FloatEnvironment() { std::fesetenv(&callers_); }

 private:
  std::fenv_t callers_{};
};

}  // namespace halfspace
