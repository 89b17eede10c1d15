// The header of a CSV text: the names of its columns; or its first record where there is none.
#include <algorithm>
#include <unordered_map>

#include "format/building.hpp"
#include "format/csv_cells.hpp"
#include "format/csv_columns.hpp"
#include "format/csv_record.hpp"

namespace halfspace {
namespace {

std::string header_place(const Building& b, std::uint64_t line, std::uint64_t field) {
  return b.lines.name() + ":" + std::to_string(line) + ":" + std::to_string(field);
}

/// A field of the header and what is wrong with it.
struct HeaderFault {
  std::size_t field = 0;  // from 1; 0: nothing is wrong
  std::string message;
};

HeaderFault all_numbers(const std::vector<std::string>& names) {
  Number number;
  const auto numeric = [&](const std::string& s) { return parse_number(trimmed(s), number); };
  if (!std::all_of(names.begin(), names.end(), numeric)) return {};
  return {1,
          "the first record is all numbers, where column names were expected; if the file has no header say "
          "--no-header"};
}

bool has_lone_return(const std::string& name) {
  for (std::size_t at = name.find('\r'); at != std::string::npos; at = name.find('\r', at + 1)) {
    if (at + 1 == name.size() || name[at + 1] != '\n') return true;
  }
  return false;
}

HeaderFault no_text_or_twice(const std::vector<std::string>& names) {
  std::unordered_map<std::string_view, std::size_t> seen;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (names[k].find('\0') != std::string::npos)
      return {k + 1,
              "column name " + in_quotes(names[k]) + " has a NUL byte; if the text is UTF-16 say --encoding utf-16"};
    if (has_lone_return(names[k]))
      return {k + 1, "column name " + in_quotes(names[k]) +
                         " has a carriage return; if all lines end in CR alone write them with LF (tr '\\r' '\\n')"};
    if (!is_utf8(names[k]))
      return {k + 1, "column name " + in_quotes(names[k]) +
                         " is not UTF-8 text; say --encoding latin1, or convert the file to UTF-8"};
    const auto [first, fresh] = seen.emplace(names[k], k);
    if (!fresh)
      return {k + 1, "column name " + in_quotes(names[k]) + " is a duplicate (columns " +
                         std::to_string(first->second + 1) + " and " + std::to_string(k + 1) + "); rename one"};
  }
  return {};
}

/// One name that holds another delimiter.
HeaderFault other_delimiter(const std::vector<std::string>& names, char delimiter) {
  if (names.size() != 1) return {};
  for (const char other : {';', '\t', ',', '|'}) {
    if (other == delimiter || names[0].find(other) == std::string::npos) continue;
    const std::string name = other == '\t' ? "tab" : std::string(1, other);
    return {1, "the header " + in_quotes(names[0]) + " has no " +
                   (delimiter == '\t' ? "tab" : in_quotes({&delimiter, 1})) + " but has " +
                   (other == '\t' ? "tabs" : in_quotes(name)) + "; say --delimiter " +
                   (other == ';' || other == '|' ? "'" + name + "'" : name)};
  }
  return {};
}

/// Blanks around the names go.
HeaderFault check_names(std::vector<std::string>& names, char delimiter) {
  if (HeaderFault fault = all_numbers(names); fault.field > 0) return fault;
  const std::vector<std::string> whole = names;  // a tab before a name is a field without one
  for (std::string& name : names) name = std::string(trimmed(name));
  if (HeaderFault fault = no_text_or_twice(names); fault.field > 0) return fault;
  return other_delimiter(names.size() == 1 && whole[0].starts_with('\t') ? whole : names, delimiter);
}

/// Without a header columns go by number: a text that lacks only a last label column still fits its model.
HeaderFault check_model_width(std::size_t fields, const ReadOptions& o) {
  const std::uint64_t learned = o.model_fields;
  if (!o.for_model || learned == 0 || fields == learned) return {};
  const bool may_lack_label = o.label == std::to_string(learned) && !o.need_label;
  if (may_lack_label && fields + 1 == learned) return {};
  return {1, counted(fields, "field") + ", but the model was learned from records of " + grouped(learned) +
                 (may_lack_label ? " (the last is the label and may be left out)" : "") +
                 "; give the same columns in the same order"};
}

}  // namespace

Result<CsvColumns> read_csv_header(CsvRecord& record, const Building& b, char delimiter) {
  const auto state = record.next();
  if (state == CsvRecord::State::bad)
    return Error{Code::bad_data, header_place(b, record.error_line(), record.error_field()), record.error()};
  if (b.lines.problem()) return *b.lines.problem();
  if (state == CsvRecord::State::end)
    return Error{Code::bad_data, b.lines.name(), "the file is empty; expected rows of data"};
  std::vector<std::string> names;
  names.reserve(record.fields().size());
  for (const std::string_view field : record.fields())
    names.emplace_back(b.options.header ? std::string(field) : std::to_string(names.size() + 1));
  const HeaderFault fault =
      b.options.header ? check_names(names, delimiter) : check_model_width(names.size(), b.options);
  if (fault.field > 0) return Error{Code::bad_data, header_place(b, record.line(), fault.field), fault.message};
  const std::string where = header_place(b, record.line(), 1);
  if (b.options.beside != nullptr) {
    if (const auto fine = choose_kept(names, *b.options.beside, where); !fine) return fine.error();
  }
  const bool title = names.size() == 1;
  auto columns = choose_columns(std::move(names), b.options, where);
  if (!columns && b.options.for_model && b.options.style.encoding != Encoding::utf8)
    return Error{columns.error().code, columns.error().where,
                 columns.error().message + " (read with --encoding " + std::string(name_of(b.options.style.encoding)) +
                     ", as the model's table was: is this text UTF-8?)"};
  if (columns || !title) return columns;
  return Error{columns.error().code, columns.error().where,
               columns.error().message + " (a line above the header? --skip-lines N)"};
}

}  // namespace halfspace
