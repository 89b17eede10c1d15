#include "report/text_columns.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "report/lines.hpp"

namespace halfspace {
namespace {

struct Codes {
  std::uint32_t first;
  std::uint32_t last;
};

bool among(std::uint32_t code, const auto& ranges) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [code](const Codes& r) { return code >= r.first && code <= r.last; });
}

/// Unicode's East_Asian_Width W and F, in large.
constexpr std::array<Codes, 10> wide_codes = {{{0x1100, 0x115F},
                                               {0x2E80, 0xA4CF},
                                               {0xAC00, 0xD7A3},
                                               {0xF900, 0xFAFF},
                                               {0xFE30, 0xFE6F},
                                               {0xFF00, 0xFF60},
                                               {0xFFE0, 0xFFE6},
                                               {0x1F300, 0x1F64F},
                                               {0x1F680, 0x1FAFF},
                                               {0x20000, 0x3FFFD}}};
/// Combining marks, joiners, variation selectors.
constexpr std::array<Codes, 4> joined_codes = {{{0x300, 0x36F}, {0x200B, 0x200F}, {0x20D0, 0x20F0}, {0xFE00, 0xFE0F}}};

std::size_t columns_of_code(std::uint32_t code) {
  return among(code, joined_codes) ? 0 : among(code, wide_codes) ? 2 : 1;
}

/// Do blanks part columns in it?
bool is_tabular(std::string_view text) { return text.find("  ") != std::string_view::npos; }

/// A row of a table, which stands below the names of Lines.
bool is_row(std::string_view line) {
  const std::size_t first = line.find_first_not_of(' ');
  return first != std::string_view::npos && first >= report_indent &&
         (first > report_indent || is_tabular(line.substr(first)));
}

/// The text of a line begins here; what is broken off goes below it.
std::size_t indent_of(std::string_view line) {
  const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
  const bool named =
      first == 0 && line.size() > report_indent && line[report_indent - 1] == ' ' && line[report_indent] != ' ';
  return named || first > report_indent ? report_indent : first;
}

/// Prose that Lines broke: `next` goes on because its first word had no room.
bool goes_on(std::string_view line, std::string_view next) {
  const auto prose = [](std::string_view text) {
    return text.size() > report_indent && text[report_indent] != ' ' && !is_tabular(text.substr(report_indent));
  };
  if (next.find_first_not_of(' ') != report_indent || !prose(line) || !prose(next)) return false;
  const std::string_view word = next.substr(report_indent, next.find(' ', report_indent) - report_indent);
  const std::size_t used = columns_taken(line);
  return used <= report_columns && used + 1 + columns_taken(word) > report_columns;
}

/// One line in as many as it takes; what goes on stands at `indent`.
void break_line(std::string& out, std::string_view line, std::size_t columns, std::size_t indent) {
  std::size_t used = 0;
  bool fresh = true;  // nothing but its indent stands in the line
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t word = std::min(line.find_first_not_of(' ', at), line.size());
    const std::size_t end = std::min(line.find(' ', word), line.size());
    const std::string_view blanks = line.substr(at, word - at);
    const std::size_t wide = columns_taken(line.substr(word, end - word));
    if (!fresh && used + blanks.size() + wide > columns) {
      out += "\n" + std::string(indent, ' ');
      used = indent;
    } else {
      out += blanks;
      used += blanks.size();
    }
    out += line.substr(word, end - word);
    used += wide;
    fresh = fresh && wide == 0;
    at = end;
  }
  out += '\n';
}

}  // namespace

std::size_t columns_taken(std::string_view text) {
  std::size_t out = 0;
  for (std::size_t k = 0; k < text.size();) {
    const auto first = static_cast<unsigned char>(text[k]);
    std::size_t length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    length = std::min(length, text.size() - k);
    std::uint32_t code = length == 1 ? first : first & (0x7FU >> length);
    for (std::size_t j = 1; j < length; ++j) code = code << 6U | (static_cast<unsigned char>(text[k + j]) & 0x3FU);
    out += columns_of_code(code);
    k += length;
  }
  return out;
}

namespace {

std::string_view take_line(std::string_view& report) {
  const std::size_t end = std::min(report.find('\n'), report.size());
  const std::string_view line = report.substr(0, end);
  report.remove_prefix(std::min(end + 1, report.size()));
  return line;
}

std::string_view next_line(std::string_view report) { return report.substr(0, report.find('\n')); }

/// Rows of a table, moved left where that makes room; what has none goes on below, further in than its row.
void add_rows(std::string& out, std::string_view& report, std::size_t columns) {
  std::vector<std::string_view> rows;
  std::size_t widest = 0;
  std::size_t common = report_columns;
  while (!report.empty() && is_row(next_line(report))) {
    rows.push_back(take_line(report));
    widest = std::max(widest, columns_taken(rows.back()));
    common = std::min(common, rows.back().find_first_not_of(' '));
  }
  const std::size_t shift = widest > columns ? std::min(common, widest - columns) : 0;
  for (const std::string_view row : rows) break_line(out, row.substr(shift), columns, common - shift + 4);
}

}  // namespace

std::string fitted_to(std::string_view report, std::size_t columns) {
  std::string out;
  bool below_name = false;  // a table whose first row has the name of Lines before it stays under that row
  while (!report.empty()) {
    if (!below_name && is_row(next_line(report))) {
      add_rows(out, report, columns);
      continue;
    }
    std::string_view last = take_line(report);
    std::string line(last);
    while (columns < report_columns && !report.empty() && goes_on(last, next_line(report))) {
      last = take_line(report);
      line += " " + std::string(last.substr(report_indent));
    }
    const std::size_t indent = indent_of(line) + 12 > columns ? 2 : indent_of(line);
    const bool table = line.size() > report_indent && is_tabular(line.substr(report_indent));
    break_line(out, line, columns, indent + (table ? 4 : 0));
    below_name = table && (below_name || line.front() != ' ');
  }
  return out;
}

}  // namespace halfspace
