#include "verbs.hpp"

#include <array>
#include <vector>

#include "base/text.hpp"

namespace halfspace::cli {

std::span<const Verb> verbs() {
  static const std::array list = {verb_train::verb,   verb_predict::verb, verb_evaluate::verb, verb_separate::verb,
                                  verb_verify::verb,  verb_path::verb,    verb_inspect::verb,  verb_explain::verb,
                                  verb_cv::verb,      verb_search::verb,  verb_plot::verb,     verb_report::verb,
                                  verb_trace::verb,   verb_grade::verb,   verb_exercise::verb, verb_play::verb,
                                  verb_convert::verb, verb_compat::verb,  verb_help::verb,     verb_completion::verb,
                                  verb_version::verb};
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
  return Error{
      Code::usage, "",
      "unknown verb " + in_quotes(word) +
          (near.empty() ? "; the verbs are " + joined(names, ", ", names.size()) : "; did you mean " + near + "?")};
}

}  // namespace halfspace::cli
