#include "base/alike.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace halfspace {

std::string plain_letters(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(" \t"), text.size());
  std::string lower(text.substr(first, text.find_last_not_of(" \t") + 1 - first));
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return lower;
}

std::string alike_or_near(std::string_view text, const std::vector<std::string>& known) {
  const std::string wanted = plain_letters(text);
  const auto same =
      std::find_if(known.begin(), known.end(), [&](const std::string& k) { return plain_letters(k) == wanted; });
  return same != known.end() ? *same : nearest(text, known);
}

}  // namespace halfspace
