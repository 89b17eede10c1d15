#include "data/suggested_style.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace halfspace {
namespace {

/// Are all texts dates of one shape, all with a time of day or all without?
bool are_dates_by(const std::vector<std::string>& texts, DayOrder order) {
  std::optional<WrittenDate> first;
  for (const std::string& text : texts) {
    if (text.empty()) continue;
    const auto date = written_date(text, order);
    if (!date || (first && (first->shape != date->shape || first->has_time != date->has_time))) return false;
    if (!first) first = date;
  }
  return first.has_value();
}

/// The order by which they are dates; where --date-order is not given, the one of the two that all of them fit.
std::optional<DayOrder> order_of_dates(const std::vector<std::string>& texts, DayOrder given) {
  if (are_dates_by(texts, given)) return given;
  if (given != DayOrder::none) return std::nullopt;
  const bool day = are_dates_by(texts, DayOrder::dmy);
  if (day == are_dates_by(texts, DayOrder::mdy)) return std::nullopt;
  return day ? DayOrder::dmy : DayOrder::mdy;
}

bool are_numbers(const std::vector<std::string>& texts, const TextStyle& style) {
  std::string room;
  return std::all_of(texts.begin(), texts.end(), [&](const std::string& text) {
    return text.empty() || !written_number(text, style, room).plain.empty();
  });
}

}  // namespace

SuggestedStyle suggested_style(const Dataset& data, const std::vector<ColumnProfile>& columns) {
  SuggestedStyle out{data.form.style, std::vector<bool>(columns.size())};
  TextStyle& style = out.style;
  const auto has_texts = [&](std::size_t j) {
    return !columns[j].level_rows.empty() && !columns[j].looks_like.empty();
  };
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (!has_texts(j) || columns[j].kind != ColumnKind::date) continue;
    const auto order = order_of_dates(data.levels[j], style.day_order);
    if (!order) continue;
    out.numbers[j] = true;
    style.dates = Dates::days;
    style.day_order = *order;
  }
  const std::array<char, 4> separators = {0, style.decimal == '.' ? ',' : '.', '\'', ' '};
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (!has_texts(j) || columns[j].kind != ColumnKind::text) continue;
    for (const char separator : separators) {
      TextStyle wider = style;
      wider.percent = wider.percent || columns[j].looks_like == "a percentage";
      wider.currency = wider.currency || columns[j].looks_like == "an amount of money";
      if (style.thousands != 0 && separator != style.thousands) continue;
      wider.thousands = separator;
      if (!are_numbers(data.levels[j], wider)) continue;
      style = wider;
      out.numbers[j] = true;
      break;
    }
  }
  return out;
}

}  // namespace halfspace
