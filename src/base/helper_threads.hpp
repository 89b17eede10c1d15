// Threads beside the caller's.
#pragma once

#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace halfspace {

/// Threads that each call a copy of `run`, which throws nothing: as many as the system gives, at most `wanted`, with the caller's
/// choice of vector instructions. They are joined at the end of their life.
std::vector<std::jthread> helper_threads(std::size_t wanted, const std::function<void()>& run);

}  // namespace halfspace
