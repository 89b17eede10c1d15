// A row of numbers as features in C99: fills, codes of levels, products, as feature/row_encoder.cpp makes them, and exact
// scores as model/linear_scorer.hpp. @SIZE is the number of features.
#pragma once

#include <string_view>

namespace halfspace {

inline constexpr std::string_view c_row_type_part = R"(
/* A row as features, zeros left out: entry k is value[k] of feature[k]. */
struct @NAME_row {
  size_t size;
  unsigned long feature[@UPPER_ENTRIES];
  @REAL value[@UPPER_ENTRIES];
};

static void @NAME_add(struct @NAME_row *row, unsigned long feature, @REAL value) {
  row->feature[row->size] = feature;
  row->value[row->size++] = value;
}
)";

inline constexpr std::string_view c_powers_part = R"(
static const double @NAME_ten[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
)";

/// Of short decimals the double nearest to the decimal product.
inline constexpr std::string_view c_double_product_part = R"(
/* Of decimals with unit 10^digits (0: unknown) the double nearest to their product. */
static double @NAME_product(double unit, const double *factor, size_t count) {
  double whole = 1, plain = 1, units = 1;
  int decimals = unit > 0;
  size_t k;
  for (k = 0; k < count; ++k) {
    const double digits = nearbyint(factor[k] * unit);
    decimals = decimals && digits / unit == factor[k];
    whole *= digits;
    plain *= factor[k];
    units *= unit;
  }
  return decimals && fabs(whole) < 1e15 ? whole / units : plain;
}
)";

inline constexpr std::string_view c_float_product_part = R"(
static float @NAME_product(double unit, const float *factor, size_t count) {
  float product = 1;
  size_t k;
  (void)unit;
  for (k = 0; k < count; ++k) product *= factor[k];
  return product;
}
)";

/// @APART is 0, or 1 where a feature has no square: feature/products.hpp.
inline constexpr std::string_view c_pairs_part = R"(
/* Products of two features, behind the @UPPER_BASE plain ones. */
static void @NAME_add_pairs(struct @NAME_row *row, double unit) {
  const size_t count = row->size;
  const unsigned long long base = @UPPER_BASE;
  size_t a, b;
  for (a = 0; a < count; ++a) {
    for (b = a + @APART; b < count; ++b) {
      const unsigned long long i = row->feature[a], j = row->feature[b];
      const unsigned long long before = i * (base - @APART) - (i > 0 ? i * (i - 1) / 2 : 0);
      @REAL factor[2];
      factor[0] = row->value[a];
      factor[1] = row->value[b];
      @NAME_add(row, (unsigned long)(base + before + j - i - @APART), @NAME_product(unit, factor, 2));
    }
  }
}
)";

inline constexpr std::string_view c_triples_part = R"(
static unsigned long long @NAME_triples(unsigned long long m) { return m * (m + 1) / 2 * (m + 2) / 3; }

/* Products of three, behind those of two. */
static void @NAME_add_triples(struct @NAME_row *row, size_t count, double unit) {
  const unsigned long long base = @UPPER_BASE, start = base + base * (base + 1) / 2 + @NAME_triples(base);
  size_t a, b, c;
  for (a = 0; a < count; ++a) {
    for (b = a; b < count; ++b) {
      const unsigned long long i = base - row->feature[a], j = base - row->feature[b];
      const unsigned long long before = start - @NAME_triples(i) + i * (i + 1) / 2 - j * (j + 1) / 2 - row->feature[b];
      for (c = b; c < count; ++c) {
        @REAL factor[3];
        factor[0] = row->value[a];
        factor[1] = row->value[b];
        factor[2] = row->value[c];
        @NAME_add(row, (unsigned long)(before + row->feature[c]), @NAME_product(unit, factor, 3));
      }
    }
  }
}
)";

/// Whole numbers of 128 bits in two's complement: sums of products of whole numbers up to 2^53.
inline constexpr std::string_view c_whole_part = R"(
/* A whole number of 128 bits, two's complement. */
struct @NAME_whole {
  unsigned long long high, low;
};

/* sum += a b of whole numbers up to 2^53 */
static void @NAME_add_product(struct @NAME_whole *sum, double a, double b) {
  const unsigned long long u = (unsigned long long)fabs(a), v = (unsigned long long)fabs(b), half = 0xffffffff;
  const unsigned long long middle = (u >> 32) * (v & half) + ((u & half) * (v & half) >> 32);
  const unsigned long long other = (u & half) * (v >> 32) + (middle & half);
  unsigned long long low = u * v, high = (u >> 32) * (v >> 32) + (middle >> 32) + (other >> 32);
  if ((a < 0) != (b < 0)) {
    low = ~low + 1;
    high = ~high + (low == 0);
  }
  sum->low += low;
  sum->high += high + (sum->low < low);
}

/* The nearest double: bits that are shifted out leave a 1 behind. */
static double @NAME_nearest(struct @NAME_whole v) {
  const int negative = v.high >> 63 != 0;
  int shift = 0;
  double size;
  if (negative) {
    v.low = ~v.low + 1;
    v.high = ~v.high + (v.low == 0);
  }
  for (; v.high != 0; v.high >>= 1, ++shift) v.low = v.high << 63 | v.low >> 1 | (v.low & 1);
  size = ldexp((double)v.low, shift);
  return negative ? -size : size;
}

/* w.x + b of vector k in whole numbers, rounded once; 0 where they do not fit. */
static int @NAME_exact(@ROW, int digits, size_t k, double *score) {
  const double most = 9007199254740992.0, *const w = @NAME_weights + k * @SIZE;
  const double unit = @NAME_unit[k], data_unit = @NAME_ten[digits], b = nearbyint(@NAME_biases[k] * unit);
  struct @NAME_whole sum = {0, 0};
  size_t j;
  if (unit == 0 || fabs(b) > most) return 0;
  @NAME_add_product(&sum, b, data_unit);
  for (j = 0; j < @COUNT; ++j) {
    const double a = nearbyint(@VALUE * data_unit), c = nearbyint(w[@AT] * unit);
    if (!(fabs(a) < 1e15 && fabs(c) < most)) return 0;
    @NAME_add_product(&sum, c, a);
  }
  *score = @NAME_nearest(sum) / (unit * data_unit);
  return 1;
}
)";

}  // namespace halfspace
