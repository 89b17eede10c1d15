#include "base/markup.hpp"

namespace halfspace {

std::string as_markup(std::string_view clean) {
  std::string out;
  for (std::size_t k = 0; k < clean.size(); ++k) {
    const char c = clean[k];
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (c == '\'') {
      out += "&#39;";
    } else if (clean.substr(k, 3) == "\xEF\xBF\xBE" || clean.substr(k, 3) == "\xEF\xBF\xBF") {
      out += "\uFFFD";
      k += 2;
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace halfspace
