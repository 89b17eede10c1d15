// In place of src/base/help_text.hpp: nothing that a module exports shows the help of a flag, and its words are not linked.
#pragma once

#include <string>

namespace halfspace {

struct HelpText {
  constexpr HelpText() = default;
  template <class Text>
  constexpr HelpText(const Text&) {}  // NOLINT(google-explicit-constructor)
  template <class Text>
  constexpr HelpText& operator+=(const Text&) {
    return *this;
  }
  operator std::string() const { return {}; }  // NOLINT(google-explicit-constructor)
  friend constexpr HelpText operator+(HelpText, const std::string&) { return {}; }
  friend constexpr HelpText operator+(HelpText, const char*) { return {}; }
  friend constexpr HelpText operator+(const char*, HelpText) { return {}; }
  friend constexpr bool operator==(HelpText, HelpText) { return true; }
};

}  // namespace halfspace
