#include "base/simd_choice.hpp"

namespace halfspace {
namespace {

// Initial-exec: its place is made with the thread, so that no first use of it can fail.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): of a scope on this thread's stack
[[gnu::tls_model("initial-exec")]] thread_local Simd choice_of_thread = Simd::automatic;

}  // namespace

Simd simd_choice() { return choice_of_thread; }

SimdScope::SimdScope(Simd choice) : before_(choice_of_thread) { choice_of_thread = choice; }

SimdScope::~SimdScope() { choice_of_thread = before_; }

}  // namespace halfspace
