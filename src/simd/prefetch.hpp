// A hint that memory is read soon; nothing happens where the compiler knows none.
#pragma once

#include <cstddef>

namespace halfspace {

template <class T>
void prefetch(const T* p) {
#if defined(__GNUC__)
  __builtin_prefetch(p);
#endif
}

/// The same of `size` numbers: of each cache line they lie on.
template <class T>
void prefetch(const T* p, std::size_t size) {
  constexpr std::size_t line = 64 / sizeof(T);
  for (std::size_t k = 0; k < size; k += line) prefetch(p + k);
  if (size > 0) prefetch(p + size - 1);
}

}  // namespace halfspace
