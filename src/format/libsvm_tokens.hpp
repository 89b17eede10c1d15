// Tokens of a line of LIBSVM text, between blanks.
#pragma once

namespace halfspace {

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
