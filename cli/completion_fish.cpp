// One line `complete` for each flag and operand, each under the condition that its verb stands there.
#include <algorithm>

#include "completion.hpp"
#include "verbs.hpp"

namespace halfspace::cli {
namespace {

constexpr std::string_view fish_script = R"(# fish completion for halfspace, written by: halfspace completion fish

# Flags of a verb that take a value.
function __halfspace_valued
    switch $argv[1]
@valued    end
end

# __halfspace_at VERB [K]: is VERB the verb, and the cursor at its operand number K?
function __halfspace_at
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test $words[2] = $argv[1]; or return
    test (count $argv) -gt 1; or return 0
    set -e words[1..2]
    set -l valued (__halfspace_valued $argv[1])
    set -l operand 1
    set -l waiting no
    set -l plain no
    for word in $words
        if test $waiting = yes
            set waiting no
        else if test $plain = yes; or not string match -qr -- '^-.' $word
            set operand (math $operand + 1)
        else if test "$word" = --
            set plain yes
        else if contains -- $word $valued
            set waiting yes
        end
    end
    test $operand = $argv[2]
end

function __halfspace_no_verb
    test (count (commandline -opc)) -eq 1
end

complete -c halfspace -e
complete -c halfspace -f
@lines)";

std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

/// The words and files that may stand here; `-x` and `-r` say that a flag wants a value.
std::string value(const ValueHint& hint, bool of_flag) {
  const std::string words = hint_words(hint);
  std::string out;
  if (of_flag) out += hint.file ? " -r" : " -x";
  if (hint.file) out += " -F";
  if (!words.empty()) out += " -a '" + words + "'";
  return out;
}

std::string line(const std::string& condition, const std::string& what, std::string_view help) {
  return "complete -c halfspace -n '" + condition + "'" + what + " -d " + quoted(help) + "\n";
}

/// -s o, -l trace
std::string option(const std::string& name) { return (is_short(name) ? " -s " : " -l ") + name; }

std::string verb_lines(const Verb& verb) {
  const std::string here = "__halfspace_at " + std::string(verb.name);
  std::string out;
  std::size_t place = 0;
  for (const Operand& o : verb.operands()) {
    const std::string what = value(value_hint(o.name), false);
    ++place;
    if (!what.empty()) out += line(here + " " + std::to_string(place), what, o.help);
  }
  for (const Flag& f : flags_of(verb))
    out += line(here, option(f.name) + (f.metavar.empty() ? "" : value(value_hint(f), true)), f.help);
  return out;
}

}  // namespace

std::string fish_completion() {
  std::string lines;
  std::string valued;
  for (const Verb& v : verbs()) {
    lines += line("__halfspace_no_verb", " -a " + std::string(v.name), v.summary);
    valued += "        case " + std::string(v.name) + "\n            string split ' ' --";
    std::string names;
    for (const Flag& f : flags_of(v)) {
      if (!f.metavar.empty()) names += " " + dashed(f.name);
    }
    valued += " '" + names.substr(std::min<std::size_t>(1, names.size())) + "'\n";
  }
  for (const Alias& a : aliases()) {
    const std::string name(a.flag.substr(a.flag.find_first_not_of('-')));
    lines +=
        line("__halfspace_no_verb", (name.size() == 1 ? " -s " : " -l ") + name, "halfspace " + std::string(a.verb));
  }
  for (const Verb& v : verbs()) lines += verb_lines(v);
  return filled(filled(std::string(fish_script), "@valued", valued), "@lines", lines);
}

}  // namespace halfspace::cli
