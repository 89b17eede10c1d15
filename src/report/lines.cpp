#include "report/lines.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace halfspace {
namespace {

constexpr std::size_t hanging = 11;
constexpr std::size_t most_columns = 110;

}  // namespace

std::string percent(double share) { return short_number(100 * share, 4) + " %"; }

std::string padded_right(std::string text, std::size_t size) {
  if (text.size() < size) text.resize(size, ' ');
  return text;
}

void Lines::add(const std::string& name, const std::string& text) {
  std::string line = padded_right(name, hanging);
  bool empty = true;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (!empty && line.size() + 1 + end - at > most_columns) {
      out_ += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
      line.assign(hanging, ' ');
      empty = true;
    }
    if (!empty) line += ' ';
    line.append(text, at, end - at);
    empty = false;
    at = end + 1;
  }
  out_ += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
}

void Lines::gap() { out_ += '\n'; }

}  // namespace halfspace
