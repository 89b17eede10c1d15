#include "classroom/student_table.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/number.hpp"
#include "base/text.hpp"
#include "codec/source.hpp"
#include "format/csv_record.hpp"

namespace halfspace {
namespace {

std::string trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return std::string(text);
}

/// 3, -0.25, +1, 2/3, with the typographic minus too, and a decimal comma where the text may have one.
std::optional<double> value_of(std::string text, bool decimal_comma, int& decimals) {
  if (text.starts_with("\xE2\x88\x92")) text.replace(0, 3, "-");
  if (decimal_comma && text.find('.') == std::string::npos) {
    if (const std::size_t comma = text.find(','); comma != std::string::npos) text[comma] = '.';
  }
  const std::size_t bar = text.find('/');
  Number over;
  Number under{1, 0, true};
  if (!parse_number(std::string_view(text).substr(0, bar), over)) return std::nullopt;
  if (bar != std::string::npos && (!parse_number(std::string_view(text).substr(bar + 1), under) || under.value == 0))
    return std::nullopt;
  const std::size_t point = text.find('.');
  decimals = bar == std::string::npos && point != std::string::npos && over.decimals == 0
                 ? static_cast<int>(text.size() - point - 1)
                 : over.decimals;
  return over.value / under.value;
}

constexpr std::size_t most_fields = 4096;

StudentText::Record record_of(const CsvRecord& record) {
  StudentText::Record out{record.line(), {}, {}};
  for (std::size_t j = 0; j < record.fields().size(); ++j) {
    out.fields.push_back(trimmed(record.fields()[j]));
    out.field_lines.push_back(record.line_of(j));
  }
  return out;
}

bool is_empty(const StudentText::Record& record) {
  return std::all_of(record.fields.begin(), record.fields.end(), [](const std::string& f) { return f.empty(); });
}

/// ; or tab where the header is one field that has it; else a comma.
char separator_of(const StudentText::Record& header) {
  if (header.fields.size() != 1) return ',';
  for (const char c : {';', '\t'}) {
    if (header.fields[0].find(c) != std::string::npos) return c;
  }
  return ',';
}

void cut_header(StudentText::Record& header, char separator) {
  std::vector<std::string> names = split(header.fields[0], separator);
  for (std::string& name : names) name = trimmed(name);
  header.field_lines.assign(names.size(), header.line);
  header.fields = std::move(names);
}

Error what_is_bad(const StudentText& text, const CsvRecord& record) {
  const bool many = record.error_field() > most_fields;
  return {Code::bad_data,
          text.source + ":" + std::to_string(record.error_line()) + ":" + std::to_string(record.error_field()),
          many ? "more than 4,096 fields in a line; a trace has a field for each number" : record.error()};
}

/// The numbers of (3, -2), [3 -2]; as many as the column says, or none.
std::vector<std::string> parts_of(std::string text, std::size_t length) {
  if (text.empty()) return std::vector<std::string>(length);
  for (char& c : text) {
    if (std::string_view("()[],;").find(c) != std::string_view::npos) c = ' ';
  }
  std::vector<std::string> parts;
  for (std::string& part : split(text, ' ')) {
    if (!part.empty()) parts.push_back(std::move(part));
  }
  return parts;
}

/// What stands before the first visit: "start" in the place of its number.
bool is_start(const StudentColumn& column, const std::string& text) {
  const std::string word = lowered(text);
  return column.role == StudentRole::visit && (word == "start" || word == "init");
}

Result<StudentLine> line_of(const StudentText& text, const StudentText::Record& record,
                            const std::vector<StudentColumn>& columns) {
  StudentLine line{record.line, {}};
  for (const StudentColumn& column : columns) {
    const std::string& field = record.fields[column.field];
    StudentCell cell{is_start(column, field) ? "" : field, {}, 0};
    if (column.length > 0) {
      std::vector<std::string> parts = parts_of(field, column.length);
      if (parts.size() != column.length)
        return text.refused(
            record, column.field,
            in_quotes(field) + " is not a vector of " + counted(column.length, "number") + ", as in \"(3, -2)\"");
      cell.text = std::move(parts[column.index]);
    }
    cell.value = value_of(cell.text, text.decimal_comma && column.length == 0, cell.decimals);
    const StudentRole role = column.role;
    const bool words = role == StudentRole::y || role == StudentRole::decision || role == StudentRole::pocket ||
                       role == StudentRole::class_name || role == StudentRole::passed_over;
    if (!words && !cell.text.empty() && !cell.value)
      return text.refused(record, column.field,
                          in_quotes(cell.text) + " is not a number; write a decimal or a fraction p/q");
    line.cells.push_back(std::move(cell));
  }
  return line;
}

}  // namespace

bool StudentTable::has(StudentRole role) const {
  return std::any_of(columns.begin(), columns.end(), [&](const StudentColumn& c) { return c.role == role; });
}

bool StudentTable::has_work() const {
  return std::any_of(columns.begin(), columns.end(), [](const StudentColumn& c) { return c.is_work(); });
}

bool StudentTable::has_written_work() const {
  return std::any_of(lines.begin(), lines.end(), [&](const StudentLine& line) {
    for (std::size_t c = 0; c < line.cells.size(); ++c) {
      if (columns[c].is_work() && !line.cells[c].text.empty()) return true;
    }
    return false;
  });
}

bool StudentText::is_final() const {
  return lines.size() == 1 && std::none_of(header.fields.begin(), header.fields.end(), is_of_trace);
}

Error StudentText::refused(const Record& record, std::size_t field, const std::string& what) const {
  return {Code::bad_data, source + ":" + std::to_string(record.field_lines[field]) + ":" + std::to_string(field + 1),
          what};
}

Result<StudentText> read_student_text(const std::string& path) {
  auto opened = open_source(path);
  if (!opened) return opened.error();
  return read_student_text(std::move(opened).value(), path == "-" ? "stdin" : shown(path, 4096));
}

Result<StudentText> read_student_text(std::unique_ptr<Source> source, const std::string& name) {
  StudentText out;
  out.source = name;
  LineReader lines(std::move(source), out.source);
  CsvRecord first(lines, ',', most_fields);
  char separator = ',';
  if (first.next() == CsvRecord::State::bad) return what_is_bad(out, first);
  if (!first.fields().empty()) {
    out.header = record_of(first);
    separator = separator_of(out.header);
    if (separator != ',') cut_header(out.header, separator);
  }
  out.decimal_comma = separator != ',';
  CsvRecord record(lines, separator, most_fields);
  for (auto state = record.next(); state != CsvRecord::State::end; state = record.next()) {
    if (state == CsvRecord::State::bad) return what_is_bad(out, record);
    StudentText::Record found = record_of(record);
    if (is_empty(found)) continue;
    if (found.fields.size() != out.header.fields.size())
      return Error{Code::bad_data, out.source + ":" + std::to_string(found.line),
                   counted(found.fields.size(), "field") + ", expected " + std::to_string(out.header.fields.size()) +
                       " as in the header"};
    out.lines.push_back(std::move(found));
  }
  if (lines.problem()) return *lines.problem();
  if (out.lines.empty())
    return Error{Code::bad_data, out.source,
                 "has no lines below a header; expected the columns of trace, a line a visit"};
  return out;
}

Result<StudentTable> student_table(const StudentText& text, const StudentNames& names) {
  StudentTable table;
  if (const auto problem = find_columns(text.header.fields, names, table.columns))
    return text.refused(text.header, problem->field, problem->what);
  for (const StudentText::Record& record : text.lines) {
    auto line = line_of(text, record, table.columns);
    if (!line) return line.error();
    table.lines.push_back(std::move(line).value());
  }
  return table;
}

}  // namespace halfspace
