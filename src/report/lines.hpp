// Reports for people: a name on the left, what it says on the right, wrapped.
#pragma once

#include <string>

namespace halfspace {

/// 0.0312 -> "3.12 %".
std::string percent(double share);

std::string padded_right(std::string text, std::size_t size);

class Lines {
 public:
  void add(const std::string& name, const std::string& text);
  void gap();
  const std::string& text() const { return out_; }

 private:
  std::string out_;
};

}  // namespace halfspace
