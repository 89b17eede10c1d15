// Options are spelled once: a struct with default values and, beside it, a table of fields. From the table come range
// checks, flags, help, docs/options.md and the echo of settings in reports and models.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/help_text.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

/// A setting as reports and models show it; monostate is "not set" (JSON null).
using SettingValue = std::variant<std::monostate, bool, std::uint64_t, double, std::string>;

/// The values of an enum, in the order of its enumerators: specialise for each enum that is an option.
template <class E>
struct Names;

template <class E>
concept Named = requires { Names<E>::list; };

/// A value that is none of them, as a caller's cast can make one, has a name that no option takes.
template <Named E>
constexpr std::string_view name_of(E value) {
  const auto at = static_cast<std::size_t>(value);
  return at < Names<E>::list.size() ? std::string_view(Names<E>::list[at]) : "(a value out of range)";
}

/// For tests, which show a value that they did not expect by its name.
template <Named E>
std::ostream& operator<<(std::ostream& out, E value) {
  return out << name_of(value);
}

template <Named E>
std::vector<std::string> names_of(std::span<const E> values) {
  std::vector<std::string> out;
  out.reserve(values.size());
  for (const E value : values) out.emplace_back(name_of(value));
  return out;
}

/// Of those that `fit`.
template <Named E, class Fit>
std::vector<std::string> names_that(Fit fit) {
  std::vector<std::string> out;
  for (std::size_t k = 0; k < Names<E>::list.size(); ++k) {
    if (fit(static_cast<E>(k))) out.emplace_back(Names<E>::list[k]);
  }
  return out;
}

template <class S>
struct Field {
  std::string name;     // the flag without its dashes
  std::string metavar;  // what stands for the value in help: NAME, T, a|b|c
  HelpText help;
  std::function<Result<void>(S&, std::string_view)> set;
  std::function<SettingValue(const S&)> get;
};

/// The setting's name in JSON: dashes become underscores.
inline std::string json_name(std::string_view flag) {
  std::string out(flag);
  for (char& c : out) c = c == '-' ? '_' : c;
  return out;
}

/// A real number in (low, high), or [low, high) when `closed`.
template <class S>
Field<S> number_field(std::string name, std::string metavar, double S::* member, double low, bool closed,
                      const HelpText& help) {
  const std::string range = (closed ? "[" : "(") + number_text(low) + ", inf)";
  auto set = [=](S& s, std::string_view text) -> Result<void> {
    const auto value = option_number(text, "--" + name);
    if (!value) return value.error();
    if (value.value() < low || (value.value() == low && !closed)) {
      return Error{Code::usage, "--" + name, in_quotes(text) + " is outside " + range};
    }
    s.*member = value.value();
    return {};
  };
  auto get = [member](const S& s) { return SettingValue(s.*member); };
  return {std::move(name), std::move(metavar), help + ", in " + range, std::move(set), std::move(get)};
}

/// A whole number from `low`; 0 stands for "not set" where low > 0.
template <class S>
Field<S> count_field(std::string name, std::string metavar, std::uint64_t S::* member, std::uint64_t low,
                     HelpText help) {
  auto set = [=](S& s, std::string_view text) -> Result<void> {
    const auto value = option_count(text, "--" + name);
    if (!value) return value.error();
    if (value.value() < low)
      return Error{Code::usage, "--" + name, in_quotes(text) + " is less than " + std::to_string(low)};
    s.*member = value.value();
    return {};
  };
  auto get = [=](const S& s) -> SettingValue {
    if (low > 0 && s.*member == 0) return std::monostate{};
    return s.*member;
  };
  return {std::move(name), std::move(metavar), std::move(help), std::move(set), std::move(get)};
}

/// Those that a user may choose: the first Names<E>::offered, or all. An empty name stands for "not set".
template <Named E>
constexpr std::span<const std::string_view> offered_names() {
  const std::span<const std::string_view> all = Names<E>::list;
  if constexpr (requires { Names<E>::offered; }) return all.first(Names<E>::offered);
  return all;
}

template <Named E>
std::string choices() {
  std::string out;
  for (const std::string_view n : offered_names<E>()) out += (out.empty() || n.empty() ? "" : "|") + std::string(n);
  return out;
}

/// The place of `text` among these names, or an Error with the nearest one.
inline Result<std::size_t> place_of(std::string_view text, std::span<const std::string_view> offered,
                                    const std::string& where) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < offered.size(); ++k) {
    if (offered[k] == text) return k;
    if (!offered[k].empty()) names.emplace_back(offered[k]);
  }
  const std::string near = nearest(text, names);
  return Error{Code::usage, where,
               in_quotes(text) + " is not one of " + joined(names) +
                   (near.empty() ? "" : "; did you mean " + in_quotes(near) + "?")};
}

/// The enumerator called `text`, or an Error with the nearest name.
template <Named E>
Result<E> choice_of(std::string_view text, const std::string& where) {
  const auto place = place_of(text, offered_names<E>(), where);
  if (!place) return place.error();
  return static_cast<E>(place.value());
}

/// One of an enum's names.
template <class S, Named E>
Field<S> choice_field(std::string name, E S::* member, HelpText help) {
  auto set = [=](S& s, std::string_view text) -> Result<void> {
    const auto value = choice_of<E>(text, "--" + name);
    if (!value) return value.error();
    s.*member = value.value();
    return {};
  };
  auto get = [member](const S& s) { return SettingValue(std::string(name_of(s.*member))); };
  return {std::move(name), choices<E>(), std::move(help), std::move(set), std::move(get)};
}

}  // namespace halfspace
