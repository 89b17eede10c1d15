#include "html/members.hpp"

#include "base/text.hpp"

namespace halfspace::html {

std::optional<double> number_member(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

std::string text_member(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

const Json& list_member(const Json& object, const char* name) {
  static const Json none = Json::array();
  const auto found = object.find(name);
  return found != object.end() && found->is_array() ? *found : none;
}

std::string value_text(const Json& v) {
  if (v.is_null()) return "not set";
  if (v.is_string()) return v.get<std::string>();
  return v.is_number_float() ? number_text(v.get<double>()) : json_text(v);
}

}  // namespace halfspace::html
