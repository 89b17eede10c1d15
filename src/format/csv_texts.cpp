// Chosen rows of a CSV text once more, as text.
#include <algorithm>

#include "base/places.hpp"
#include "format/csv_cells.hpp"
#include "format/csv_columns.hpp"
#include "format/csv_record.hpp"
#include "format/formats.hpp"

namespace halfspace {
namespace {

/// The digits of a number or the day of a date; "" for a missing cell.
std::string plain_text(std::string_view cell, const TextStyle& style) {
  if (style.plain_cells()) return std::string(cell);
  if (style.is_missing(cell)) return "";
  std::string room;
  if (style.dates != Dates::texts) {
    if (const auto date = written_date(cell, style.day_order)) return days_text(*date);
  }
  const WrittenNumber number = written_number(cell, style, room);
  return std::string(number.plain.empty() ? cell : number.plain);
}

}  // namespace

Result<std::vector<RowText>> csv_row_texts(LineReader& lines, const Dataset& data,
                                           const std::vector<std::uint64_t>& rows) {
  CsvRecord record(lines, data.form.delimiter);
  std::vector<std::size_t> feature;
  std::size_t label = CsvColumns::none;
  std::vector<RowText> out;
  for (bool first = true; out.size() < rows.size(); first = false) {
    if (record.next() != CsvRecord::State::record) break;
    const auto& fields = record.fields();
    if (first) {
      const auto place = places_of(data.columns);
      for (std::size_t k = 0; k < fields.size(); ++k) {
        const std::string name = data.form.header ? std::string(trimmed(fields[k])) : std::to_string(k + 1);
        if (name == data.form.label) label = k;
        const auto found = place.find(name);
        feature.push_back(found == place.end() ? CsvColumns::none : found->second);
      }
    }
    const std::uint64_t row = rows[out.size()];
    if ((first && data.form.header) || record.line() != data.lines.line(row)) continue;
    RowText text{row, record.line(), label < fields.size() ? std::string(fields[label]) : "", {}, {}};
    for (std::size_t k = 0; k < fields.size(); ++k) {
      if (k >= feature.size() || feature[k] == CsvColumns::none) continue;
      text.entries.emplace_back(feature[k], plain_text(trimmed(fields[k]), data.form.style));
      text.field[feature[k]] = k + 1;
    }
    std::sort(text.entries.begin(), text.entries.end());
    out.push_back(std::move(text));
  }
  return out;
}

}  // namespace halfspace
