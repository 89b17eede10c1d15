// JSON with members in the order they were added (nlohmann-json). Parsing throws std::bad_alloc alone.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/fields.hpp"

namespace halfspace {

/// Makes Json a type of this program's own, so that what stands here of it is no other's business.
template <class T, class Enable = void>
struct JsonConversion : nlohmann::adl_serializer<T, Enable> {};

using Json = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, std::int64_t, std::uint64_t,
                                  double, std::allocator, JsonConversion>;

}  // namespace halfspace

/// The library's own version asks for memory, so it ends the program where there is none, and follows the null pointer
/// of a value whose making failed. This one recurs instead: parse_json() bounds the depth.
template <>
inline void halfspace::Json::json_value::destroy(nlohmann::detail::value_t kind) {
  using nlohmann::detail::value_t;
  // NOLINTBEGIN(cppcoreguidelines-owning-memory): the library made them by std::allocator
  if (kind == value_t::object) delete object;
  if (kind == value_t::array) delete array;
  if (kind == value_t::string) delete string;
  if (kind == value_t::binary) delete binary;
  // NOLINTEND(cppcoreguidelines-owning-memory)
}

namespace halfspace {

/// Numbers JSON cannot hold (infinity, NaN) become null.
inline Json number_json(double v) { return std::isfinite(v) ? Json(v + 0.0) : Json(nullptr); }

inline Json number_json(const std::optional<double>& v) { return v ? number_json(*v) : Json(nullptr); }

/// Is this the text? Json == "text" makes a value of the text first, in a comparison that is noexcept: without memory it
/// ends the process.
inline bool is_text(const Json& json, std::string_view text) {
  return json.is_string() && json.get_ref<const std::string&>() == text;
}

/// The name of an enumerator; null where it is empty.
template <Named E>
Json name_json(E value) {
  const std::string_view name = name_of(value);
  return name.empty() ? Json(nullptr) : Json(std::string(name));
}

inline Json setting_json(const SettingValue& value) {
  struct {
    Json operator()(std::monostate) const { return nullptr; }
    Json operator()(bool v) const { return v; }
    Json operator()(std::uint64_t v) const { return v; }
    Json operator()(double v) const { return number_json(v); }
    Json operator()(const std::string& v) const { return v; }
  } const visitor;
  return std::visit(visitor, value);
}

/// May the library's parser be given this? Not where a bracket is nested deeper than `most_depth` (copying and writing
/// JSON recurse, so hostile depth would overflow the stack), nor where there is a NUL: JSON has none, and the parser
/// takes one as the end of the text, whatever follows it.
bool may_be_json(std::string_view text, int most_depth);

/// `text` as JSON; a discarded value (is_discarded()) when it is none, or nested deeper than 64.
Json parse_json(std::string_view text);

/// One line of JSON; bytes that are not UTF-8 are replaced.
std::string json_text(const Json& json, int indent = -1);

}  // namespace halfspace
