// Large arrays in large pages: the first touch of a page of 4 KiB costs as much as filling it.
#pragma once

#include <cstddef>

namespace halfspace {

/// Asks the system for large pages for memory that is about to be filled. Small arrays are left alone.
void prefer_huge_pages(void* at, std::size_t bytes);

}  // namespace halfspace
