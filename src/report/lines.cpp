#include "report/lines.hpp"

#include <array>
#include <charconv>

#include "base/text.hpp"

namespace halfspace {
namespace {

constexpr std::size_t indent = 11;
constexpr std::size_t width = 110;

std::string general(double value, int digits) {
  std::array<char, 40> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value == 0 ? 0.0 : value, std::chars_format::general, digits).ptr;
  return {buffer.data(), end};
}

}  // namespace

std::string short_number(double value) { return general(value, 6); }

std::string percent(double share) { return general(100 * share, 4) + " %"; }

std::string padded_right(std::string text, std::size_t size) {
  if (text.size() < size) text.resize(size, ' ');
  return text;
}

void Lines::add(const std::string& name, const std::string& text) {
  out_ += padded_right(name, indent);
  std::size_t column = indent;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t blank = std::min(text.find(' ', at), text.size());
    if (column > indent && column + blank - at > width) {
      out_ += "\n" + std::string(indent, ' ');
      column = indent;
    }
    out_ += text.substr(at, blank - at);
    column += blank - at + 1;
    if (blank < text.size()) out_ += ' ';
    at = blank + 1;
  }
  out_ += '\n';
}

void Lines::gap() { out_ += '\n'; }

}  // namespace halfspace
