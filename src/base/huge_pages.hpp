// Large arrays in large pages: the first touch of a page of 4 KiB costs as much as filling it.
#pragma once

#include <cstddef>

#include "base/buffer.hpp"

namespace halfspace {

/// Asks the system for large pages for memory that is about to be filled. Small arrays are left alone.
void prefer_huge_pages(void* at, std::size_t bytes);

/// Takes memory for about so many values at once, in large pages, where the system has it. Nothing rests on it: arrays
/// grow anyway.
template <class T>
void expect_values(Buffer<T>& values, double count) {
  constexpr double most_bytes = 0x1p62;
  if (!(count > 0 && count * sizeof(T) < most_bytes)) return;
  const auto size = static_cast<std::size_t>(count);
  if (values.try_reserve(size)) prefer_huge_pages(values.data(), size * sizeof(T));
}

}  // namespace halfspace
