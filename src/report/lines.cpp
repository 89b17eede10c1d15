#include "report/lines.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "report/text_columns.hpp"

namespace halfspace {
std::string percent(double share) { return short_number(100 * share, 4) + " %"; }

std::string padded_right(const std::string& text, std::size_t size) {
  const std::size_t used = columns_taken(text);
  return used < size ? text + std::string(size - used, ' ') : text;
}

void Lines::add(const std::string& name, const std::string& text) {
  std::string line = padded_right(name, report_indent);
  std::size_t used = columns_taken(line);
  bool empty = true;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::size_t wide = columns_taken(std::string_view(text).substr(at, end - at));
    if (!empty && used + 1 + wide > report_columns) {
      out_ += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
      line.assign(report_indent, ' ');
      used = report_indent;
      empty = true;
    }
    if (!empty) line += ' ';
    used += wide + (empty ? 0 : 1);
    line.append(text, at, end - at);
    empty = false;
    at = end + 1;
  }
  out_ += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
}

void Lines::gap() { out_ += '\n'; }

}  // namespace halfspace
