// Matrices in half the memory, and what to say where there is none.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "data/rows.hpp"

namespace halfspace {

inline std::string too_much_memory(std::uint64_t cols, double bytes, std::uint64_t max_bytes) {
  constexpr double mib = 1048576;
  return "the rows have " + counted(cols, "feature") + " and need " +
         grouped(static_cast<std::uint64_t>(std::ceil(bytes / mib))) + " MiB, more than the limit of " +
         grouped(max_bytes >> 20U) + " MiB; give more with --max-memory, or choose fewer --columns";
}

/// The matrix as float where that loses nothing.
template <template <class> class M>
Matrix narrowed(M<double> m) {
  if constexpr (!rows_of_floats) return m;
  for (const double v : m.value) {
    if (static_cast<double>(static_cast<float>(v)) != v) return m;
  }
  M<float> out;
  out.rows = m.rows;
  out.cols = m.cols;
  out.value = std::move(m.value).template narrowed<float>();
  if constexpr (requires { m.gap; }) out.gap = m.gap;
  if constexpr (requires { m.column; }) {
    out.start = std::move(m.start);
    out.column = std::move(m.column);
  }
  return held(std::move(out));
}

}  // namespace halfspace
