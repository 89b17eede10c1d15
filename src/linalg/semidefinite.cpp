#include "linalg/semidefinite.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/parallel.hpp"
#include "linalg/triangular.hpp"
#include "simd/ops.hpp"

namespace halfspace {

/// A block of rows at a time.
bool positive_semidefinite(std::vector<double> K, std::size_t size, double shift, unsigned threads,
                           const StopToken& stop) {
  constexpr std::size_t block = 64;
  std::vector<double> L = std::move(K);
  const auto row = [&](std::size_t i) { return L.data() + i * (i + 1) / 2; };
  for (std::size_t first = 0; first < size; first += block) {
    const std::size_t last = std::min(first + block, size);
    parallel_items(last - first, threads, [&](std::size_t k) {  // what the rows before the block say of each of it
      Pace pace(stop);
      solve_lower(row, first, row(first + k), pace);
    });
    for (std::size_t j = first; j < last; ++j) {
      double* const a = row(j);
      stop.check((last - first) * j);
      for (std::size_t i = first; i < j; ++i) a[i] = (a[i] - dot(row(i), i, a)) / row(i)[i];
      const double pivot = a[j] + shift - dot(a, j, a);
      if (!(pivot > 0)) return false;
      a[j] = std::sqrt(pivot);
    }
  }
  return true;
}

}  // namespace halfspace
