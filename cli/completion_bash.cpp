// Works in bash 3.2 and later, with or without the bash-completion package. Names of files alone are left to readline
// (an empty answer and -o default), which knows how to quote them.
#include "completion.hpp"
#include "verbs.hpp"

namespace halfspace::cli {
namespace {

constexpr std::string_view bash_script = R"(# bash completion for halfspace, written by: halfspace completion bash
# shellcheck shell=bash

# What may follow flag $2, or be operand number $2, of verb $1: sets words and files; fails where nothing is taken.
_halfspace_value() {
  case "$1 $2" in
@values    *) return 1 ;;
  esac
}

_halfspace_flags() {
  case $1 in
@flags  esac
}

_halfspace() {
  local IFS=$' \t\n' cur=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} prefix='' waiting='' plain='' operand=1
  local k word words files
  COMPREPLY=()
  for ((k = 2; k < COMP_CWORD; k++)); do
    word=${COMP_WORDS[k]}
    if [[ $waiting ]]; then
      [[ $word == '=' ]] || waiting='' # readline makes three words of --flag=value
    elif [[ $plain || $word != -?* ]]; then
      operand=$((operand + 1))
    elif [[ $word == -- ]]; then
      plain=yes
    elif _halfspace_value "$verb" "$word"; then
      waiting=$word
    fi
  done
  words='' files=''
  if ((COMP_CWORD == 1)); then
    words='@verbs'
    [[ $cur != -* ]] || words='@aliases'
  elif [[ $waiting ]]; then
    [[ $cur != '=' ]] || cur=''
    _halfspace_value "$verb" "$waiting"
  elif [[ ! $plain && $cur == --*=* ]]; then
    prefix=${cur%%=*}= cur=${cur#*=}
    _halfspace_value "$verb" "${prefix%=}"
  elif [[ ! $plain && $cur == -* ]] || ! _halfspace_value "$verb" "$operand"; then
    [[ $plain ]] || words=$(_halfspace_flags "$verb")
  fi
  [[ $files ]] || compopt +o default 2>/dev/null
  [[ $words || $prefix ]] || return 0
  [[ ! $files ]] || compopt -o filenames 2>/dev/null
  while IFS='' read -r word; do
    COMPREPLY+=("$word")
  done < <(compgen -P "$prefix" ${files:+-f} -W "$words" -- "$cur")
}

complete -o default -F _halfspace halfspace
)";

std::string value_case(const Verb& verb, const std::string& place, const ValueHint& hint) {
  const std::string words = hint_words(hint);
  std::string out = "    '" + std::string(verb.name) + " " + place + "')";
  if (!words.empty()) out += " words='" + words + "'";
  if (hint.file) out += " files=yes";
  return out + " ;;\n";
}

}  // namespace

std::string bash_completion() {
  std::string values;
  std::string flags;
  for (const Verb& v : verbs()) {
    std::size_t place = 0;
    for (const Operand& o : v.operands()) values += value_case(v, std::to_string(++place), value_hint(o.name));
    std::string names;
    for (const Flag& f : flags_of(v)) {
      if (!f.metavar.empty()) values += value_case(v, dashed(f.name), value_hint(f));
      names += " " + dashed(f.name);
    }
    flags += "    " + std::string(v.name) + ") echo '" + names.substr(1) + "' ;;\n";
  }
  std::string out = filled(std::string(bash_script), "@values", values);
  out = filled(out, "@flags", flags);
  out = filled(out, "@verbs", verb_words());
  return filled(out, "@aliases", alias_words());
}

}  // namespace halfspace::cli
