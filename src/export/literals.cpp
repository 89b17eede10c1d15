#include "export/literals.hpp"

#include <array>
#include <charconv>
#include <cstdint>

#include "base/text.hpp"

namespace halfspace {
namespace {

std::string hexadecimal(std::uint32_t v, std::size_t digits) {
  constexpr std::string_view digit = "0123456789abcdef";
  std::string out(digits, '0');
  for (std::size_t k = digits; k > 0; v >>= 4U) out[--k] = digit[v & 15U];
  return out;
}

/// The character of valid UTF-8 at `at`, which moves behind it.
std::uint32_t next_character(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t k) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[k])); };
  const std::uint32_t first = byte(at++);
  const std::size_t more = first < 0x80 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
  std::uint32_t c = more == 0 ? first : first & (0x3FU >> more);
  for (std::size_t k = 0; k < more; ++k) c = (c << 6U) | (byte(at++) & 0x3FU);
  return c;
}

std::string doubled(std::string_view text, char quote) {
  std::string out(1, quote);
  for (const char c : text) {
    out += c;
    if (c == quote) out += c;
  }
  return out + quote;
}

}  // namespace

std::string python_real(double v) {
  std::array<char, 40> text{};
  const std::string out(text.data(), std::to_chars(text.data(), text.data() + text.size(), v).ptr);
  return out.find_first_of(".e") == std::string::npos ? out + ".0" : out;
}

std::string python_string(std::string_view text) {
  const bool utf8 = is_utf8(text);  // other bytes as Python's surrogateescape has them
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::uint32_t c = utf8 || byte < 0x80 ? next_character(text, at) : 0xDC00U + byte;
    if (!utf8 && byte >= 0x80) ++at;
    if (c == '"' || c == '\\') out += '\\';
    if (c >= 0x20 && c < 0x7F) {
      out += static_cast<char>(c);
    } else if (c < 0x80) {
      out += "\\x" + hexadecimal(c, 2);
    } else {
      out += c < 0x10000 ? "\\u" + hexadecimal(c, 4) : "\\U" + hexadecimal(c, 8);
    }
  }
  return out + "\"";
}

std::string sql_real(double v) {
  std::array<char, 40> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), v, std::chars_format::scientific).ptr};
}

std::string sql_string(std::string_view text) { return doubled(text, '\''); }
std::string sql_name(std::string_view name) { return doubled(name, '"'); }

std::string c_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7F) {
      out += '\\';
      for (const unsigned shift : {6U, 3U, 0U}) out += static_cast<char>('0' + ((byte >> shift) & 7U));
      continue;
    }
    if (c == '"' || c == '\\' || c == '?') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string c_comment(std::string_view text) {
  std::string out = shown(text, 60);
  for (std::size_t at = 0; at + 1 < out.size(); ++at) {
    const std::string_view two(out.data() + at, 2);
    if (two == "*/" || two == "/*" || two == "??") out.insert(at + 1, 1, ' ');
  }
  return out;
}

}  // namespace halfspace
