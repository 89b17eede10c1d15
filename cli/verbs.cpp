#include "verbs.hpp"

#include <array>
#include <vector>

#include "base/text.hpp"

namespace halfspace::cli {

std::span<const Verb> verbs() {
  static const std::array list = {train_verb,   predict_verb, evaluate_verb, separate_verb,   verify_verb,
                                  inspect_verb, plot_verb,    help_verb,     completion_verb, version_verb};
  return list;
}

std::span<const Alias> aliases() {
  static constexpr std::array<Alias, 3> list = {{{"--help", "help"}, {"-h", "help"}, {"--version", "version"}}};
  return list;
}

Result<const Verb*> find_verb(const std::string& word) {
  std::string_view name = word;
  for (const Alias& a : aliases()) {
    if (a.flag == word) name = a.verb;
  }
  std::vector<std::string> names;
  for (const Verb& v : verbs()) {
    if (v.name == name) return &v;
    names.emplace_back(v.name);
  }
  const std::string near = nearest(word, names);
  return Error{Code::usage, "",
               "unknown verb " + in_quotes(word) +
                   (near.empty() ? "; the verbs are " + joined(names) : "; did you mean " + near + "?")};
}

}  // namespace halfspace::cli
