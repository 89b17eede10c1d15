#include "feature/level_words.hpp"

namespace halfspace {
namespace {

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
  return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

/// The element as take_element() reads it.
std::string element_text(const std::string& text, char end) {
  const bool plain = without_blanks(text) == text && !text.starts_with('"') && text.find('\n') == std::string::npos;
  if (plain && (end == 0 || text.find(end) == std::string::npos)) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

}  // namespace

Result<std::string> take_element(std::string_view& rest, char end, const std::string& flag) {
  const auto ends = [&](char c) { return c == '\n' || (end != 0 && c == end); };
  const std::string_view all = rest;
  std::string out;
  if (rest.empty() || rest.front() != '"') {
    const auto stop = std::find_if(rest.begin(), rest.end(), ends);
    const auto size = static_cast<std::size_t>(stop - rest.begin());
    out = without_blanks(rest.substr(0, size));
    rest.remove_prefix(size);
    return out;
  }
  std::size_t at = 1;
  for (; at < rest.size(); ++at) {
    if (rest[at] == '"' && (at + 1 == rest.size() || rest[at + 1] != '"')) break;
    if (rest[at] == '"') ++at;
    out += rest[at];
  }
  if (at == rest.size()) return Error{Code::usage, flag, in_quotes(all) + " has a quote that does not end"};
  rest.remove_prefix(at + 1);
  if (!rest.empty() && !ends(rest.front()))
    return Error{Code::usage, flag, in_quotes(all) + " goes on after a closing quote; write \"\" for a quote inside"};
  return out;
}

std::string reference_value(const std::string& column, const std::string& level) {
  return element_text(column, '=') + "=" + element_text(level, '\0');
}

std::string ordered_value(const std::string& column, const std::vector<std::string>& levels) {
  std::string out = element_text(column, '=') + "=";
  for (std::size_t k = 0; k < levels.size(); ++k) out += (k == 0 ? "" : "<") + element_text(levels[k], '<');
  return out;
}

}  // namespace halfspace
