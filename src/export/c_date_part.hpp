// Dates in C99, read as base/written_date.cpp reads them.
#pragma once

#include <string_view>

namespace halfspace {

inline constexpr std::string_view c_date_part = R"(
static int @NAME_digits(const char **p, const char *end, int most) {
  int value = 0, count = 0;
  for (; *p != end && **p >= '0' && **p <= '9' && count <= most; ++*p, ++count) value = value * 10 + (**p - '0');
  return count >= 1 && count <= most ? value : -1;
}

/* The month that begins with these letters, three at least; 0 for none. */
static int @NAME_month(const char **p, const char *end) {
  static const char *const names[] = {"january", "february", "march",     "april",   "may",      "june",
                                      "july",    "august",   "september", "october", "november", "december"};
  const char *const first = *p;
  size_t k, c, size;
  while (*p != end && ((**p >= 'a' && **p <= 'z') || (**p >= 'A' && **p <= 'Z'))) ++*p;
  size = (size_t)(*p - first);
  for (k = 0; k < 12 && size >= 3; ++k) {
    for (c = 0; c < size && names[k][c] != '\0' && (first[c] | 0x20) == names[k][c]; ++c) {
    }
    if (c == size) return (int)k + 1;
  }
  return 0;
}

/* 1 where a mark stands between two parts of a date. */
static int @NAME_between(const char **p, const char *end) {
  const char *const first = *p;
  while (*p != end && (**p == '-' || **p == '/' || **p == '.' || **p == ' ' || **p == ',')) ++*p;
  return *p != first;
}

/* Two digits; -1 where there are none. */
static int @NAME_pair(const char **p, const char *end) {
  const char *const first = *p;
  if (end - first < 2 || first[0] < '0' || first[0] > '9' || first[1] < '0' || first[1] > '9') return -1;
  *p += 2;
  return (first[0] - '0') * 10 + (first[1] - '0');
}

/* Days since 1970-01-01 (H. Hinnant, days_from_civil); 0: no date of any calendar. */
static int @NAME_day(int year, int month, int day, double *days) {
  static const int length[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const int leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  long y, era, of_era;
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > length[month - 1] + (leap && month == 2)) return 0;
  y = year - (month <= 2);
  era = (y >= 0 ? y : y - 399) / 400;
  of_era = y - era * 400;
  *days = (double)(era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 +
                   (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1 - 719468);
  return 1;
}

static int @NAME_date(const char *p, const char *end, double *days) {
  const char *const first = p;
  int a, b, c, month;
  char mark;
  if (p != end && (*p < '0' || *p > '9')) { /* April 3, 2026 */
    month = @NAME_month(&p, end);
    if (!@NAME_between(&p, end)) return 0;
    a = @NAME_digits(&p, end, 2);
    if (!@NAME_between(&p, end)) return 0;
    b = (int)(end - p) == 4 ? @NAME_digits(&p, end, 4) : -1;
    return p == end && @NAME_day(b, month, a, days);
  }
  a = @NAME_digits(&p, end, 4);
  if (p == end) return 0;
  mark = *p;
  if (p - first <= 2) { /* 3 Apr 2026 */
    const char *q = p;
    const int apart = @NAME_between(&q, end);
    if (q != end && (*q < '0' || *q > '9')) {
      month = @NAME_month(&q, end);
      if (!apart || !@NAME_between(&q, end)) return 0;
      b = (int)(end - q) == 4 ? @NAME_digits(&q, end, 4) : -1;
      return q == end && @NAME_day(b, month, a, days);
    }
  }
  if (mark != '-' && mark != '/' && mark != '.') return 0;
  month = (int)(p - first);
  ++p;
  b = @NAME_digits(&p, end, 2);
  if (p == end || *p++ != mark) return 0;
  if (month == 4) {
    c = @NAME_digits(&p, end, 2);
    return p == end && @NAME_day(a, b, c, days);
  }
  c = (int)(end - p) == 4 ? @NAME_digits(&p, end, 4) : -1;
  if (p != end || month > 2) return 0;
  if (mark != '.') return @ORDER;
  return @NAME_day(c, b, a, days);
}

/* Hours, minutes, seconds and a zone, in seconds of UTC; 0: it is no time. */
static int @NAME_time(const char *p, const char *end, double *second) {
  int hours, minutes, whole = 0, sign = 0, zone = 0, hour_of_zone, minute_of_zone = 0;
  double fraction = 0;
  hours = @NAME_digits(&p, end, 2);
  if (p == end || *p++ != ':') return 0;
  minutes = @NAME_pair(&p, end);
  if (p != end && *p == ':') {
    ++p;
    whole = @NAME_pair(&p, end);
    if (p != end && (*p == '.' || *p == ',')) {
      const char *const first = ++p;
      const char *q;
      while (p != end && *p >= '0' && *p <= '9') ++p;
      if (p == first) return 0;
      for (q = p; q != first; --q) fraction = (fraction + (q[-1] - '0')) / 10;
    }
  }
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || whole < 0 || whole > 60) return 0;
  if (p != end && *p == 'Z') {
    ++p;
  } else if (p != end && (*p == '+' || *p == '-')) {
    sign = *p++ == '-' ? -1 : 1;
    hour_of_zone = @NAME_pair(&p, end);
    if (p != end && *p == ':' && end - p == 3) ++p;
    if (p != end) minute_of_zone = @NAME_pair(&p, end);
    if (hour_of_zone < 0 || hour_of_zone > 14 || minute_of_zone < 0 || minute_of_zone > 59) return 0;
    zone = hour_of_zone * 60 + minute_of_zone;
  }
  *second = 3600.0 * hours + 60.0 * minutes + (whole + fraction) - sign * 60.0 * zone;
  return p == end;
}

/* The days of a date, with the share of its day where it has a time. */
static int @NAME_days(const char *text, const char *end, double *days, int *timed) {
  const char *colon = text, *cut;
  double second;
  while (colon != end && *colon != ':') ++colon;
  *timed = colon != end;
  if (!*timed) return @NAME_date(text, end, days);
  for (cut = colon; cut != text && *cut != 'T' && *cut != ' '; --cut) {
  }
  if (cut == text || !@NAME_time(cut + 1, end, &second) || !@NAME_date(text, cut, days)) return 0;
  *days += floor(second / 86400);
  *days = *days + (second - 86400.0 * floor(second / 86400)) / 86400;
  return 1;
}
)";

}  // namespace halfspace
