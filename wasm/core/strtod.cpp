// The C library's strtod adds up long doubles, which wasm has in software alone; readers of data have fast_float anyway.
#include <cstdlib>
#include <cstring>

#include <fast_float/fast_float.h>

// The linker puts it in that place (cmake/wasm.cmake: --wrap).
extern "C" double number_of(const char* text, char** end) asm("__wrap_strtod");

double number_of(const char* text, char** end) {
  const char* first = text;
  while (*first == ' ' || (*first >= '\t' && *first <= '\r')) ++first;
  first += *first == '+' ? 1 : 0;
  double value = 0;
  const auto found = fast_float::from_chars(first, first + std::strlen(first), value);
  const bool any = found.ptr != first;
  if (end != nullptr)
    *end = const_cast<char*>(any ? found.ptr : text);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  return any ? value : 0;
}
