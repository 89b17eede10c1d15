// TextOps::numbers and decimals for AVX-512, included by vector_ops_v4.cpp alone: eight entries at a time. A decimal is the 16 bytes
// before its end: what is not its own is masked, the bytes before its point move up by one, then digits are summed
// pairwise; mantissa and power of ten are exact, so one division rounds it (Clinger 1990).
#pragma once

#include <array>
#include <bit>

#include <immintrin.h>

#include "simd/text_ops.hpp"

// NOLINTBEGIN(cppcoreguidelines-pro-bounds-pointer-arithmetic,cppcoreguidelines-pro-type-reinterpret-cast)
namespace halfspace::HWY_NAMESPACE {
namespace {

/// Eight numbers as whole mantissas, digits after the point and signs; `odd` has a bit for each that is none.
struct Decimals {
  __m512i mantissa;
  __m512i places;
  __mmask8 negative;
  __mmask8 odd;
};

/// Two digits to a number below 100, two of these to one below 10^4, and so on: 16 bytes to two numbers below 10^8.
inline __m512i pairs_summed(__m512i digits) {
  const __m512i hundreds = _mm512_maddubs_epi16(digits, _mm512_set1_epi16(0x010a));
  const __m512i fours = _mm512_madd_epi16(hundreds, _mm512_set1_epi32(0x00010064));
  const __m512i packed = _mm512_packus_epi32(fours, fours);
  return _mm512_madd_epi16(packed, _mm512_set1_epi32(0x00012710));
}

struct FourDecimals {
  __m256i mantissa;
  __m256i places;
  std::uint64_t negative;  // 16 bits a number
  std::uint64_t odd;       // 16 bits a number
};

inline __m512i four_windows(const char* text, const std::uint32_t* end) {
  const auto window = [&](int k) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + end[k] - 16)); };
  __m512i v = _mm512_castsi128_si512(window(0));
  v = _mm512_mask_broadcast_i32x4(v, 0x00f0, window(1));
  v = _mm512_mask_broadcast_i32x4(v, 0x0f00, window(2));
  return _mm512_mask_broadcast_i32x4(v, 0xf000, window(3));
}

/// Bit 16 k + b: byte b of number k is one of its `length` last ones, length 1 to 16.
inline void masks_of(__m128i length, std::uint64_t& keep, std::uint64_t& first) {
  const __m128i low = _mm_set1_epi32(0xffff);
  const __m128i kept = _mm_and_si128(_mm_sllv_epi32(low, _mm_sub_epi32(_mm_set1_epi32(16), length)), low);
  const __m128i lowest = _mm_and_si128(kept, _mm_sub_epi32(_mm_setzero_si128(), kept));
  keep = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_packus_epi32(kept, kept)));
  first = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_packus_epi32(lowest, lowest)));
}

inline FourDecimals four_decimals(const char* text, const std::uint32_t* end, __m128i length) {
  const __m512i v = four_windows(text, end);
  std::uint64_t keep = 0;
  std::uint64_t first = 0;
  masks_of(length, keep, first);
  const std::uint64_t minus = _mm512_mask_cmpeq_epi8_mask(first, v, _mm512_set1_epi8('-'));
  const std::uint64_t point = _mm512_mask_cmpeq_epi8_mask(keep, v, _mm512_set1_epi8('.'));
  const std::uint64_t digit = keep & ~minus & ~point;
  const __m512i digits = _mm512_maskz_sub_epi8(digit, v, _mm512_set1_epi8('0'));
  const __m256i points = _mm256_cvtepu16_epi64(_mm_cvtsi64_si128(static_cast<long long>(point)));
  const __m256i at = _mm256_sub_epi64(_mm256_set1_epi64x(63), _mm256_lzcnt_epi64(points));  // -1: no point

  const __m512i spread =
      _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 0, 1, 1, 2, 2, 3, 3), _mm512_castsi256_si512(at));
  const __m512i at_bytes = _mm512_shuffle_epi8(spread, _mm512_setzero_si512());
  const __m512i place = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
  const __mmask64 before = _mm512_cmple_epi8_mask(place, at_bytes);
  const __m512i from = _mm512_mask_sub_epi8(place, before, place, _mm512_set1_epi8(1));  // -1 gives 0
  const __m512i halves = pairs_summed(_mm512_shuffle_epi8(digits, from));
  const __m512i whole =
      _mm512_add_epi64(_mm512_mul_epu32(halves, _mm512_set1_epi64(100000000)), _mm512_srli_epi64(halves, 32));

  const __m256i twice = _mm256_and_si256(points, _mm256_sub_epi64(points, _mm256_set1_epi64x(1)));
  const __m128i none = _mm_cmpeq_epi16(_mm_cvtsi64_si128(static_cast<long long>(digit)), _mm_setzero_si128());
  const std::uint64_t odd = _mm512_cmpgt_epu8_mask(digits, _mm512_set1_epi8(9)) |
                            static_cast<std::uint64_t>(_mm_cvtsi128_si64(none)) |
                            (_mm256_testz_si256(twice, twice) != 0 ? 0 : ~std::uint64_t{0});
  return {_mm512_castsi512_si256(_mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 0, 2, 4, 6), whole)),
          _mm256_and_si256(_mm256_sub_epi64(_mm256_set1_epi64x(15), at), _mm256_set1_epi64x(15)), minus, odd};
}

/// Bit k: some bit of 16 k .. 16 k + 15 is set in a (numbers 0 to 3) or b (4 to 7).
inline __mmask8 any_of_16(std::uint64_t a, std::uint64_t b) {
  const __m128i bits = _mm_set_epi64x(static_cast<long long>(b), static_cast<long long>(a));
  return _mm_test_epi16_mask(bits, bits);
}

inline Decimals eight_decimals(const char* text, const std::uint32_t* end, __m256i length) {
  const FourDecimals a = four_decimals(text, end, _mm256_castsi256_si128(length));
  const FourDecimals b = four_decimals(text, end + 4, _mm256_extracti128_si256(length, 1));
  Decimals out = {_mm512_inserti64x4(_mm512_castsi256_si512(a.mantissa), b.mantissa, 1),
                  _mm512_inserti64x4(_mm512_castsi256_si512(a.places), b.places, 1), any_of_16(a.negative, b.negative),
                  any_of_16(a.odd, b.odd)};
  const __m512i most = _mm512_set1_epi64(999999999999999);  // 15 digits
  out.odd |= _mm512_cmpgt_epu64_mask(out.mantissa, most);
  out.odd |= _mm256_cmpgt_epu32_mask(_mm256_sub_epi32(length, _mm256_set1_epi32(1)), _mm256_set1_epi32(15));
  return out;
}

/// The whole numbers before eight colons: 1 to 7 digits behind a blank.
inline __m256i eight_indices(const char* text, __m256i colon, __mmask8& odd) {
  const __m512i v = _mm512_i32gather_epi64(_mm256_sub_epi32(colon, _mm256_set1_epi32(8)), text, 1);
  const __m512i digits = _mm512_sub_epi8(v, _mm512_set1_epi8('0'));
  const __mmask64 others = _mm512_cmpgt_epu8_mask(digits, _mm512_set1_epi8(9));
  const __m512i other = _mm512_movm_epi8(others);
  const __m512i behind = _mm512_lzcnt_epi64(other);  // 8 times the digits
  const __m512i keep = _mm512_sllv_epi64(_mm512_set1_epi64(-1), _mm512_sub_epi64(_mm512_set1_epi64(64), behind));
  const __m512i blank =
      _mm512_and_si512(_mm512_srlv_epi64(v, _mm512_sub_epi64(_mm512_set1_epi64(56), behind)), _mm512_set1_epi64(0xff));
  odd |= _mm512_cmpneq_epi64_mask(blank, _mm512_set1_epi64(' '));  // 8 digits too: a shift by -8 leaves nothing
  odd |= _mm512_cmpeq_epi64_mask(behind, _mm512_setzero_si512());
  const __m512i tens = _mm512_maddubs_epi16(_mm512_and_si512(digits, keep), _mm512_set1_epi16(0x010a));
  const __m512i fours = _mm512_madd_epi16(tens, _mm512_set1_epi32(0x00010064));
  const __m512i pairs = _mm512_madd_epi16(fours, _mm512_set1_epi64(0x0000000100002710));
  return _mm512_cvtepi64_epi32(_mm512_add_epi64(pairs, _mm512_srli_epi64(pairs, 32)));
}

/// Values of decimals, eight at a time, and what they are.
class DecimalValues {
 public:
  DecimalValues(double* value, std::uint32_t* odd) : value_(value), odd_(odd) {}

  /// Numbers k to k + 7, of which `lanes` are meant; returns those that are short decimals.
  __mmask8 add(std::size_t k, __mmask8 lanes, const Decimals& d) {
    __m512d x =
        _mm512_div_pd(_mm512_cvtepu64_pd(d.mantissa), _mm512_permutex2var_pd(low_powers_, d.places, high_powers_));
    x = _mm512_mask_xor_pd(x, d.negative, x, _mm512_set1_pd(-0.0));
    _mm512_storeu_pd(value_ + k, x);
    const auto fine = static_cast<__mmask8>(lanes & ~d.odd);
    most_places_ = _mm512_mask_max_epu64(most_places_, fine, most_places_, d.places);
    wide_ |= _mm512_mask_cmp_pd_mask(fine, _mm512_cvtps_pd(_mm512_cvtpd_ps(x)), x, _CMP_NEQ_OQ);
    facts_.nonzeros += static_cast<unsigned>(_mm_popcnt_u32(_mm512_mask_test_epi64_mask(fine, d.mantissa, d.mantissa)));
    for (unsigned rest = lanes & d.odd; rest != 0; rest &= rest - 1)
      odd_[facts_.odd++] = static_cast<std::uint32_t>(k + static_cast<unsigned>(std::countr_zero(rest)));
    return fine;
  }

  EntryFacts facts() const {
    EntryFacts out = facts_;
    out.floats = wide_ == 0;
    out.decimals = static_cast<int>(_mm512_reduce_max_epu64(most_places_));
    return out;
  }

 private:
  static constexpr std::array<double, 16> powers = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  __m512d low_powers_ = _mm512_loadu_pd(powers.data());
  __m512d high_powers_ = _mm512_loadu_pd(powers.data() + 8);
  __m512i most_places_ = _mm512_setzero_si512();
  __mmask8 wide_ = 0;
  double* value_;
  std::uint32_t* odd_;
  EntryFacts facts_;
};

/// The last eight of n numbers may be fewer: those behind them are read too.
inline void repeat_last(std::uint32_t* places, std::size_t n) {
  for (std::size_t k = n; k < n + 7 && n > 0; ++k) places[k] = places[n - 1];
}

inline __mmask8 lanes_from(std::size_t k, std::size_t n) {
  return static_cast<__mmask8>(n - k >= 8 ? 0xffU : (1U << (n - k)) - 1);
}

inline __m256i eight_places(const std::uint32_t* places) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(places));
}

EntryFacts numbers(const char* text, TokenPlaces& places, std::uint32_t first_index, std::uint32_t* column,
                   double* value, std::uint32_t* odd) {
  const std::size_t n = places.entries;
  repeat_last(places.colon.data(), n);
  repeat_last(places.end.data(), n);
  DecimalValues values(value, odd);
  const __m256i first = _mm256_set1_epi32(static_cast<int>(first_index));
  __m256i largest = _mm256_setzero_si256();
  for (std::size_t k = 0; k < n; k += 8) {
    const __m256i colon = eight_places(places.colon.data() + k);
    const __m256i end = eight_places(places.end.data() + k);
    const __m256i length = _mm256_sub_epi32(_mm256_sub_epi32(end, colon), _mm256_set1_epi32(1));
    Decimals d = eight_decimals(text, places.end.data() + k, length);
    const __m256i j = _mm256_sub_epi32(eight_indices(text, colon, d.odd), first);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(column + k), j);
    largest = _mm256_mask_max_epu32(largest, values.add(k, lanes_from(k, n), d), largest, j);
  }
  EntryFacts facts = values.facts();
  facts.largest_column = _mm512_reduce_max_epu32(_mm512_zextsi256_si512(largest));
  return facts;
}

EntryFacts decimals(const char* text, std::uint32_t* first, std::uint32_t* end, std::size_t n, double* value,
                    std::uint32_t* odd) {
  repeat_last(first, n);
  repeat_last(end, n);
  DecimalValues values(value, odd);
  for (std::size_t k = 0; k < n; k += 8) {
    const __m256i length = _mm256_sub_epi32(eight_places(end + k), eight_places(first + k));
    values.add(k, lanes_from(k, n), eight_decimals(text, end + k, length));
  }
  return values.facts();
}

}  // namespace
}  // namespace halfspace::HWY_NAMESPACE
// NOLINTEND(cppcoreguidelines-pro-bounds-pointer-arithmetic,cppcoreguidelines-pro-type-reinterpret-cast)
