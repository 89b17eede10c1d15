// halfspace completion SHELL: a script that makes a shell complete halfspace's words.
#include "base/text.hpp"
#include "completion.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_completion {
namespace {

std::vector<std::string> shell_names() {
  std::vector<std::string> names;
  names.reserve(shells.size());
  for (const Shell& s : shells) names.emplace_back(s.name);
  return names;
}

std::vector<Operand> operands() { return {{joined(shell_names(), "|"), "the shell that is to complete"}}; }
std::vector<Flag> flags() { return {}; }

Error unknown_shell(const std::string& word) {
  const std::vector<std::string> names = shell_names();
  const std::string near = nearest(word, names);
  return {Code::usage, "",
          "unknown shell " + in_quotes(word) +
              (near.empty() ? "; the shells are " + joined(names) : "; did you mean " + near + "?")};
}

Outcome run(const Args& args) {
  for (const Shell& s : shells) {
    if (s.name != args.operands[0]) continue;
    Json answer = json_head("completion");
    answer["shell"] = s.name;
    answer["script"] = s.script();
    const auto printed = args.has("json") ? print_json(answer, Json::object()) : print(s.script());
    if (!printed) return printed.error();
    return 0;
  }
  return unknown_shell(args.operands[0]);
}

}  // namespace

const Verb verb = {"completion",
                   "a script that completes verbs, flags and values in a shell",
                   "  source <(halfspace completion bash)    in ~/.bashrc\n"
                   "  source <(halfspace completion zsh)     in ~/.zshrc, after compinit\n"
                   "  halfspace completion fish | source     in ~/.config/fish/config.fish\n",
                   operands,
                   flags,
                   run};

}  // namespace halfspace::cli::verb_completion
