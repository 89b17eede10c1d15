// One call of _arguments for each verb. The file works from $fpath (as _halfspace) and by source.
#include "completion.hpp"
#include "verbs.hpp"

namespace halfspace::cli {
namespace {

constexpr std::string_view zsh_script = R"zsh(#compdef halfspace
# zsh completion for halfspace, written by: halfspace completion zsh

_halfspace_words_or_files() { _alternative "words:word:($*)" 'files:file:_files' }

_halfspace() {
  if ((CURRENT == 2)); then
    if [[ $PREFIX == -* ]]; then
      compadd -- @aliases
    else
      local -a verbs=(
@verbs      )
      _describe -t commands verb verbs
    fi
    return
  fi
  shift words
  ((CURRENT--))
  case $words[1] in
@cases  esac
}

if [[ $funcstack[1] == _halfspace ]]; then
  _halfspace "$@"
else
  compdef _halfspace halfspace
fi
)zsh";

/// In single quotes, behind a backslash each of `special`.
std::string quoted(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return out;
}

std::string action(const ValueHint& hint) {
  const std::string words = hint_words(hint);
  if (words.empty()) return hint.file ? "_files" : " ";
  return hint.file ? " _halfspace_words_or_files " + words : "(" + words + ")";
}

std::string value(std::string_view metavar, const ValueHint& hint) {
  return ":" + quoted(metavar, "\\:") + ":" + action(hint);
}

std::string verb_case(const Verb& verb) {
  std::string out = "    " + std::string(verb.name) + ")\n      _arguments -S";
  for (const Flag& f : flags_of(verb)) {
    const std::string_view joint = f.metavar.empty() ? "" : is_short(f.name) ? "+" : "=";
    out += " \\\n        '" + dashed(f.name) + std::string(joint) + "[" + quoted(f.help, "\\[]:") + "]";
    if (!f.metavar.empty()) out += value(f.metavar, value_hint(f));
    out += "'";
  }
  std::size_t place = 0;
  for (const Operand& o : verb.operands())
    out +=
        " \\\n        '" + std::to_string(++place) + (o.required ? "" : ":") + value(o.name, value_hint(o.name)) + "'";
  return out + "\n      ;;\n";
}

}  // namespace

std::string zsh_completion() {
  std::string list;
  std::string cases;
  for (const Verb& v : verbs()) {
    list += "        '" + std::string(v.name) + ":" + quoted(v.summary, "\\:") + "'\n";
    cases += verb_case(v);
  }
  std::string out = filled(std::string(zsh_script), "@cases", cases);
  out = filled(out, "@verbs", list);
  return filled(out, "@aliases", alias_words());
}

}  // namespace halfspace::cli
