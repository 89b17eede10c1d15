// How the cells of a table are written where that is not plain: decimal commas, thousands separators, signs, dates,
// words for missing cells; and what stands around them: an encoding, lines before the header.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.hpp"
#include "base/written_date.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

/// What becomes of columns of dates: texts like any other, a number of days since 1970-01-01, its parts (year, month,
/// ...), or nothing.
enum class Dates : std::uint8_t { texts, days, parts, drop };
template <>
struct Names<Dates> {
  static constexpr std::array<std::string_view, 4> list = {"texts", "days", "parts", "drop"};
};

/// latin1 is windows-1252, its superset that spreadsheets write (as in the WHATWG encoding standard).
enum class Encoding : std::uint8_t { utf8, latin1, utf16 };
template <>
struct Names<Encoding> {
  static constexpr std::array<std::string_view, 3> list = {"utf-8", "latin1", "utf-16"};
};

struct TextStyle {
  char decimal = '.';
  char thousands = 0;     // of numbers: ',', '.', '\'', '_' or ' ' (any blank, also U+00A0 and U+202F); 0: none
  bool percent = false;   // 12.5 % is 0.125
  bool currency = false;  // $1200 is 1200, ($5) is -5
  std::string na = {};    // the list as it was given, and its items, which are missing cells besides the usual ones
  std::vector<std::string> missing = {};
  Dates dates = Dates::texts;
  DayOrder day_order = DayOrder::none;
  Encoding encoding = Encoding::utf8;
  std::uint64_t skip_lines = 0;

  /// Are cells read as without any of this?
  bool plain_cells() const {
    return decimal == '.' && thousands == 0 && !percent && !currency && missing.empty() && dates == Dates::texts;
  }

  /// Is this (trimmed) cell one of the ways to write "missing"?
  bool is_missing(std::string_view cell) const;

  /// The values of the flags that say this, by name without dashes; those at their default are left out.
  std::map<std::string, std::string> values() const;

  /// values() as flags: "--decimal , --signs percent"; "" for a plain text.
  std::string words() const;

  bool operator==(const TextStyle& other) const { return values() == other.values(); }
};

/// The style with these values by flag in place of its own; other names are passed over. Errors (usage): a value that is
/// none, a decimal mark that is also the thousands separator.
Result<TextStyle> styled(TextStyle style, const std::map<std::string, std::string>& values);

/// Empty, NA, N/A, NaN, null and ?, in upper or lower case.
bool is_missing(std::string_view trimmed_cell);

/// A number as a style writes it.
struct WrittenNumber {
  std::string_view plain;  // the same in plain digits, a view into the cell or into `room`; "" where it is no number
  std::string problem;     // why one that people would read as a number is none in this style; else ""
};

/// Reads a cell without blanks around it.
WrittenNumber written_number(std::string_view cell, const TextStyle& style, std::string& room);

/// The letters of the currency whose sign or letters are in an amount; "" for none.
std::string_view currency_in(std::string_view cell);

}  // namespace halfspace
