// What a person knows a row by: its line in a file, its number from 0 in memory.
#pragma once

#include <cstdint>
#include <string>

#include "base/text.hpp"
#include "data/dataset.hpp"

namespace halfspace {

inline bool in_memory(const Dataset& data) { return data.text_bytes == 0; }

inline const char* place_word(const Dataset& data) { return in_memory(data) ? "row" : "line"; }

inline std::string place_number(const Dataset& data, std::uint64_t row) {
  return grouped(data.lines.line(row) - (in_memory(data) ? 1 : 0));
}

/// "line 7", "row 6".
inline std::string place_of(const Dataset& data, std::uint64_t row) {
  return place_word(data) + (" " + place_number(data, row));
}

/// The same as a function, for messages of those who see rows alone. `data` outlives it.
inline auto places_of(const Dataset& data) {
  return [&data](std::size_t row) { return place_of(data, row); };
}

/// "heart.csv: csv", "rows in memory".
inline std::string shown_source(const Dataset& data, const std::string& source) {
  return in_memory(data) ? source : shown(source, 200) + ": " + data.form.format;
}

}  // namespace halfspace
