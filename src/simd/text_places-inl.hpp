// TextOps::find, cells and descents for one instruction set, included as vector_ops-inl.hpp is. 64 bytes at a time become one
// word of bits for each kind of byte; starts and ends of tokens are bits beside other bits (Langdale and Lemire 2019,
// "Parsing gigabytes of JSON per second", section 3).
#pragma once

#include <bit>

#include <hwy/highway.h>

#include "simd/text_ops.hpp"

// NOLINTBEGIN(cppcoreguidelines-pro-bounds-pointer-arithmetic)
namespace halfspace::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Bytes = hn::CappedTag<std::uint8_t, 64>;
using ByteVector = hn::VFromD<Bytes>;

/// Bit b: test() holds for byte b.
template <class F>
HWY_INLINE std::uint64_t bits_where(const char* text, F test) {
  const Bytes d;
  const auto* p = reinterpret_cast<const std::uint8_t*>(text);  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
  std::uint64_t out = 0;
  for (std::size_t at = 0; at < 64; at += hn::MaxLanes(d)) {
    std::uint64_t some = 0;
    hn::StoreMaskBits(d, test(hn::LoadU(d, p + at)), reinterpret_cast<std::uint8_t*>(&some));  // NOLINT
    out |= some << at;
  }
  return out;
}

HWY_INLINE std::uint64_t bits_of(const char* text, char c) {
  const auto all = hn::Set(Bytes(), static_cast<std::uint8_t>(c));
  return bits_where(text, [&](ByteVector v) { return hn::Eq(v, all); });
}

/// Blank, tab, newline, carriage return: each stands in the table at its low four bits.
HWY_INLINE std::uint64_t bits_of_white(const char* text) {
  alignas(16) static constexpr std::uint8_t table[16] = {' ', 0,    0,    0, 0, 0,    0, 0,  // NOLINT
                                                         0,   '\t', '\n', 0, 0, '\r', 0, 0};
  const auto white = hn::LoadDup128(Bytes(), table);
  return bits_where(text, [&](ByteVector v) { return hn::Eq(v, hn::TableLookupBytes(white, v)); });
}

/// The places of the bits, from `base`; room for 4 more is needed.
HWY_INLINE std::uint32_t* append_bits(std::uint64_t bits, std::uint32_t base, std::uint32_t* out) {
  const int count = std::popcount(bits);
  for (int k = 0; k < count; k += 4) {
    for (int q = 0; q < 4; ++q) {
      out[k + q] = base + static_cast<std::uint32_t>(std::countr_zero(bits));
      bits &= bits - 1;
    }
  }
  return out + count;
}

bool find(const char* text, std::size_t size, TokenPlaces& places) {
  places.make_room(size);
  std::uint32_t* colon = places.colon.data();
  std::uint32_t* end = places.end.data();
  std::uint32_t* label_first = places.label_first.data();
  std::uint32_t* label_end = places.label_end.data();
  std::uint32_t* row_end = places.row_end.data();
  bool in_token = false;  // at the last byte of the 64 before
  bool new_line = true;   // that byte was white, and no token has begun since the newline
  bool in_label = false;
  bool plain = true;
  for (std::size_t p = 0; p < size && plain; p += 64) {
    const std::uint64_t valid = size - p >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (size - p)) - 1;
    const std::uint64_t newlines = bits_of(text + p, '\n') & valid;
    const std::uint64_t white = bits_of_white(text + p) & valid;
    plain = (bits_of(text + p, '#') & valid) == 0;
    const std::uint64_t token = ~white & valid;
    const std::uint64_t behind_token = (token << 1U) | (in_token ? 1U : 0U);
    in_token = (token >> 63U) != 0;
    const std::uint64_t starts = token & ~behind_token;
    const std::uint64_t ends = white & behind_token;
    // Labels begin where a line does: one that has blanks before its label is not plain.
    const std::uint64_t labels = starts & ((newlines << 1U) | (new_line ? 1U : 0U));
    new_line = (newlines >> 63U) != 0;
    // A carry from each label's first byte runs through its token and stops behind it.
    const std::uint64_t carried = token + labels;
    const std::uint64_t sum = carried + (in_label ? 1U : 0U);
    in_label = carried < token || sum < carried;
    const std::uint64_t label_ends = sum & ends & ~token;
    const auto at = static_cast<std::uint32_t>(p);
    const std::uint64_t entry_ends = ends & ~label_ends;
    const auto entries_before = static_cast<std::uint32_t>(end - places.end.data());
    colon = append_bits(bits_of(text + p, ':') & valid, at, colon);
    end = append_bits(entry_ends, at, end);
    if (labels != 0) label_first = append_bits(labels, at, label_first);
    if (label_ends != 0) label_end = append_bits(label_ends, at, label_end);
    for (std::uint64_t rest = newlines; rest != 0; rest &= rest - 1) {
      const std::uint64_t up_to = rest ^ (rest - 1);
      *row_end++ = entries_before + static_cast<std::uint32_t>(std::popcount(entry_ends & up_to));
    }
  }
  places.entries = static_cast<std::size_t>(colon - places.colon.data());
  places.rows = static_cast<std::size_t>(row_end - places.row_end.data());
  return plain && static_cast<std::size_t>(end - places.end.data()) == places.entries &&
         static_cast<std::size_t>(label_first - places.label_first.data()) == places.rows &&
         static_cast<std::size_t>(label_end - places.label_end.data()) == places.rows;
}

/// Bit b: an odd number of bits of `quotes` are at b and before.
HWY_INLINE std::uint64_t inside_of(std::uint64_t quotes) {
  for (unsigned shift = 1; shift < 64; shift *= 2) quotes ^= quotes << shift;
  return quotes;
}

bool cells(const char* text, std::size_t size, char delimiter, CellPlaces& places) {
  places.make_room(size);
  std::uint32_t* end = places.end.data();
  std::uint64_t in_quotes = 0;  // all bits: the last byte of the 64 before is inside of quotes
  bool plain = true;
  places.rows = 0;
  places.quotes = 0;
  for (std::size_t p = 0; p < size && plain; p += 64) {
    const std::uint64_t valid = size - p >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (size - p)) - 1;
    const std::uint64_t newlines = bits_of(text + p, '\n') & valid;
    const std::uint64_t quotes = bits_of(text + p, '"') & valid;
    std::uint64_t ends = (bits_of(text + p, delimiter) & valid) | newlines;
    plain = (bits_of(text + p, '\0') & valid) == 0;
    if ((quotes | in_quotes) != 0) {
      const std::uint64_t inside = inside_of(quotes) ^ in_quotes;
      in_quotes = 0 - (inside >> 63U);
      places.quotes += static_cast<std::size_t>(std::popcount(quotes));
      plain = plain && (newlines & inside) == 0;
      ends &= ~inside;
    }
    places.rows += static_cast<std::size_t>(std::popcount(newlines));
    end = append_bits(ends, static_cast<std::uint32_t>(p), end);
  }
  places.cells = static_cast<std::size_t>(end - places.end.data());
  return plain;
}

std::size_t descents(const std::uint32_t* column, std::size_t n) {
  const hn::CappedTag<std::uint32_t, 16> d;
  std::size_t ascents = 0;
  std::size_t k = 1;
  for (; k + hn::MaxLanes(d) <= n; k += hn::MaxLanes(d))
    ascents += hn::CountTrue(d, hn::Gt(hn::LoadU(d, column + k), hn::LoadU(d, column + k - 1)));
  for (; k < n; ++k) ascents += column[k] > column[k - 1] ? 1U : 0U;
  return n > 1 ? n - 1 - ascents : 0;
}

}  // namespace
}  // namespace halfspace::HWY_NAMESPACE
// NOLINTEND(cppcoreguidelines-pro-bounds-pointer-arithmetic)
