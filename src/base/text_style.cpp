#include "base/text_style.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/number.hpp"
#include "base/quoted_list.hpp"
#include "base/text.hpp"

namespace halfspace {
namespace {

constexpr std::array<std::string_view, 3> blank_signs = {" ", "\xC2\xA0", "\xE2\x80\xAF"};  // U+00A0, U+202F
struct Currency {
  std::string_view sign;
  std::string_view code;
};
constexpr std::array<Currency, 12> currencies = {{{"$", "USD"},
                                                  {"\xE2\x82\xAC", "EUR"},
                                                  {"\xC2\xA3", "GBP"},
                                                  {"\xC2\xA5", "JPY"},
                                                  {"\xE2\x82\xB9", "INR"},
                                                  {"\xE2\x82\xA9", "KRW"},
                                                  {"EUR", "EUR"},
                                                  {"USD", "USD"},
                                                  {"GBP", "GBP"},
                                                  {"CHF", "CHF"},
                                                  {"JPY", "JPY"},
                                                  {"kr", "kr"}}};

/// The length of the blank that `s` begins with; 0 for none.
std::size_t blank_at(std::string_view s) {
  const auto found = std::find_if(blank_signs.begin(), blank_signs.end(), [s](auto b) { return s.starts_with(b); });
  return found == blank_signs.end() ? 0 : found->size();
}

std::string_view without_outer_blanks(std::string_view s) {
  while (const std::size_t size = blank_at(s)) s.remove_prefix(size);
  for (;;) {
    const auto found = std::find_if(blank_signs.begin(), blank_signs.end(), [s](auto b) { return s.ends_with(b); });
    if (found == blank_signs.end()) return s;
    s.remove_suffix(found->size());
  }
}

bool take_sign_before(std::string_view& s, std::string& sign) {
  if (s.empty() || (s.front() != '-' && s.front() != '+')) return false;
  sign = s.front() == '-' ? "-" : "";
  s.remove_prefix(1);
  return true;
}

/// Takes one currency sign off, before or behind.
bool take_currency(std::string_view& s) {
  for (const auto& [c, code] : currencies) {
    if (s.starts_with(c)) {
      s = without_outer_blanks(s.substr(c.size()));
      return true;
    }
    if (s.ends_with(c)) {
      s = without_outer_blanks(s.substr(0, s.size() - c.size()));
      return true;
    }
  }
  return false;
}

/// Copies `s` with thousands separators left out and a point for the decimal mark.
enum class Copied { fine, odd_groups, other_mark };
Copied copy_digits(std::string_view s, const TextStyle& style, std::string& to) {
  std::size_t group = 0;  // digits since the last separator
  bool separated = false;
  bool whole = true;  // before the decimal mark
  const bool blanks = style.thousands == ' ';
  while (!s.empty()) {
    const char c = s.front();
    const std::size_t blank = blanks ? blank_at(s) : 0;
    const bool separator = style.thousands != 0 && (blanks ? blank > 0 : c == style.thousands);
    if (separator) {
      if (!whole || group == 0 || group > 3 || (separated && group != 3)) return Copied::odd_groups;
      separated = true;
      group = 0;
      s.remove_prefix(blanks ? blank : 1);
      continue;
    }
    if (whole && (c == style.decimal || (c | 0x20) == 'e')) {
      if (separated && group != 3) return Copied::odd_groups;
      whole = false;
    }
    if (c == '.' && style.decimal != '.') return Copied::other_mark;
    group += c >= '0' && c <= '9' ? 1 : 0;
    to += c == style.decimal ? '.' : c;
    s.remove_prefix(1);
  }
  return whole && separated && group != 3 ? Copied::odd_groups : Copied::fine;
}

std::string mark_text(char c) { return c == ' ' ? "space" : std::string(1, c); }

std::string signs_text(const TextStyle& s) {
  return std::string(s.percent ? "percent" : "") + (s.percent && s.currency ? "," : "") +
         (s.currency ? "currency" : "");
}

Result<char> mark_of(const std::string& value, const std::string& flag, std::string_view allowed) {
  const char sign = value == "space" ? ' ' : value.size() == 1 ? value[0] : '\0';
  if (sign != '\0' && allowed.find(sign) != std::string_view::npos) return sign;
  std::string names;
  for (const char c : allowed) names += (names.empty() ? "" : " ") + mark_text(c);
  return Error{Code::usage, flag, in_quotes(value) + " is not one of " + names};
}

Result<void> read_signs(TextStyle& style, const std::string& value) {
  style.percent = style.currency = false;
  for (const std::string& sign : split(value, ',')) {
    if (sign != "percent" && sign != "currency")
      return Error{Code::usage, "--signs", in_quotes(sign) + " is not one of percent, currency"};
    (sign == "percent" ? style.percent : style.currency) = true;
  }
  return {};
}

Result<void> read_value(TextStyle& s, const std::string& name, const std::string& value) {
  const std::string flag = "--" + name;
  const auto put = [](auto result, auto& to) -> Result<void> {
    if (!result) return result.error();
    to = std::move(result).value();
    return {};
  };
  if (name == "decimal") return put(mark_of(value, flag, ".,"), s.decimal);
  if (name == "thousands") return put(mark_of(value, flag, ",.' _"), s.thousands);
  if (name == "signs") return read_signs(s, value);
  if (name == "dates") return put(choice_of<Dates>(value, flag), s.dates);
  if (name == "date-order") return put(choice_of<DayOrder>(value, flag), s.day_order);
  if (name == "encoding") return put(choice_of<Encoding>(value, flag), s.encoding);
  if (name == "skip-lines") return put(option_count(value, flag), s.skip_lines);
  if (name != "na") return {};
  s.na = value;
  return put(quoted_list(value, flag), s.missing);
}

}  // namespace

std::string_view currency_in(std::string_view cell) {
  const auto found = std::find_if(currencies.begin(), currencies.end(),
                                  [cell](const Currency& c) { return cell.find(c.sign) != std::string_view::npos; });
  return found == currencies.end() ? "" : found->code;
}

bool is_missing(std::string_view cell) {
  static constexpr std::array<std::string_view, 5> words = {"na", "n/a", "nan", "null", "?"};
  if (cell.empty()) return true;
  if (cell.size() > 4) return false;
  std::string lower(cell);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return std::find(std::begin(words), std::end(words), lower) != std::end(words);
}

bool TextStyle::is_missing(std::string_view cell) const {
  return halfspace::is_missing(cell) || std::find(missing.begin(), missing.end(), cell) != missing.end();
}

std::map<std::string, std::string> TextStyle::values() const {
  std::map<std::string, std::string> out;
  if (decimal != '.') out["decimal"] = mark_text(decimal);
  if (thousands != 0) out["thousands"] = mark_text(thousands);
  if (percent || currency) out["signs"] = signs_text(*this);
  if (!na.empty()) out["na"] = na;
  if (dates != Dates::texts) out["dates"] = std::string(name_of(dates));
  if (day_order != DayOrder::none) out["date-order"] = std::string(name_of(day_order));
  if (encoding != Encoding::utf8) out["encoding"] = std::string(name_of(encoding));
  if (skip_lines != 0) out["skip-lines"] = std::to_string(skip_lines);
  return out;
}

std::string TextStyle::words() const {
  std::string out;
  for (const auto& [name, value] : values()) out += (out.empty() ? "--" : " --") + name + " " + shell_word(value);
  return out;
}

Result<TextStyle> styled(TextStyle style, const std::map<std::string, std::string>& values) {
  for (const auto& [name, value] : values) {
    if (const auto fine = read_value(style, name, value); !fine) return fine.error();
  }
  const bool of_both = values.contains("thousands") || !values.contains("decimal");
  if (style.thousands == style.decimal && !of_both) style.thousands = 0;  // that of a model, for another table
  if (style.thousands == style.decimal)
    return Error{Code::usage, "--thousands",
                 in_quotes({&style.thousands, 1}) + " is the decimal mark too; say --decimal " +
                     (style.decimal == '.' ? "," : ".") + " or choose another separator"};
  return style;
}

WrittenNumber written_number(std::string_view cell, const TextStyle& style, std::string& room) {
  const std::string_view written = cell;
  std::string sign;
  bool percent = false;
  bool signs = take_sign_before(cell, sign);
  if (style.currency) {
    if (signs) cell = without_outer_blanks(cell);
    const bool negative = cell.size() > 2 && cell.front() == '(' && cell.back() == ')';  // as accountants write it
    if (negative) {
      sign = "-";
      signs = true;
      cell = without_outer_blanks(cell.substr(1, cell.size() - 2));
    }
    if (take_currency(cell) && !signs && take_sign_before(cell, sign)) cell = without_outer_blanks(cell);
  }
  if (style.percent && cell.ends_with('%')) {
    percent = true;
    cell = without_outer_blanks(cell.substr(0, cell.size() - 1));
  }
  room = sign;
  const Copied copied = copy_digits(cell, style, room);
  if (percent) room += "e-2";
  Number n;
  if (copied == Copied::fine && room.size() > sign.size() && cell.find_first_of("+-") != 0 && parse_number(room, n))
    return {room, ""};
  if (copied == Copied::fine) return {};
  std::string without(written);
  if (copied == Copied::odd_groups) {
    std::erase_if(without, [&](char c) { return c == style.thousands; });
    std::replace(without.begin(), without.end(), style.decimal, '.');
    if (!parse_number(without, n)) return {};
    return {"", "no number with the thousands separator " + in_quotes({&style.thousands, 1}) +
                    ": groups behind the first have three digits; write all numbers of a table in one style"};
  }
  std::erase(without, ',');
  if (!parse_number(without, n)) return {};
  return {"", "written with a decimal point where --decimal , was said; write all numbers of a table in one style"};
}

}  // namespace halfspace
