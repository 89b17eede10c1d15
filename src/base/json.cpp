#include "base/json.hpp"

namespace halfspace {

bool nested_deeper(std::string_view text, int most) {
  int depth = 0;
  bool inside = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (c == '"') inside = !inside;
    if (inside) {
      if (c == '\\') ++k;
      continue;
    }
    if ((c == '[' || c == '{') && ++depth > most) return true;
    if (c == ']' || c == '}') --depth;
  }
  return false;
}

Json parse_json(std::string_view text) {
  if (nested_deeper(text, 64)) return {nlohmann::detail::value_t::discarded};
  return Json::parse(text, nullptr, false);
}

std::string json_text(const Json& json, int indent) {
  return json.dump(indent, ' ', false, nlohmann::detail::error_handler_t::replace);
}

}  // namespace halfspace
