#include "report/cell_text.hpp"

#include <cmath>

#include "base/text.hpp"
#include "base/written_date.hpp"

namespace halfspace {
namespace {

std::string padded_left(std::int64_t v, std::size_t size) {
  const std::string digits = std::to_string(v);
  return std::string(digits.size() < size ? size - digits.size() : 0, '0') + digits;
}

}  // namespace

std::string date_text(double days, DateColumn kind) {
  constexpr double years_9999 = 2932897;  // days; dates have four digits of years
  if (!(days >= -719528 && days < years_9999)) return number_text(days) + " days since 1970-01-01";
  const DateParts p = date_parts(days);
  std::string out = padded_left(p.year, 4) + "-" + padded_left(p.month, 2) + "-" + padded_left(p.day, 2);
  if (kind != DateColumn::time) return out;
  const auto milliseconds = static_cast<std::int64_t>(std::llround(p.second * 1000));
  const std::int64_t seconds = milliseconds / 1000;
  out += "T" + padded_left(seconds / 3600, 2) + ":" + padded_left(seconds / 60 % 60, 2) + ":" +
         padded_left(seconds % 60, 2);
  return milliseconds % 1000 == 0 ? out : out + "." + padded_left(milliseconds % 1000, 3);
}

std::string cell_text(const Cell& c) {
  if (c.text && c.missing) return "(missing)";
  if (c.text) return c.level ? shown(*c.level) : c.pooled ? "(rare, not seen in training)" : "(no level of the model)";
  const bool whole_days = c.date == DateColumn::day && c.number == std::nearbyint(c.number);
  const std::string text =
      whole_days || c.date == DateColumn::time ? date_text(c.number, c.date) : short_number(c.number);
  return c.missing ? text + " (for a missing cell)" : text;
}

Json cell_json(const Cell& c) {
  if (c.text) return c.level ? Json(*c.level) : Json(nullptr);
  const bool whole_days = c.date == DateColumn::day && c.number == std::nearbyint(c.number);
  return whole_days || c.date == DateColumn::time ? Json(date_text(c.number, c.date)) : number_json(c.number);
}

}  // namespace halfspace
