#include "classroom/student_table.hpp"

#include <algorithm>
#include <array>
#include <charconv>
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

std::string lowered(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  std::erase(text, ' ');
  return text;
}

bool ends(std::string& text, std::string_view with) {
  if (text.size() <= with.size() || !text.ends_with(with)) return false;
  text.resize(text.size() - with.size());
  return true;
}

std::optional<std::size_t> number_behind(std::string_view text, std::string_view front) {
  std::size_t number = 0;
  if (!text.starts_with(front)) return std::nullopt;
  const char* const end = text.data() + text.size();
  const auto [at, problem] = std::from_chars(text.data() + front.size(), end, number);
  return problem == std::errc() && at == end ? std::optional(number) : std::nullopt;
}

struct Alias {
  std::string_view name;
  StudentRole role;
};
constexpr std::array<Alias, 19> aliases = {{{"visit", StudentRole::visit},
                                            {"step", StudentRole::visit},
                                            {"iteration", StudentRole::visit},
                                            {"pass", StudentRole::pass},
                                            {"epoch", StudentRole::pass},
                                            {"row", StudentRole::row},
                                            {"example", StudentRole::row},
                                            {"i", StudentRole::row},
                                            {"y", StudentRole::y},
                                            {"label", StudentRole::y},
                                            {"score", StudentRole::score},
                                            {"s", StudentRole::score},
                                            {"w.x+b", StudentRole::score},
                                            {"decision", StudentRole::decision},
                                            {"mistake", StudentRole::decision},
                                            {"mistake?", StudentRole::decision},
                                            {"update", StudentRole::decision},
                                            {"update?", StudentRole::decision},
                                            {"x0", StudentRole::passed_over}}};

/// The place of w2, w_petal_length, b, w2_c3 in VisitLine::before.
std::optional<std::size_t> weight_place(std::string name, const StudentNames& names) {
  std::size_t vector = 0;
  if (names.vectors > 1) {
    const std::size_t at = name.rfind("_c");
    const auto number = at == std::string::npos ? std::nullopt : number_behind(std::string_view(name).substr(at), "_c");
    if (!number || *number == 0 || *number > names.vectors) return std::nullopt;
    vector = *number - 1;
    name.resize(at);
  }
  const std::size_t first = vector * names.side;
  if (name == "b" || name == "bias" || name == "w0") return first + names.side - 1;
  if (const auto j = number_behind(name, names.kernel ? "a" : "w"); j && *j >= 1 && *j < names.side)
    return first + *j - 1;
  for (std::size_t j = 0; j < names.features.size() && j + 1 < names.side; ++j) {
    if (name == "w_" + lowered(names.features[j])) return first + j;
  }
  return std::nullopt;
}

StudentColumn column_of(const std::string& written, const StudentNames& names, bool& known) {
  known = true;
  std::string name = lowered(written);
  for (const Alias& a : aliases) {
    if (name == a.name) return {a.role, 0, written};
  }
  if (name == "class") return {StudentRole::passed_over, 0, written};
  if (!names.label.empty() && name == lowered(names.label)) return {StudentRole::y, 0, written};
  if (const auto j = number_behind(name, "x"); j && *j >= 1 && *j <= names.features.size())
    return {StudentRole::x, *j - 1, written};
  for (std::size_t j = 0; j < names.features.size(); ++j) {
    const std::string feature = lowered(names.features[j]);
    if (name == feature || name == "x_" + feature) return {StudentRole::x, j, written};
  }
  const bool before = ends(name, "_before") || ends(name, "_old");
  if (!before) static_cast<void>(ends(name, "_after") || ends(name, "_new") || ends(name, "'"));
  if (const auto place = weight_place(name, names))
    return {before ? StudentRole::before : StudentRole::after, *place, written};
  known = false;
  return {};
}

/// 3, -0.25, +1, 2/3, with the typographic minus too.
std::optional<double> value_of(std::string text, int& decimals) {
  if (text.starts_with("\xE2\x88\x92")) text.replace(0, 3, "-");
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

Error refused(const StudentText& text, const StudentText::Record& record, std::size_t field, const std::string& what) {
  return {Code::bad_data,
          text.source + ":" + std::to_string(record.field_lines[field]) + ":" + std::to_string(field + 1), what};
}

Result<std::vector<StudentColumn>> columns_of(const StudentText& text, const StudentNames& names) {
  std::vector<StudentColumn> columns;
  for (std::size_t j = 0; j < text.header.fields.size(); ++j) {
    const std::string& written = text.header.fields[j];
    bool known = false;
    const StudentColumn column = column_of(written, names, known);
    if (!known)
      return refused(text, text.header, j,
                     "unknown column " + in_quotes(written) +
                         "; the columns are those of `halfspace trace --output-format csv`: visit, pass, row, x1, y, "
                         "score, decision, w1_before, b_before, w1_after, b_after, ...");
    for (const StudentColumn& other : columns) {
      if (column.role != StudentRole::passed_over && other.role == column.role && other.index == column.index)
        return refused(
            text, text.header, j,
            "columns " + in_quotes(other.name) + " and " + in_quotes(written) + " mean the same; leave one out");
    }
    columns.push_back(column);
  }
  return columns;
}

StudentText::Record record_of(const CsvRecord& record) {
  StudentText::Record out{record.line(), {}, {}};
  for (std::size_t j = 0; j < record.fields().size(); ++j) {
    out.fields.push_back(trimmed(record.fields()[j]));
    out.field_lines.push_back(record.line_of(j));
  }
  return out;
}

}  // namespace

bool StudentTable::has(StudentRole role) const {
  return std::any_of(columns.begin(), columns.end(), [&](const StudentColumn& c) { return c.role == role; });
}

bool StudentText::is_final() const {
  const auto of_trace = [](const std::string& written) {
    const std::string name = lowered(written);
    const auto known = std::find_if(aliases.begin(), aliases.end(), [&](const Alias& a) { return a.name == name; });
    return known != aliases.end() || name.ends_with("_before") || name.ends_with("_old");
  };
  return lines.size() == 1 && std::none_of(header.fields.begin(), header.fields.end(), of_trace);
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
  CsvRecord record(lines, ',', most_fields);
  while (true) {
    const CsvRecord::State state = record.next();
    if (state == CsvRecord::State::end) break;
    const bool too_many_fields = record.error_field() > most_fields;
    if (state == CsvRecord::State::bad)
      return Error{
          Code::bad_data,
          out.source + ":" + std::to_string(record.error_line()) + ":" + std::to_string(record.error_field()),
          too_many_fields ? "more than 4,096 fields in a line; a trace has a field for each number" : record.error()};
    StudentText::Record found = record_of(record);
    if (out.header.line == 0) {
      out.header = std::move(found);
      continue;
    }
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
  auto columns = columns_of(text, names);
  if (!columns) return columns.error();
  StudentTable table{std::move(columns).value(), {}};
  for (const StudentText::Record& record : text.lines) {
    StudentLine line{record.line, {}};
    for (std::size_t j = 0; j < record.fields.size(); ++j) {
      StudentCell cell{record.fields[j], {}, 0};
      cell.value = value_of(cell.text, cell.decimals);
      const StudentRole role = table.columns[j].role;
      const bool words = role == StudentRole::y || role == StudentRole::decision || role == StudentRole::passed_over;
      if (!words && !cell.text.empty() && !cell.value)
        return refused(text, record, j, in_quotes(cell.text) + " is not a number; write a decimal or a fraction p/q");
      line.cells.push_back(std::move(cell));
    }
    table.lines.push_back(std::move(line));
  }
  return table;
}

}  // namespace halfspace
