// halfspace help [VERB]: the verbs, the help of one, and either as a manual page.
#include "man_page.hpp"
#include "overview.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli {

std::string overview() {
  std::string out = "halfspace " HALFSPACE_VERSION ": " + std::string(program_summary) +
                    "\n\nUsage\n  halfspace VERB [FLAGS]\n\nVerbs\n";
  for (const Verb& v : verbs()) {
    std::string name = "  " + std::string(v.name);
    name.resize(14, ' ');
    out += name + std::string(v.summary) + "\n";
  }
  return out + "\nStart\n" + std::string(program_examples);
}

namespace verb_help {
namespace {

std::vector<Operand> operands() { return {{"VERB", "a verb of halfspace (default: the list of them)", false}}; }
std::vector<Flag> flags() { return {{"man", "", "a manual page for man(1), in roff", "output"}}; }

Json overview_json() {
  Json out = json_head("help");
  out["summary"] = program_summary;
  for (const Verb& v : verbs()) out["verbs"].push_back({{"name", v.name}, {"summary", v.summary}});
  return out;
}

Outcome run(const Args& args) {
  const Verb* verb = nullptr;
  if (!args.operands.empty()) {
    const auto found = find_verb(args.operands[0]);
    if (!found) return found.error();
    verb = found.value();
  }
  const std::string page = args.has("man") ? (verb != nullptr ? man_page(*verb) : man_page()) : "";
  Result<void> printed;
  if (args.has("json")) {
    Json answer = verb != nullptr ? help_json(*verb) : overview_json();
    if (args.has("man")) answer["page"] = page;
    printed = print_json(answer, Json::object());
  } else if (args.has("man")) {
    printed = print(page);
  } else {
    printed = print(verb != nullptr ? help_text(*verb) : overview());
  }
  if (!printed) return printed.error();
  return 0;
}

}  // namespace

const Verb verb = {"help",
                   "the verbs, the help of one, manual pages",
                   "  halfspace help train                    what train does, its flags\n"
                   "  halfspace help --man train | man -l -   the same as a manual page\n",
                   operands,
                   flags,
                   run};

}  // namespace verb_help
}  // namespace halfspace::cli
