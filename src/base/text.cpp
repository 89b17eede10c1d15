#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace halfspace {
namespace {

constexpr std::string_view hex_digits = "0123456789abcdef";

void append_escaped(std::string& out, char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (c == '\n') {
    out += "\\n";
  } else if (c == '\t') {
    out += "\\t";
  } else if (c == '\r') {
    out += "\\r";
  } else if (byte < 0x20 || byte >= 0x7F) {
    out += "\\x";
    out += hex_digits[byte >> 4U];
    out += hex_digits[byte & 15U];
  } else {
    out += c;
  }
}

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Length of the UTF-8 sequence at the front of `text`, 0 when it is not valid.
std::size_t sequence_length(std::string_view text) {
  const auto a = static_cast<unsigned char>(text[0]);
  if (a < 0x80) return 1;
  const std::size_t length = a >= 0xC2 && a < 0xE0 ? 2U : (a & 0xF0U) == 0xE0U ? 3U : a >= 0xF0 && a < 0xF5 ? 4U : 0U;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if (!continues(text[k])) return 0;
  }
  const auto b = static_cast<unsigned char>(text[1]);
  const bool overlong = (a == 0xE0 && b < 0xA0) || (a == 0xF0 && b < 0x90);
  const bool outside = (a == 0xED && b > 0x9F) || (a == 0xF4 && b > 0x8F);  // surrogates; beyond U+10FFFF
  return overlong || outside ? 0 : length;
}

/// The code point of a valid sequence.
unsigned code_point(std::string_view sequence) {
  unsigned code = static_cast<unsigned char>(sequence[0]);
  if (sequence.size() > 1) code &= 0x7FU >> sequence.size();
  for (const char c : sequence.substr(1)) code = code << 6U | (static_cast<unsigned char>(c) & 0x3FU);
  return code;
}

/// Marks that change the order in which the text around them is shown (Unicode's Bidi_Control).
bool turns_text(unsigned code) {
  return code == 0x61C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

void append_code(std::string& out, unsigned code) {
  out += "\\u";
  for (unsigned shift = 16; shift > 0;) out += hex_digits[code >> (shift -= 4) & 15U];
}

/// Length of the colour sequence (ESC [ digits and semicolons m) at the front of `text`, 0 when there is none.
std::size_t colour_length(std::string_view text) {
  if (!text.starts_with("\x1b[")) return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", 2);
  return end < text.size() && text[end] == 'm' ? end + 1 : 0;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0U);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitute = diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
    }
  }
  return row.back();
}

}  // namespace

std::string shown(std::string_view text, std::size_t max) {
  std::string out;
  for (std::size_t characters = 0; !text.empty(); ++characters) {
    if (characters == max) return out + "...";
    const std::size_t length = sequence_length(text);
    const bool control =
        length == 2 && text[0] == '\xC2' && static_cast<unsigned char>(text[1]) < 0xA0;  // U+0080..U+009F
    if (length > 1 && turns_text(code_point(text.substr(0, length)))) {
      append_code(out, code_point(text.substr(0, length)));
    } else if (length > 1 && !control) {
      out += text.substr(0, length);
    } else {
      for (const char c : text.substr(0, std::max<std::size_t>(length, 1))) append_escaped(out, c);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

std::string for_terminal(std::string_view text, bool colours) {
  std::string out;
  while (!text.empty()) {
    const std::size_t colour = colours ? colour_length(text) : 0;
    const std::size_t length = std::max(colour, sequence_length(text));
    const std::string_view piece = text.substr(0, std::max<std::size_t>(length, 1));
    const unsigned code = length == 0 || colour > 0 ? 0 : code_point(piece);
    if (length == 0) {
      append_escaped(out, text[0]);
    } else if (colour == 0 && code != '\n' && code != '\t' &&
               (code < 0x20 || (code >= 0x7F && code < 0xA0) || turns_text(code))) {
      append_code(out, code);
    } else {
      out += piece;
    }
    text.remove_prefix(piece.size());
  }
  return out;
}

std::string in_quotes(std::string_view text, std::size_t max) {
  std::string out(1, '\'');
  out += shown(text, max);
  out += '\'';
  return out;
}

std::string column_place(std::span<const std::string> names, std::size_t j) {
  return "column " + (j < names.size() ? in_quotes(names[j]) : std::to_string(j + 1));
}

std::string number_text(double value) {
  std::array<char, 32> buffer{};
  const double v = value == 0.0 ? 0.0 : value;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), v).ptr;
  return {buffer.data(), end};
}

std::string decimal_text(double value) {
  constexpr double all_are_whole = 0x1p53;
  constexpr auto digits_of_decimals = 15;
  if (!(std::fabs(value) >= all_are_whole) || std::isinf(value)) return number_text(value);
  std::array<char, 320> buffer{};
  const auto written = [&](std::chars_format format) {
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format).ptr;
    return std::string(buffer.data(), end);
  };
  std::string shortest = written(std::chars_format::scientific);
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto digits =
      std::count_if(shortest.begin(), shortest.begin() + static_cast<std::ptrdiff_t>(shortest.find('e')), is_digit);
  return digits <= digits_of_decimals ? shortest : written(std::chars_format::fixed);
}

std::string short_number(double value, int digits) {
  std::array<char, 40> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value == 0 ? 0.0 : value,
                                 std::chars_format::general, digits)
                       .ptr;
  return {buffer.data(), end};
}

std::string short_bound(double value, int digits) {
  std::string text = short_number(value, digits);
  if (!(value > 0 && std::isfinite(value))) return text;
  const double up = std::pow(10, std::floor(std::log10(value)) + 1 - digits);
  for (double v = value + up / 2; std::strtod(text.c_str(), nullptr) < value; v += up) text = short_number(v, digits);
  return text;
}

std::string grouped(std::uint64_t value) {
  std::string out = std::to_string(value);
  for (std::size_t k = out.size(); k > 3;) out.insert(k -= 3, 1, ',');
  return out;
}

std::string beyond_limit(std::uint64_t bytes, std::uint64_t limit) {
  constexpr std::uint64_t mib = std::uint64_t{1} << 20U;
  return grouped(bytes / mib + (bytes % mib > 0 ? 1 : 0)) + " MiB, more than the limit of " + grouped(limit / mib) +
         " MiB";
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return grouped(count) + " " + std::string(noun) + (count == 1 ? "" : noun.ends_with('s') ? "es" : "s");
}

std::string joined(std::span<const std::string> items, std::string_view separator, std::size_t most) {
  std::string out;
  for (std::size_t k = 0; k < items.size(); ++k) {
    if (k == most) return out + " and " + grouped(items.size() - most) + " more";
    if (k > 0) out += separator;
    out += shown(items[k]);
  }
  return out;
}

std::string alternatives(std::span<const std::string> items) {
  std::string out;
  for (std::size_t k = 0; k < items.size(); ++k)
    out += (k == 0 ? "" : k + 1 == items.size() ? " or " : ", ") + items[k];
  return out;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t at = text.find(separator);
    parts.emplace_back(text.substr(0, at));
    if (at == std::string_view::npos) break;
    text.remove_prefix(at + 1);
    if (text.empty()) parts.emplace_back();
  }
  return parts;
}

namespace {

std::string in_double_quotes(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

}  // namespace

std::string csv_field(const std::string& text) {
  return text.find_first_of(",\"\n\r") == std::string::npos ? text : in_double_quotes(text);
}

std::string csv_cell(const std::string& text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  return text.empty() || blank(text.front()) || blank(text.back()) ? in_double_quotes(text) : csv_field(text);
}

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
  std::string best;
  std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t longer = std::max(word.size(), candidate.size());
    if (longer - std::min(word.size(), candidate.size()) >= least) continue;  // the distance is no less
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < least && distance < candidate.size()) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace halfspace
