// The words of flags about the levels of a column: COLUMN=LEVEL and COLUMN=A<B<C, a line a column; a name or a level
// that holds the sign behind it, a line break, or a quote in front stands in double quotes, "" for a quote inside.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

/// Takes an element up to the sign `end` (0: none) or the end of the line, which stay.
Result<std::string> take_element(std::string_view& rest, char end, const std::string& flag);

/// COLUMN=LEVEL, as --reference takes it.
std::string reference_value(const std::string& column, const std::string& level);

/// COLUMN=A<B<C, as --ordered takes it.
std::string ordered_value(const std::string& column, const std::vector<std::string>& levels);

/// Calls take(column, rest) behind the = of each line; it takes the rest of the line.
template <class Take>
Result<void> each_column(std::string_view lines, const std::string& flag, const std::string& example, Take take) {
  for (std::string_view rest = lines; !rest.empty(); rest.remove_prefix(std::min<std::size_t>(1, rest.size()))) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    auto column = take_element(rest, '=', flag);
    if (!column) return column.error();
    if (column.value().empty() || !rest.starts_with('='))
      return Error{Code::usage, flag, in_quotes(line) + " does not name a column; expected " + example};
    rest.remove_prefix(1);
    if (const auto taken = take(column.value(), rest); !taken) return taken;
  }
  return lines.empty() ? Error{Code::usage, flag, "is empty; expected " + example} : Result<void>();
}

}  // namespace halfspace
