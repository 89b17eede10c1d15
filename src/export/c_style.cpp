#include "export/c_style.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "export/literals.hpp"

namespace halfspace {
namespace {

constexpr std::string_view c_blanks_part = R"(
/* The bytes of the blank at p: a space, U+00A0 or U+202F; 0 for none. */
static size_t @NAME_blank(const char *p, const char *end) {
  if (end - p >= 1 && *p == ' ') return 1;
  if (end - p >= 2 && memcmp(p, "\302\240", 2) == 0) return 2;
  if (end - p >= 3 && memcmp(p, "\342\200\257", 3) == 0) return 3;
  return 0;
}

static void @NAME_trim(const char **p, const char **end) {
  size_t size;
  while ((size = @NAME_blank(*p, *end)) > 0) *p += size;
  for (size = 1; size <= 3;) {
    if (*end - *p >= (ptrdiff_t)size && @NAME_blank(*end - size, *end) == size) {
      *end -= size;
      size = 1;
    } else {
      ++size;
    }
  }
}
)";

constexpr std::string_view styled_begin = R"(
/* A number as the table writes it in plain digits, at most 500 of them; 0: it is none. */
static int @NAME_styled(const char *p, const char *end, char *to) {
  char *const limit = to + 500;
  size_t group = 0;
  int negative = 0, separated = 0, whole = 1;
@LOCALS  if (p != end && (*p == '-' || *p == '+')) {
    negative = *p++ == '-';
    @SIGNED@NAME_trim(&p, &end);
  }
)";

constexpr std::string_view c_currency_part = R"(  if (end - p > 2 && *p == '(' && end[-1] == ')') {
    negative = has_sign = 1;
    ++p;
    --end;
    @NAME_trim(&p, &end);
  }
  for (k = 0; k < sizeof(signs) / sizeof(signs[0]); ++k) {
    const size_t size = strlen(signs[k]);
    if ((size_t)(end - p) < size) continue;
    if (memcmp(p, signs[k], size) == 0) {
      p += size;
    } else if (memcmp(end - size, signs[k], size) == 0) {
      end -= size;
    } else {
      continue;
    }
    @NAME_trim(&p, &end);
    if (!has_sign && p != end && (*p == '-' || *p == '+')) {
      negative = *p++ == '-';
      @NAME_trim(&p, &end);
    }
    break;
  }
)";

constexpr std::string_view c_percent_part = R"(  if (p != end && end[-1] == '%') {
    --end;
    @NAME_trim(&p, &end);
    percent = 1;
  }
)";

constexpr std::string_view digits_begin = R"(  if (p == end || *p == '-' || *p == '+') return 0;
  if (negative) *to++ = '-';
  while (p != end) {
)";

constexpr std::string_view c_separator_part = R"(    if (@SEPARATOR) {
      if (!whole || group == 0 || group > 3 || (separated && group != 3)) return 0;
      separated = 1;
      group = 0;
      p += @WIDTH;
      continue;
    }
)";

constexpr std::string_view digits_end = R"(    if (whole && (*p == '@DECIMAL' || *p == 'e' || *p == 'E')) {
      if (separated && group != 3) return 0;
      whole = 0;
    }
    if (@POINT || to == limit) return 0;
    group += *p >= '0' && *p <= '9';
    *to++ = (char)(*p == '@DECIMAL' ? '.' : *p);
    ++p;
  }
  if (whole && separated && group != 3) return 0;
)";

constexpr std::string_view c_date_part = R"(
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

static void @NAME_between(const char **p, const char *end) {
  while (*p != end && (**p == '-' || **p == '/' || **p == '.' || **p == ' ' || **p == ',')) ++*p;
}

/* Days since 1970-01-01 (H. Hinnant, days_from_civil); 0: no date of any calendar. */
static int @NAME_day(int year, int month, int day, double *days) {
  static const int length[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const int leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  long y, era, of_era;
  if (year < 0 || month < 1 || month > 12 || day < 1 || day > length[month - 1] + (leap && month == 2)) return 0;
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
    @NAME_between(&p, end);
    a = @NAME_digits(&p, end, 2);
    @NAME_between(&p, end);
    b = (int)(end - p) == 4 ? @NAME_digits(&p, end, 4) : -1;
    return p == end && @NAME_day(b, month, a, days);
  }
  a = @NAME_digits(&p, end, 4);
  if (p == end) return 0;
  mark = *p;
  if (p - first <= 2) { /* 3 Apr 2026 */
    const char *q = p;
    @NAME_between(&q, end);
    if (q != end && (*q < '0' || *q > '9')) {
      month = @NAME_month(&q, end);
      @NAME_between(&q, end);
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
  int hours, minutes, whole = 0, sign = 0, zone = 0;
  double fraction = 0;
  hours = @NAME_digits(&p, end, 2);
  if (p == end || *p++ != ':') return 0;
  minutes = @NAME_digits(&p, end, 2);
  if (p != end && *p == ':') {
    ++p;
    whole = @NAME_digits(&p, end, 2);
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
    if (end - p < 2) return 0;
    zone = (p[0] - '0') * 600 + (p[1] - '0') * 60;
    p += 2;
    if (p != end && *p == ':') ++p;
    if (end - p == 2) {
      zone += (p[0] - '0') * 10 + (p[1] - '0');
      p += 2;
    }
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

bool model_has_dates(const Model& m) {
  return std::any_of(m.form.dates.begin(), m.form.dates.end(), [](DateColumn d) { return d != DateColumn::no; });
}

bool styled_numbers(const TextStyle& s) { return s.decimal != '.' || s.thousands != 0 || s.percent || s.currency; }

void write_styled_numbers(CWriter& to, const TextStyle& s) {
  const bool blank = s.thousands == ' ';
  constexpr std::string_view signs =
      "  static const char *const signs[] = {\"$\", \"\\342\\202\\254\", \"\\302\\243\", \"\\302\\245\", \"\\342\\202\\271\", "
      "\"\\342\\202\\251\",\n                                      \"EUR\", \"USD\", \"GBP\", \"CHF\", \"JPY\", \"kr\"};\n"
      "  size_t k;\n  int has_sign = 0;\n";
  to.set("@LOCALS", (s.currency ? std::string(signs) : "") + (s.percent ? "  int percent = 0;\n" : ""));
  to.set("@SIGNED", s.currency ? "has_sign = 1;\n    " : "");
  to.set("@DECIMAL", std::string(1, s.decimal));
  to.set("@POINT", s.decimal == '.' ? "0" : "*p == '.'");
  to.set("@SEPARATOR", blank ? to.name() + "_blank(p, end) > 0"
                             : std::string("*p == '") + (s.thousands == '\'' ? "\\" : "") + s.thousands + "'");
  to.set("@WIDTH", blank ? to.name() + "_blank(p, end)" : "1");
  to.part(c_blanks_part);
  to.part(styled_begin);
  if (s.currency) to.part(c_currency_part);
  if (s.percent) to.part(c_percent_part);
  to.part(digits_begin);
  if (s.thousands != 0) to.part(c_separator_part);
  to.part(digits_end);
  to.part(s.percent ? "  if (percent) {\n    memcpy(to, \"e-2\", 3);\n    to += 3;\n  }\n  *to = '\\0';\n  return 1;\n}\n"
                    : "  *to = '\\0';\n  return 1;\n}\n");
}

}  // namespace

void c_write_style(CWriter& to, const Model& m) {
  const TextStyle& s = m.form.style;
  if (!s.missing.empty()) to.texts("static const char *const", "missing_words", s.missing);
  if (styled_numbers(s)) write_styled_numbers(to, s);
  if (!model_has_dates(m)) return;
  std::vector<int> dates;
  for (const DateColumn d : m.form.dates) dates.push_back(d == DateColumn::no ? 0 : 1);
  to.integers("date_column", dates);
  const std::string days = to.name() + "_day(c, ";
  to.set("@ORDER", s.day_order == DayOrder::none ? "0" : days + (s.day_order == DayOrder::dmy ? "b, a, days)" : "a, b, days)"));
  to.part(c_date_part);
}

std::string c_style_lines(const Model& m) {
  std::string out;
  if (model_has_dates(m))
    out += R"(    if (@NAME_date_column[j]) {
      int timed;
      if (!@NAME_days(text, end, &value, &timed)) return @UPPER_NOT_A_NUMBER;
      x[j] = (@REAL)value;
      @DATEDIGITScontinue;
    }
)";
  if (styled_numbers(m.form.style))
    out += R"(    if (!@NAME_styled(text, end, plain)) return @UPPER_NOT_A_NUMBER;
    text = plain;
    end = text + strlen(text);
)";
  return out;
}

}  // namespace halfspace
