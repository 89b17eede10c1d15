#include "base/quoted_list.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace halfspace {
namespace {

/// Takes a quoted element, which begins at text[at], and moves `at` behind its closing quote.
bool take_quoted(std::string_view text, std::size_t& at, std::string& out) {
  for (++at; at < text.size(); ++at) {
    if (text[at] != '"') {
      out += text[at];
    } else if (at + 1 < text.size() && text[at + 1] == '"') {
      out += text[at++];
    } else {
      ++at;
      return true;
    }
  }
  return false;
}

/// $'...' of bash, ksh and zsh, which stays in one line.
std::string word_with_escapes(const std::string& text) {
  std::string out = "$'";
  for (const char c : text) {
    const std::size_t at = std::string_view("\n\r\t'\\").find(c);
    if (at == std::string_view::npos)
      out += c;
    else
      out += std::string("\\") + std::string_view("nrt'\\")[at];
  }
  return out + "'";
}

}  // namespace

Result<std::vector<std::string>> quoted_list(std::string_view text, const std::string& flag) {
  std::vector<std::string> out;
  std::size_t at = 0;
  while (!text.empty()) {
    std::string one;
    if (at < text.size() && text[at] == '"') {
      if (!take_quoted(text, at, one))
        return Error{Code::usage, flag, in_quotes(text) + " has a quote that does not end; write '\"a,b\",c'"};
      if (at < text.size() && text[at] != ',')
        return Error{
            Code::usage, flag,
            in_quotes(text) + " goes on after a closing quote; write '\"a,b\",c', and \"\" for a quote inside"};
    } else {
      const std::size_t end = std::min(text.find(',', at), text.size());
      one = text.substr(at, end - at);
      at = end;
    }
    out.push_back(std::move(one));
    if (at == text.size()) break;
    ++at;  // the comma
  }
  return out;
}

std::string shell_word(const std::string& text) {
  const bool bare = std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           std::string_view("_.,=+-:/@%").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (bare && !text.empty()) return text;
  if (text.find_first_of("\n\r\t") != std::string::npos) return word_with_escapes(text);
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string as_flag_value(const std::vector<std::string>& elements) {
  std::string list;
  for (const std::string& e : elements) {
    const bool plain = !e.empty() && e.find_first_of(",\"") == std::string::npos;
    if (!list.empty()) list += ',';
    if (!plain) list += '"';
    for (const char c : e) list += !plain && c == '"' ? std::string("\"\"") : std::string(1, c);
    if (!plain) list += '"';
  }
  return shell_word(list);
}

std::string whole_or(const std::string& value, const std::string& words) {
  constexpr std::size_t longest = 200;
  return shown(value, longest) == value ? value : words;
}

}  // namespace halfspace
