#include "export/c_style.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "export/c_date_part.hpp"

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
@SIGNED  }
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

bool model_has_dates(const Model& m) {
  return std::any_of(m.form.dates.begin(), m.form.dates.end(), [](DateColumn d) { return d != DateColumn::no; });
}

bool styled_numbers(const TextStyle& s) { return s.decimal != '.' || s.thousands != 0 || s.percent || s.currency; }

void write_styled_numbers(CWriter& to, const TextStyle& s) {
  const bool blank = s.thousands == ' ';
  constexpr std::string_view signs =
      "  static const char *const signs[] = {\"$\", \"\\342\\202\\254\", \"\\302\\243\", \"\\302\\245\", "
      "\"\\342\\202\\271\", "
      "\"\\342\\202\\251\",\n                                      \"EUR\", \"USD\", \"GBP\", \"CHF\", \"JPY\", "
      "\"kr\"};\n"
      "  size_t k;\n  int has_sign = 0;\n";
  to.set("@LOCALS", (s.currency ? std::string(signs) : "") + (s.percent ? "  int percent = 0;\n" : ""));
  to.set("@SIGNED", s.currency ? "    has_sign = 1;\n    " + to.name() + "_trim(&p, &end);\n" : "");
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
  to.part(s.percent
              ? "  if (percent) {\n    memcpy(to, \"e-2\", 3);\n    to += 3;\n  }\n  *to = '\\0';\n  return 1;\n}\n"
              : "  *to = '\\0';\n  return 1;\n}\n");
}

}  // namespace

void c_write_style(CWriter& to, const Model& m) {
  const TextStyle& s = m.form.style;
  if (!s.missing.empty()) to.texts("static const char *const", "missing_words", s.missing);
  if (styled_numbers(s)) write_styled_numbers(to, s);
  if (!model_has_dates(m)) return;
  std::vector<int> dates;
  dates.reserve(m.form.dates.size());
  for (const DateColumn d : m.form.dates) dates.push_back(static_cast<int>(d));
  to.integers("date_column", dates);
  const std::string days = to.name() + "_day(c, ";
  to.set("@ORDER",
         s.day_order == DayOrder::none ? "0" : days + (s.day_order == DayOrder::dmy ? "b, a, days)" : "a, b, days)"));
  to.part(c_date_part);
}

std::string c_style_lines(const Model& m) {
  std::string out;
  if (model_has_dates(m))
    out += R"(    if (@NAME_date_column[j]) {
      int timed;
      if (!@NAME_days(text, end, &value, &timed) || timed != (@NAME_date_column[j] == 2)) return @UPPER_NOT_A_NUMBER;
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
