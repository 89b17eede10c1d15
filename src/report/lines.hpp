// Reports for people: a name on the left, what it says on the right, wrapped.
#pragma once

#include <cstddef>
#include <string>

namespace halfspace {

inline constexpr std::size_t report_indent = 11;    // where the text begins
inline constexpr std::size_t report_columns = 110;  // at most, of text that no terminal bounds

/// 0.0312 -> "3.12 %".
std::string percent(double share);

/// With blanks to so many columns.
std::string padded_right(const std::string& text, std::size_t size);

class Lines {
 public:
  void add(const std::string& name, const std::string& text);
  void gap();
  const std::string& text() const { return out_; }

 private:
  std::string out_;
};

}  // namespace halfspace
