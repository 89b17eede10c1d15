// A hint that memory is read soon; nothing happens where the compiler knows none.
#pragma once

namespace halfspace {

template <class T>
void prefetch(const T* p) {
#if defined(__GNUC__)
  __builtin_prefetch(p);
#endif
}

}  // namespace halfspace
