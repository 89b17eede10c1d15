// Dates and times as people write them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/fields.hpp"

namespace halfspace {

/// How 03/04/2026 and 03-04-2026 are read. Dates with the year first, with points (3.4.2026) or with the name of the
/// month need no order.
enum class DayOrder : std::uint8_t { none, dmy, mdy };
template <>
struct Names<DayOrder> {
  static constexpr std::array<std::string_view, 3> list = {"none", "dmy", "mdy"};
};

/// What a cell looks like. Those of one column have one shape.
enum class DateShape : std::uint8_t { none, year_first, points, slashes, dashes, month_name };

struct WrittenDate {
  std::int64_t day = 0;  // since 1970-01-01 in the Gregorian calendar
  double second = 0;     // of the day
  bool has_time = false;
  DateShape shape = DateShape::none;
};

/// 2026-04-03, 2026/4/3, 20260403T101500Z apart; 3.4.2026; 03/04/2026, 03-04-2026 by `order`; 3 Apr 2026, April 3, 2026;
/// each with HH:MM[:SS[.fff]] behind a blank or T, and Z or +HH:MM (the time is then that of UTC) behind that. Years have
/// four digits. Nothing for any other text, days that no calendar has among them.
std::optional<WrittenDate> written_date(std::string_view text, DayOrder order);

/// A date by either order, where only --date-order can say which.
bool is_ambiguous_date(std::string_view text);

/// Days since 1970-01-01 as a decimal: whole for a date, the double nearest to day + second / 86400 with a time.
std::string days_text(const WrittenDate& date);

/// Year, month (1..12), day of the month, day of the week (1: Monday .. 7: Sunday, ISO 8601), and the second of the day.
struct DateParts {
  std::int64_t year = 0;
  int month = 0;
  int day = 0;
  int weekday = 0;
  double second = 0;
};

/// 2026-04-03, or 2026-04-03 10:15:00 where the days have a fraction.
std::string date_text(double days);

/// The parts of days_text() as a double; seconds are rounded to a millisecond.
DateParts date_parts(double days);

}  // namespace halfspace
