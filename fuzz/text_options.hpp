// Reading options drawn from the first bytes of a text, which stay part of it: every file is a seed as it is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "../tests/format/sound_dataset.hpp"
#include "format/read.hpp"

namespace halfspace::fuzz {

inline ReadOptions options_from(std::span<const char> bytes) {
  const auto byte = [&](std::size_t k) { return k < bytes.size() ? static_cast<unsigned char>(bytes[k]) : 0U; };
  const unsigned a = byte(0) ^ byte(1) * 5U ^ byte(2) * 9U;
  const unsigned b = byte(3) ^ byte(4) * 5U;
  ReadOptions options;
  options.max_bytes = std::uint64_t{256} << 20U;
  options.header = (a & 7U) != 1;
  options.label = !options.header ? "1" : (a & 7U) == 2 ? "x" : "";
  if ((a >> 3U & 7U) == 1) options.columns = {"2", "1"};
  if ((a >> 3U & 7U) == 2) options.classes = {"a", "1"};
  if ((a >> 3U & 7U) == 3) options.weight = "w";
  options.missing = (b & 1U) != 0 ? "drop" : "";
  options.zero_based = (b & 2U) != 0;
  options.delimiter = (b & 12U) == 4 ? ';' : (b & 12U) == 8 ? '\t' : '\0';
  return options;
}

/// Do two readings of a text give the same?
inline bool same_reading(const Result<Dataset>& a, const Result<Dataset>& b) {
  if (a.ok() != b.ok()) return false;
  if (!a) return a.error().text() == b.error().text();
  const Dataset& x = a.value();
  const Dataset& y = b.value();
  const auto same_values = [](const auto& m, const auto& n) {
    return m.value.size() == n.value.size() && std::equal(m.value.begin(), m.value.end(), n.value.begin(),
                                                          [](auto v, auto w) { return v == w || (v != v && w != w); });
  };
  const bool same_matrix = std::visit(
      [&](const auto& m) {
        const auto* n = std::get_if<std::decay_t<decltype(m)>>(&y.x);
        return n != nullptr && m.rows == n->rows && m.cols == n->cols && same_values(m, *n);
      },
      x.x);
  return same_matrix && x.label == y.label && x.weight == y.weight && x.levels == y.levels &&
         x.decimals == y.decimals && x.short_decimals == y.short_decimals && x.nonzeros == y.nonzeros &&
         x.other_class_rows == y.other_class_rows && x.missing_rows == y.missing_rows && x.absent_rows == y.absent_rows;
}

/// Reading ends, in a data set whose parts fit, or in an Error that says where; by blocks and record by record alike.
inline void read_any(std::span<const char> bytes, const char* format) {
  ReadOptions options = options_from(bytes);
  options.format = format;
  const auto data = read_dataset(memory_source(bytes), "fuzz", options);
  options.blocks = false;
  if (!same_reading(data, read_dataset(memory_source(bytes), "fuzz", options))) __builtin_trap();
  if (!data) {
    if (data.error().message.empty() || data.error().where.empty()) __builtin_trap();
    return;
  }
  if (!test::unsound(data.value()).empty()) __builtin_trap();
}

}  // namespace halfspace::fuzz
