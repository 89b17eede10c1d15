// Members of typed options as texts of settings.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/fields.hpp"
#include "base/simd_choice.hpp"
#include "feature/feature_map.hpp"
#include "train/settings.hpp"

namespace halfspace::api {

inline std::string text_of(const SettingValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* count = std::get_if<std::uint64_t>(&value)) return std::to_string(*count);
  if (const auto* number = std::get_if<double>(&value)) return number_text(*number);
  return "";
}

inline std::string text_of(double value) { return number_text(value); }
inline std::string text_of(std::uint64_t value) { return std::to_string(value); }
template <Named E>
std::string text_of(E value) {
  return std::string(name_of(value));
}

/// The value of a field of the tables.
template <class S>
std::string field_text(const S& choices, std::span<const Field<S>> fields, std::string_view name) {
  for (const Field<S>& field : fields) {
    if (field.name == name) return text_of(field.get(choices));
  }
  return "";
}

/// Every field that differs from the defaults.
template <class S>
void add_different(Settings& out, const S& options, std::span<const Field<S>> fields) {
  for (const Field<S>& field : fields) {
    const SettingValue value = field.get(options);
    if (value != field.get(S{})) out.values[field.name] = text_of(value);
  }
}

/// Adds what is set, and of members that always are what differs from `base`.
template <class S>
auto adding(Settings& out, const S& base, std::span<const Field<S>> fields) {
  return [&out, &base, fields](const char* name, const auto& member) {
    if constexpr (requires { member.has_value(); }) {
      if (member) out.values[name] = text_of(*member);
    } else if (std::string text = text_of(member); text != field_text(base, fields, name)) {
      out.values[name] = std::move(text);
    }
  };
}

inline void add_number(Settings& out, const std::string& name, double value, double fallback) {
  if (value != fallback) out.values[name] = number_text(value);
}

inline void add_count(Settings& out, const std::string& name, std::uint64_t value, std::uint64_t fallback) {
  if (value != fallback) out.values[name] = std::to_string(value);
}

template <class T>
void add_given(Settings& out, const std::string& name, const std::optional<T>& value) {
  if (value) out.values[name] = text_of(*value);
}

inline void add_text(Settings& out, const std::string& name, const std::string& value) {
  if (!value.empty()) out.values[name] = value;
}

inline std::string numbers_text(std::span<const double> numbers) {
  std::string out;
  for (const double v : numbers) out += (out.empty() ? "" : ",") + number_text(v);
  return out;
}

inline std::string_view name_of_missing(MissingCells missing) {
  switch (missing) {
    case MissingCells::drop:
      return "drop";
    case MissingCells::mean:
      return "mean";
    case MissingCells::category:
      return "category";
    case MissingCells::mean_and_category:
      return "mean,category";
    case MissingCells::error:
      return "";
    default:
      return "(a value out of range)";
  }
}

/// What training and paths have in common.
template <class O>
void add_common(Settings& out, const O& o) {
  add_different(out, o.features, feature_fields());
  add_different(out, o.features, coding_fields());
  if (o.features.unseen) out.values["unseen"] = std::string(name_of(*o.features.unseen));
  add_text(out, "missing", std::string(name_of_missing(o.missing)));
  add_text(out, "positive", o.positive);
  if (o.threads != 0) out.values["threads"] = std::to_string(o.threads);
  if (o.simd != Simd::automatic) out.values["simd"] = std::string(name_of(o.simd));
  add_number(out, "timeout", o.timeout, 0);
  if (o.max_memory_mib != 0) out.values["max-memory"] = std::to_string(o.max_memory_mib);
}

}  // namespace halfspace::api
