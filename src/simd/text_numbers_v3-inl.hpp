// TextOps::numbers and decimals for AVX2, included by vector_ops_v3.cpp alone: as text_numbers_v4-inl.hpp, one entry at a time.
#pragma once

#include <array>
#include <bit>
#include <cstring>

#include <immintrin.h>

#include "simd/text_ops.hpp"

// NOLINTBEGIN(cppcoreguidelines-pro-bounds-pointer-arithmetic,cppcoreguidelines-pro-type-reinterpret-cast)
namespace halfspace::HWY_NAMESPACE {
namespace {

struct Decimal {
  std::uint64_t mantissa;
  unsigned places;
  bool negative;
  bool odd;
};

/// The decimal in the `length` bytes before `end`.
inline Decimal decimal(const char* end, std::uint32_t length) {
  const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(end - 16));
  const bool long_one = length - 1 > 15;
  const std::uint32_t kept = long_one ? 0 : (0xffffU << (16 - length)) & 0xffffU;
  const auto is = [&](char c) {
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8(c))));
  };
  const std::uint32_t minus = is('-') & kept & (0 - kept);
  const std::uint32_t point = is('.') & kept;
  const std::uint32_t digit = kept & ~minus & ~point;
  const __m128i digits = _mm_sub_epi8(v, _mm_set1_epi8('0'));
  const __m128i nine = _mm_set1_epi8(9);
  const auto small = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(digits, nine), digits)));
  const int at = 31 - std::countl_zero(point);  // -1: no point

  const __m128i place = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const __m128i before = _mm_cmpgt_epi8(_mm_set1_epi8(static_cast<char>(at + 1)), place);
  const __m128i bit = _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
  const __m128i word = _mm_shuffle_epi8(_mm_cvtsi32_si128(static_cast<int>(digit)),
                                        _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1));
  const __m128i own = _mm_cmpeq_epi8(_mm_and_si128(word, bit), bit);
  const __m128i moved = _mm_shuffle_epi8(_mm_and_si128(digits, own), _mm_add_epi8(place, before));  // -1 gives 0
  const __m128i hundreds = _mm_maddubs_epi16(moved, _mm_set1_epi16(0x010a));
  const __m128i fours = _mm_madd_epi16(hundreds, _mm_set1_epi32(0x00010064));
  const __m128i packed = _mm_packus_epi32(fours, fours);
  const auto halves = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_madd_epi16(packed, _mm_set1_epi32(0x00012710))));
  const std::uint64_t mantissa = (halves & 0xffffffffU) * 100000000U + (halves >> 32U);
  return {mantissa, static_cast<unsigned>(15 - at) & 15U, minus != 0,
          long_one || (digit & ~small) != 0 || digit == 0 || (point & (point - 1)) != 0 || mantissa > 999999999999999U};
}

/// The whole number before a colon: 1 to 7 digits behind a blank, else `odd`.
inline std::uint32_t whole_index(const char* colon, bool& odd) {
  std::uint64_t x = 0;
  std::memcpy(&x, colon - 8, 8);
  const std::uint64_t t = x ^ 0x3030303030303030U;
  const std::uint64_t others = ((t + 0x7676767676767676U) | t) & 0x8080808080808080U;
  const unsigned behind = static_cast<unsigned>(std::countl_zero(others)) & ~7U;
  if (behind == 0 || behind > 56 || ((x >> (56U - behind)) & 0xffU) != ' ') {
    odd = true;
    return 0;
  }
  std::uint64_t d = t & (~std::uint64_t{0} << (64U - behind));
  d = (d * 10 + (d >> 8U)) & 0x00ff00ff00ff00ffU;
  d = (d * 100 + (d >> 16U)) & 0x0000ffff0000ffffU;
  return static_cast<std::uint32_t>(d * 10000 + (d >> 32U));
}

/// The value of decimal k, and what it is; false where it is none.
inline bool add_decimal(std::size_t k, const Decimal& d, double* value, std::uint32_t* odd, EntryFacts& facts) {
  static constexpr std::array<double, 16> powers = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const double x = static_cast<double>(static_cast<std::int64_t>(d.mantissa)) / powers[d.places];
  value[k] = d.negative ? -x : x;
  if (d.odd) {
    odd[facts.odd++] = static_cast<std::uint32_t>(k);
    return false;
  }
  if (static_cast<int>(d.places) > facts.decimals) facts.decimals = static_cast<int>(d.places);
  facts.floats = facts.floats && static_cast<double>(static_cast<float>(x)) == x;
  facts.nonzeros += d.mantissa != 0 ? 1U : 0U;
  return true;
}

EntryFacts numbers(const char* text, TokenPlaces& places, std::uint32_t first_index, std::uint32_t* column,
                   double* value, std::uint32_t* odd) {
  EntryFacts facts;
  for (std::size_t k = 0; k < places.entries; ++k) {
    const std::uint32_t colon = places.colon[k];
    const std::uint32_t end = places.end[k];
    Decimal d = decimal(text + end, end - colon - 1);
    const std::uint32_t j = whole_index(text + colon, d.odd) - first_index;
    column[k] = j;
    if (add_decimal(k, d, value, odd, facts) && j > facts.largest_column) facts.largest_column = j;
  }
  return facts;
}

EntryFacts decimals(const char* text, std::uint32_t* first, std::uint32_t* end, std::size_t n, double* value,
                    std::uint32_t* odd) {
  EntryFacts facts;
  for (std::size_t k = 0; k < n; ++k) add_decimal(k, decimal(text + end[k], end[k] - first[k]), value, odd, facts);
  return facts;
}

}  // namespace
}  // namespace halfspace::HWY_NAMESPACE
// NOLINTEND(cppcoreguidelines-pro-bounds-pointer-arithmetic,cppcoreguidelines-pro-type-reinterpret-cast)
