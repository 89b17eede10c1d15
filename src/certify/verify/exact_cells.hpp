// What a cell of a text says, for the verifier's reader.
#pragma once

#include <string>
#include <string_view>

#include "base/text.hpp"
#include "base/text_style.hpp"
#include "exact/rational.hpp"

namespace halfspace::exact_cells {

inline std::string_view trimmed(std::string_view cell) {
  const std::size_t first = cell.find_first_not_of(" \t");
  return first == std::string_view::npos ? "" : cell.substr(first, cell.find_last_not_of(" \t") - first + 1);
}

inline bool is_missing(std::string_view trimmed_cell) {
  std::string small(trimmed_cell.substr(0, 5));
  for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return small.empty() || small == "na" || small == "n/a" || small == "nan" || small == "null" || small == "?";
}

/// Equal for texts that mean the same: numbers of one value, other texts as they stand.
inline std::string meaning(std::string_view text) {
  Decimal number;
  return read_decimal(text, number).empty() ? "=" + number.value().get_str() : "'" + std::string(text);
}

/// A number or a date of a style in plain digits, another word for "missing" as the empty cell. What is wrong with a
/// cell that only another style has as a number, which stays as it is; "" for nothing.
inline std::string in_plain_style(std::string& cell, const TextStyle& style, bool number_column) {
  if (style.plain_cells()) return "";
  const std::string_view text = trimmed(cell);
  std::string room;
  if (style.is_missing(text)) {
    cell.clear();
  } else if (!number_column) {
    return "";
  } else if (const auto date = written_date(text, style.day_order); date && style.dates != Dates::texts) {
    cell = days_text(*date);
  } else {
    const WrittenNumber number = written_number(text, style, room);
    if (!number.problem.empty()) return in_quotes(text) + " is " + number.problem;
    if (!number.plain.empty()) cell = std::string(number.plain);
  }
  return "";
}

inline bool is_number(std::string_view text) { return meaning(text).front() == '='; }

}  // namespace halfspace::exact_cells
