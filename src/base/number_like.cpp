#include "base/number_like.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <string>
#include <vector>

#include "base/number.hpp"

namespace halfspace {
namespace {

bool is_digits(std::string_view s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string_view without_blanks(std::string_view s) {
  while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
  while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
  return s;
}

std::vector<std::string_view> parts_of(std::string_view s, std::string_view separators) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= s.size();) {
    const std::size_t end = std::min(s.find_first_of(separators, at), s.size());
    parts.push_back(s.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

/// 1,200 or 1,200,300.50: groups of three digits behind the first, then a fraction behind the other mark.
bool is_grouped(std::string_view s, char group, char point) {
  const std::size_t fraction = s.find(point);
  if (fraction != std::string_view::npos && !is_digits(s.substr(fraction + 1))) return false;
  const auto groups = parts_of(s.substr(0, fraction), {&group, 1});
  if (groups.size() < 2 || groups[0].size() > 3 || !is_digits(groups[0])) return false;
  return std::all_of(groups.begin() + 1, groups.end(),
                     [](std::string_view g) { return g.size() == 3 && is_digits(g); });
}

bool has_thousands(std::string_view s) {
  constexpr std::string_view blanks = " '";
  if (!s.empty() && (s[0] == '-' || s[0] == '+')) s.remove_prefix(1);
  return is_grouped(s, ',', '.') || is_grouped(s, '.', ',') || std::any_of(blanks.begin(), blanks.end(), [s](char c) {
           return is_grouped(s, c, '.') || is_grouped(s, c, ',');
         });
}

/// A number in any of the ways people write one.
bool is_written_number(std::string_view s) {
  Number n;
  if (parse_number(s, n) || has_thousands(s)) return true;
  std::string point(s);
  std::replace(point.begin(), point.end(), ',', '.');
  return parse_number(point, n);
}

bool is_money(std::string_view s) {
  constexpr std::array<std::string_view, 4> signs = {"$", "\xE2\x82\xAC", "\xC2\xA3", "\xC2\xA5"};  // dollar, euro, ...
  if (!s.empty() && (s[0] == '-' || s[0] == '+')) s.remove_prefix(1);
  if (s.size() > 2 && s.front() == '(' && s.back() == ')') {  // negative, as accountants write it
    s = s.substr(1, s.size() - 2);
    if (has_thousands(s) || (s.find('.') != std::string_view::npos && is_written_number(s))) return true;
  }
  return std::any_of(signs.begin(), signs.end(), [s](std::string_view sign) {
    if (s.starts_with(sign)) return is_written_number(without_blanks(s.substr(sign.size())));
    return s.ends_with(sign) && is_written_number(without_blanks(s.substr(0, s.size() - sign.size())));
  });
}

/// The whole number of a text of one to four digits, else -1.
int small_number(std::string_view s) {
  int value = -1;
  if (is_digits(s) && s.size() <= 4) std::from_chars(s.data(), s.data() + s.size(), value);
  return value;
}

bool is_year(std::string_view s) { return is_digits(s) && (s.size() == 2 || s.size() == 4); }

/// jan, January, ...
bool is_month_name(std::string_view s) {
  constexpr std::array<std::string_view, 12> names = {"january",   "february", "march",    "april",
                                                      "may",       "june",     "july",     "august",
                                                      "september", "october",  "november", "december"};
  std::string lower(s);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) { return static_cast<char>(c | 0x20); });
  return lower.size() >= 3 &&
         std::any_of(names.begin(), names.end(), [&](auto name) { return name.starts_with(lower); });
}

/// Behind a time of twelve hours.
bool takes_noon(std::string_view& s) {
  if (s.size() < 3 || (s.back() | 0x20) != 'm') return false;
  const char half = static_cast<char>(s[s.size() - 2] | 0x20);
  if (half != 'a' && half != 'p') return false;
  s = without_blanks(s.substr(0, s.size() - 2));
  return true;
}

/// Blanks that do not break a line, a narrow one and a thin one, as blanks.
std::string with_plain_blanks(std::string_view s) {
  std::string out(s);
  for (const std::string_view blank : {"\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89"}) {
    for (std::size_t at = out.find(blank); at != std::string::npos; at = out.find(blank, at))
      out.replace(at, blank.size(), " ");
  }
  return out;
}

/// A minus sign of Unicode, or a dash in its place, before a number.
bool has_typeset_minus(std::string_view s) {
  return (s.starts_with("\xE2\x88\x92") || s.starts_with("\xE2\x80\x93")) && is_written_number(s.substr(3));
}

bool is_time(std::string_view s) {
  const auto parts = parts_of(s.substr(0, s.find_first_of(".+Z")), ":");
  if (parts.size() < 2 || parts.size() > 3) return false;
  return std::all_of(parts.begin(), parts.end(),
                     [](std::string_view p) { return p.size() <= 2 && small_number(p) >= 0 && small_number(p) < 60; });
}

/// Year first, or year last behind a day and a month in either order; a month may be a name.
bool is_day(std::string_view s) {
  const auto parts = parts_of(s, "-/. ,");
  std::vector<std::string_view> p;
  std::copy_if(parts.begin(), parts.end(), std::back_inserter(p), [](auto part) { return !part.empty(); });
  if (p.size() != 3) return false;
  const auto within = [](std::string_view text, int most) {
    return small_number(text) >= 1 && small_number(text) <= most;
  };
  if (p[0].size() == 4 && is_year(p[0])) return within(p[1], 12) && within(p[2], 31);
  if (!is_year(p[2])) return false;
  if (is_month_name(p[0])) return within(p[1], 31);
  if (is_month_name(p[1])) return within(p[0], 31);
  return within(p[0], 31) && within(p[1], 31) && (within(p[0], 12) || within(p[1], 12));
}

bool is_date(std::string_view s) {
  if (is_day(s)) return true;
  const std::size_t cut = s.find_last_of("T ");
  return cut != std::string_view::npos && is_time(s.substr(cut + 1)) && is_day(without_blanks(s.substr(0, cut)));
}

}  // namespace

std::string_view number_like(std::string_view text) {
  const std::string plain = with_plain_blanks(text);
  text = plain;
  if (has_typeset_minus(text)) return "a number with a typeset minus sign";
  if (is_money(text)) return "an amount of money";
  if (text.ends_with('%') && is_written_number(without_blanks(text.substr(0, text.size() - 1)))) return "a percentage";
  if (has_thousands(text)) return "a number with thousands separators";
  if (is_date(text)) return "a date";
  if (is_time(text)) return "a time";
  if (takes_noon(text) && (is_date(text) || is_time(text))) return "a time of twelve hours";
  return "";
}

}  // namespace halfspace
