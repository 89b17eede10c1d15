#include "completion.hpp"

#include <vector>

#include "base/text.hpp"
#include "verbs.hpp"

namespace halfspace::cli {
namespace {

constexpr std::size_t no_limit = static_cast<std::size_t>(-1);

}  // namespace

std::string hint_words(const ValueHint& hint) {
  std::string words = joined(hint.words, " ", no_limit);
  if (hint.verb) words += (words.empty() ? "" : " ") + verb_words();
  return words;
}

std::string verb_words() {
  std::vector<std::string> names;
  for (const Verb& v : verbs()) names.emplace_back(v.name);
  return joined(names, " ", no_limit);
}

std::string alias_words() {
  std::vector<std::string> names;
  for (const Alias& a : aliases()) names.emplace_back(a.flag);
  return joined(names, " ", no_limit);
}

std::string filled(std::string text, std::string_view name, std::string_view value) {
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + value.size()))
    text.replace(at, name.size(), value);
  return text;
}

}  // namespace halfspace::cli
