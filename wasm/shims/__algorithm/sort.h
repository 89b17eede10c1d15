// std::sort of libc++ has 3 to 6 KB a kind of element and order, and some forty of them stand here. In its place Shell's (1959),
// by insertion over gaps that shrink to 1: a tenth of the code. It declares itself before libc++'s own, which is less
// special, and is taken where std::sort is given pointers or a vector's iterators.
#pragma once

#include <__config>
#include <cstddef>

#include <__utility/move.h>

_LIBCPP_BEGIN_NAMESPACE_STD

template <class Policy, class T, class Order>
constexpr void __sort_dispatch(T* first, T* last, Order& before) {  // NOLINT(bugprone-reserved-identifier)
  constexpr ptrdiff_t few = 24;                                     // plain insertion, as in libc++
  const ptrdiff_t n = last - first;
  ptrdiff_t gap = 1;
  while (n > few && gap < n / 3) gap = gap * 9 / 4 + 1;
  for (; gap > 0; gap = gap * 4 / 9) {
    for (ptrdiff_t i = gap; i < n; ++i) {
      if (!before(first[i], first[i - gap])) continue;
      T moved = std::move(first[i]);
      ptrdiff_t k = i;
      do {
        first[k] = std::move(first[k - gap]);
        k -= gap;
      } while (k >= gap && before(moved, first[k - gap]));
      first[k] = std::move(moved);
    }
  }
}

_LIBCPP_END_NAMESPACE_STD

#include_next <__algorithm/sort.h>
