// Chosen rows of a LIBSVM text once more, as text.
#include <algorithm>

#include "base/number.hpp"
#include "base/places.hpp"
#include "format/formats.hpp"
#include "format/libsvm_tokens.hpp"

namespace halfspace {

Result<std::vector<RowText>> libsvm_row_texts(LineReader& lines, const Dataset& data,
                                              const std::vector<std::uint64_t>& rows) {
  std::vector<RowText> out;
  const auto place = places_of(data.columns);  // chosen columns are named by their numbers
  std::string_view line;
  while (out.size() < rows.size() && lines.next(line)) {
    if (lines.line() != data.lines.line(rows[out.size()])) continue;
    line = line.substr(0, line.find('#'));
    RowText text{rows[out.size()], lines.line(), {}, {}, {}};
    const char* last = line.data() + line.size();
    const char* p = skip_blanks(line.data(), last);
    const char* end = token_end(p, last);
    text.label = std::string(p, end);
    std::uint64_t field = 1;
    for (p = skip_blanks(end, last); p != last; p = skip_blanks(end, last)) {
      end = token_end(p, last);
      ++field;
      const char* colon = std::find(p, end, ':');
      std::uint64_t j = 0;
      scan_digits(p, colon, j);
      if (colon == end) continue;  // another text than the one that was read: the hash will tell
      std::uint64_t column = j - (data.form.zero_based ? 0 : 1);
      if (!place.empty()) {
        const auto chosen = place.find(std::to_string(column + 1));
        if (chosen == place.end()) continue;
        column = chosen->second;
      }
      text.entries.emplace_back(column, std::string(colon + 1, end));
      text.field[column] = field;
    }
    out.push_back(std::move(text));
  }
  return out;
}

}  // namespace halfspace
