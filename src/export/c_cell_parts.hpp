// The cells of a row in C99: what is missing, what a decimal is, which level a text is, as format/csv_cells.cpp and
// format/levels.hpp read them.
#pragma once

#include <string_view>

namespace halfspace {

/// Digits without the point go to strtod(), so that no locale matters; digits that cannot matter are left out.
inline constexpr std::string_view c_number_part = R"(
/* Reads a finite decimal; places are its digits after the point, -1 where it has more than 15 digits. 0: it is none. */
static int @NAME_number(const char *p, const char *end, double *value, int *places) {
  char digit[832];
  size_t used = 0, significant = 0, count = 0;
  long fraction = 0, exponent = 0, left_out = 0;
  int point = 0, down = 0, rest = 0, short_form = 1;
  const int negative = p != end && *p == '-';
  if (p != end && (*p == '-' || *p == '+')) ++p;
  for (; p != end && ((*p >= '0' && *p <= '9') || (*p == '.' && !point)); ++p) {
    if (*p == '.') {
      point = 1;
      continue;
    }
    ++count;
    fraction += point;
    if (used == 0 && *p == '0') continue;
    if (used < 780) {
      digit[used++] = *p;
    } else {
      ++left_out;
      rest = rest || *p != '0';
    }
    if (*p != '0') significant = used;
  }
  if (count == 0) return 0;
  if (p != end) {
    if (*p != 'e' && *p != 'E') return 0;
    short_form = 0;
    ++p;
    down = p != end && *p == '-';
    if (p != end && (*p == '-' || *p == '+')) ++p;
    if (p == end) return 0;
    for (; p != end; ++p) {
      if (*p < '0' || *p > '9') return 0;
      if (exponent < 100000000) exponent = exponent * 10 + (*p - '0');
    }
    if (down) exponent = -exponent;
  }
  *value = 0;
  if (used > 0) {
    if (rest) {
      digit[used++] = '1';
      --left_out;
    }
    snprintf(digit + used, sizeof(digit) - used, "e%ld", left_out - fraction + exponent);
    *value = strtod(digit, NULL);
  }
  if (negative) *value = -*value;
  if (!(fabs(*value) <= @MOST)) return 0;
  if (short_form && count <= 15) {
    *places = (int)fraction;
  } else if (significant == 0 || (significant <= 15 && !rest && fabs(*value) >= DBL_MIN)) {
    *places = significant == 0 || fraction <= exponent ? 0 : fraction - exponent > 1000 ? 1000 : (int)(fraction - exponent);
  } else {
    *places = -1;
  }
  return 1;
}
)";

inline constexpr std::string_view c_missing_part = R"(
static int @NAME_is_missing(const char *text, const char *end) {
  static const char *const words[] = {"", "na", "n/a", "nan", "null", "?"};
  const size_t size = (size_t)(end - text);
  size_t k, c;
  for (k = 0; k < sizeof(words) / sizeof(words[0]); ++k) {
    for (c = 0; c < size && words[k][c] != '\0'; ++c) {
      if ((text[c] >= 'A' && text[c] <= 'Z' ? text[c] - 'A' + 'a' : text[c]) != words[k][c]) break;
    }
    if (c == size && words[k][c] == '\0') return 1;
  }
@ALSO  return 0;
}
)";

/// Levels that are numbers, sorted by these: "1", "+1" and "1.0" are one level.
inline constexpr std::string_view c_number_level_part = R"(
/* The level that is this number, -1 where there is none. */
static long @NAME_number_level(size_t column, double value) {
  size_t first = @NAME_number_start[column], last = @NAME_number_start[column + 1];
  while (first < last) {
    const size_t middle = first + (last - first) / 2;
    if (@NAME_level_number[middle] < value) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  if (first == @NAME_number_start[column + 1] || @NAME_level_number[first] > value) return -1;
  return @NAME_number_place[first];
}
)";

/// Levels are sorted as bytes; c_level_part_number stands between where some are numbers.
inline constexpr std::string_view c_level_part_begin = R"(
/* The level of a text, by its place in @NAME_levels_of(column); -1 where it is none. */
static long @NAME_level(size_t column, const char *text, const char *end) {
  const size_t begin = @NAME_level_start[column], size = (size_t)(end - text);
  size_t first = begin, last = @NAME_level_start[column + 1] - 1;
)";

inline constexpr std::string_view c_level_part_number = R"(  double value;
  int places;
  if (@NAME_number(text, end, &value, &places)) return @NAME_number_level(column, value);
)";

inline constexpr std::string_view c_level_part_end = R"(  while (first < last) {
    const size_t middle = first + (last - first) / 2;
    const char *const level = @NAME_level_names[middle];
    const int order = strncmp(level, text, size);
    if (order == 0 && level[size] == '\0') return (long)(middle - begin);
    if (order < 0) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  return -1;
}
)";

}  // namespace halfspace
