// Tokens of a line of LIBSVM text, between blanks.
#pragma once

#include <cstddef>

namespace halfspace {

inline constexpr std::size_t most_index_digits = 18;  // leading zeros included: the index fits 64 bits

inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

inline const char* skip_blanks(const char* p, const char* last) {
  while (p != last && is_blank(*p)) ++p;
  return p;
}

inline const char* token_end(const char* p, const char* last) {
  while (p != last && !is_blank(*p)) ++p;
  return p;
}

}  // namespace halfspace
