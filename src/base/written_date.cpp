#include "base/written_date.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

namespace halfspace {
namespace {

constexpr double seconds_a_day = 86400;

bool all_digits(std::string_view s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// The number of a text of `least` to `most` digits.
std::optional<int> digits(std::string_view s, std::size_t least, std::size_t most) {
  int value = 0;
  if (!all_digits(s) || s.size() < least || s.size() > most) return std::nullopt;
  std::from_chars(s.data(), s.data() + s.size(), value);
  return value;
}

/// 1..12 of jan, January, ...
std::optional<int> month_named(std::string_view s) {
  constexpr std::array<std::string_view, 12> names = {"january",   "february", "march",    "april",
                                                      "may",       "june",     "july",     "august",
                                                      "september", "october",  "november", "december"};
  std::string lower(s);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) { return static_cast<char>(c | 0x20); });
  if (lower.size() < 3) return std::nullopt;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (names[k].starts_with(lower)) return static_cast<int>(k) + 1;
  }
  return std::nullopt;
}

/// Days from 1970-01-01 to a day of the Gregorian calendar (H. Hinnant, "chrono-compatible low-level date algorithms",
/// days_from_civil): years begin in March, eras have 400 of them.
std::int64_t day_number(std::int64_t year, int month, int day) {
  year -= month <= 2 ? 1 : 0;
  const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
  const std::int64_t of_era = year - era * 400;
  const std::int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

std::optional<std::int64_t> checked_day(std::optional<int> year, std::optional<int> month, std::optional<int> day) {
  if (!year || !month || !day || *year < 1 || *month < 1 || *month > 12 || *day < 1) return std::nullopt;
  const bool leap = *year % 4 == 0 && (*year % 100 != 0 || *year % 400 == 0);
  constexpr std::array<int, 12> lengths = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const int length = lengths[static_cast<std::size_t>(*month) - 1] + (leap && *month == 2 ? 1 : 0);
  if (*day > length) return std::nullopt;
  return day_number(*year, *month, *day);
}

/// Without the empty ones.
std::vector<std::string_view> pieces(std::string_view s, std::string_view separators) {
  std::vector<std::string_view> out;
  for (std::size_t at = 0; at <= s.size();) {
    const std::size_t end = std::min(s.find_first_of(separators, at), s.size());
    if (end > at) out.push_back(s.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

/// Seconds of a zone behind its sign: HH, HHMM, HH:MM.
std::optional<double> zone_of(std::string_view s) {
  const bool marked = s.size() == 5 && s[2] == ':';
  if (s.size() != 2 && s.size() != 4 && !marked) return std::nullopt;
  const auto hours = digits(s.substr(0, 2), 2, 2);
  const auto minutes = s.size() == 2 ? std::optional<int>(0) : digits(s.substr(marked ? 3 : 2), 2, 2);
  if (!hours || !minutes || *hours > 14 || *minutes > 59) return std::nullopt;
  return 3600.0 * *hours + 60.0 * *minutes;
}

/// Of SS, SS.fff.
std::optional<double> seconds_of(std::string_view s) {
  const std::size_t point = s.find_first_of(".,");
  const auto whole = digits(s.substr(0, point), 2, 2);
  if (!whole || *whole > 60) return std::nullopt;
  if (point == std::string_view::npos) return *whole;
  const std::string_view fraction = s.substr(point + 1);
  if (!all_digits(fraction)) return std::nullopt;
  double value = 0;
  for (std::size_t k = fraction.size(); k-- > 0;) value = (value + (fraction[k] - '0')) / 10;
  return *whole + value;
}

/// Hours, minutes and seconds as seconds; a zone is taken off.
std::optional<double> time_of(std::string_view s) {
  double zone = 0;
  if (s.ends_with('Z')) {
    s.remove_suffix(1);
  } else if (const std::size_t at = s.find_last_of("+-"); at != std::string_view::npos) {
    const auto written = zone_of(s.substr(at + 1));
    if (!written) return std::nullopt;
    zone = (s[at] == '-' ? -1 : 1) * *written;
    s = s.substr(0, at);
  }
  const auto parts = pieces(s, ":");
  if (parts.size() < 2 || parts.size() > 3) return std::nullopt;
  std::size_t characters = parts.size() - 1;  // marks between parts
  for (const std::string_view part : parts) characters += part.size();
  const auto hours = digits(parts[0], 1, 2);
  const auto minutes = digits(parts[1], 2, 2);
  const auto seconds = parts.size() == 3 ? seconds_of(parts[2]) : std::optional<double>(0);
  if (characters != s.size() || !hours || !minutes || !seconds || *hours > 23 || *minutes > 59) return std::nullopt;
  return 3600.0 * *hours + 60.0 * *minutes + *seconds - zone;
}

/// The day alone.
std::optional<WrittenDate> day_of(std::string_view s, DayOrder order) {
  const auto made = [](DateShape shape, std::optional<std::int64_t> day) -> std::optional<WrittenDate> {
    if (!day) return std::nullopt;
    return WrittenDate{*day, 0, false, shape};
  };
  const auto parts = pieces(s, "-/. ,");
  if (parts.size() != 3 || parts[0].data() != s.data() || parts[2].data() + parts[2].size() != s.data() + s.size())
    return std::nullopt;
  const std::size_t at = s.find_first_of("-/. ,");
  const char between = s[at];
  const std::size_t second = at + 1 + parts[1].size();  // place of the mark behind the second part, where there is one
  const bool one_mark = s.size() == second + 1 + parts[2].size() && at == parts[0].size() && s[second] == between &&
                        s.substr(at + 1, parts[1].size()) == parts[1] && s.substr(second + 1) == parts[2];
  const auto year = digits(parts[2], 4, 4);
  if (const auto month = month_named(parts[0]))
    return made(DateShape::month_name, checked_day(year, month, digits(parts[1], 1, 2)));
  if (const auto month = month_named(parts[1]))
    return made(DateShape::month_name, checked_day(year, month, digits(parts[0], 1, 2)));
  if (!one_mark || between == ' ' || between == ',') return std::nullopt;
  if (parts[0].size() == 4)
    return made(DateShape::year_first,
                checked_day(digits(parts[0], 4, 4), digits(parts[1], 1, 2), digits(parts[2], 1, 2)));
  if (between == '.') return made(DateShape::points, checked_day(year, digits(parts[1], 1, 2), digits(parts[0], 1, 2)));
  if (order == DayOrder::none) return std::nullopt;
  const std::size_t day_at = order == DayOrder::dmy ? 0 : 1;
  return made(between == '/' ? DateShape::slashes : DateShape::dashes,
              checked_day(year, digits(parts[1 - day_at], 1, 2), digits(parts[day_at], 1, 2)));
}

}  // namespace

std::optional<WrittenDate> written_date(std::string_view text, DayOrder order) {
  constexpr std::size_t longest = 40;
  if (text.size() < 8 || text.size() > longest || text.find_first_of("0123456789") == std::string_view::npos)
    return std::nullopt;
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return day_of(text, order);
  const std::size_t cut = text.find_last_of("T ", colon);
  if (cut == std::string_view::npos || cut == 0) return std::nullopt;
  const auto second = time_of(text.substr(cut + 1));
  auto date = day_of(text.substr(0, cut), order);
  if (!date || !second) return std::nullopt;
  date->day += static_cast<std::int64_t>(std::floor(*second / seconds_a_day));
  date->second = *second - seconds_a_day * std::floor(*second / seconds_a_day);
  date->has_time = true;
  return date;
}

bool is_ambiguous_date(std::string_view text) {
  return !written_date(text, DayOrder::none) &&
         (written_date(text, DayOrder::dmy).has_value() || written_date(text, DayOrder::mdy).has_value());
}

std::string days_text(const WrittenDate& date) {
  if (!date.has_time) return std::to_string(date.day);
  return number_text(static_cast<double>(date.day) + date.second / seconds_a_day);
}

DateParts date_parts(double days) {
  constexpr double most_days = 4e6;  // beyond year 9999 either way
  days = std::clamp(days, -most_days, most_days);
  constexpr double a_second = 1000;  // milliseconds
  double day = std::floor(days);
  double second = std::round((days - day) * seconds_a_day * a_second) / a_second;
  if (second >= seconds_a_day) {
    day += 1;
    second = 0;
  }
  const auto number = static_cast<std::int64_t>(day);
  // civil_from_days of the same paper
  const std::int64_t z = number + 719468;
  const std::int64_t era = (z >= 0 ? z : z - 146096) / 146097;
  const std::int64_t of_era = z - era * 146097;
  const std::int64_t year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  const std::int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t month = (5 * of_year + 2) / 153;  // from March
  DateParts p;
  p.day = static_cast<int>(of_year - (153 * month + 2) / 5 + 1);
  p.month = static_cast<int>(month < 10 ? month + 3 : month - 9);
  p.year = year_of_era + era * 400 + (p.month <= 2 ? 1 : 0);
  p.weekday = static_cast<int>(((number + 3) % 7 + 7) % 7) + 1;
  p.second = second;
  return p;
}

std::string date_text(double days) {
  const DateParts p = date_parts(days);
  const auto padded = [](std::int64_t v, std::size_t width) {
    const std::string digits = std::to_string(v);
    return digits.size() < width ? std::string(width - digits.size(), '0') + digits : digits;
  };
  std::string out = padded(p.year, 4) + "-" + padded(p.month, 2) + "-" + padded(p.day, 2);
  if (p.second == 0) return out;
  const auto second = static_cast<std::int64_t>(p.second);
  return out + " " + padded(second / 3600, 2) + ":" + padded(second / 60 % 60, 2) + ":" + padded(second % 60, 2);
}

}  // namespace halfspace
