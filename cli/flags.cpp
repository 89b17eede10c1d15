#include "flags.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>
#include <unistd.h>

#include "base/number.hpp"
#include "base/text.hpp"
#include "terminal_size.hpp"
#include "verbs.hpp"

namespace halfspace::cli {
namespace {

/// The verbs that have this flag: "train, cv".
std::string verbs_with(const std::string& flag) {
  std::string out;
  for (const Verb& v : verbs()) {
    const auto flags = flags_of(v);
    if (std::any_of(flags.begin(), flags.end(), [&](const Flag& f) { return dashed(f.name) == flag; }))
      out += (out.empty() ? "" : ", ") + std::string(v.name);
  }
  return out;
}

Error unknown_flag(const Verb& verb, const std::string& word) {
  std::vector<std::string> names;
  for (const Flag& f : flags_of(verb)) names.push_back(dashed(f.name));
  const std::string flag = word.substr(0, word.find('='));
  const std::string near = nearest(flag, names);
  std::string message = "unknown flag " + in_quotes(flag);
  const std::string others = near.empty() ? verbs_with(flag) : "";
  if (!others.empty()) return {Code::usage, "", message + "; it is for " + others};
  message += near.empty() ? "; see halfspace " + std::string(verb.name) + " --help" : "; did you mean " + near + "?";
  return {Code::usage, "", message};
}

Error too_many(const Verb& verb, const std::string& word) {
  std::string message = "unexpected operand " + in_quotes(word, 200) + "; " + std::string(verb.name) + " takes";
  for (const Operand& o : verb.operands()) message += " " + o.name;
  if (verb.operands().empty()) message += " none";
  return {Code::usage, "", message};
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.resize(width, ' ');
  return text;
}

/// 100, or what the terminal has of them.
std::size_t help_width() {
  constexpr std::size_t least = 60;
  constexpr std::size_t most = 100;
  return isatty(STDOUT_FILENO) == 1 ? std::clamp(terminal_columns(STDOUT_FILENO), least, most) : most;
}

/// Words of `text` in lines, the first behind `head`, the others below it.
std::string wrapped(const std::string& head, const std::string& text) {
  constexpr std::size_t indent = 28;
  const std::size_t width = help_width();
  std::string out = head.size() < indent ? padded(head, indent) : head + "\n" + std::string(indent, ' ');
  std::size_t column = indent;
  for (const std::string& word : split(text, ' ')) {
    if (column > indent && column + 1 + word.size() > width) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  return out + "\n";
}

/// The flag that is given twice, or stands last or before another flag and wants a value.
Error bad_value(const Verb& verb, const std::vector<std::string>& words) {
  const std::vector<Flag> flags = flags_of(verb);
  for (const Flag& f : flags) {
    const std::string name = dashed(f.name);
    const auto times = std::count_if(words.begin(), words.end(), [&](const std::string& word) {
      return word == name || word.starts_with(name + "=");
    });
    if (times > 1 && !f.metavar.empty() && !f.repeats)
      return {Code::usage, name, "is given " + std::to_string(times) + " times; give it once"};
  }
  for (std::size_t k = 0; k < words.size(); ++k) {
    const bool open = k + 1 == words.size() || (words[k + 1].size() > 1 && words[k + 1][0] == '-');
    for (const Flag& f : flags) {
      if (open && !f.metavar.empty() && words[k] == dashed(f.name))
        return {Code::usage, words[k], "has no value; expected " + f.metavar};
    }
  }
  return {Code::usage, "", "a flag has no value; see halfspace " + std::string(verb.name) + " --help"};
}

}  // namespace

std::vector<Flag> common_flags() {
  std::vector<Flag> flags = {
      {"json", "", "the answer as one JSON object", "output"},
      {"quiet", "", "no progress and no notes on stderr", "output"},
      {"color", "auto|always|never", "colour on terminals (NO_COLOR is respected)", "output"},
  };
  for (Flag& f : running_flags()) flags.push_back(std::move(f));
  flags.push_back({"help", "", "this text (-h too); with --json as JSON", "output"});
  return flags;
}

std::vector<Flag> flags_of(const Verb& verb) {
  std::vector<Flag> all = verb.flags();
  for (const Flag& f : common_flags()) {
    const bool known = std::any_of(all.begin(), all.end(), [&](const Flag& g) { return g.name == f.name; });
    if (!known) all.push_back(f);
  }
  return all;
}

std::vector<std::string> groups_of(std::span<const Flag> flags) {
  std::vector<std::string> groups;
  for (const Flag& f : flags) {
    if (std::find(groups.begin(), groups.end(), f.group) == groups.end()) groups.push_back(f.group);
  }
  return groups;
}

bool is_short(const std::string& name) { return name == "o"; }

std::string dashed(const std::string& name) { return (is_short(name) ? "-" : "--") + name; }

bool is_literal(std::string_view part) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789-";
  return !part.empty() && part.find_first_not_of(letters) == std::string_view::npos;
}

ValueHint value_hint(std::string_view metavar) {
  ValueHint hint;
  for (const std::string& part : split(metavar, '|')) {
    if (is_literal(part)) hint.words.push_back(part);
    hint.file = hint.file || part == "FILE" || part == "MODEL" || part == "DATA" || part == "CERT";
    hint.verb = hint.verb || part == "VERB";
  }
  return hint;
}

ValueHint value_hint(const Flag& flag) {
  ValueHint hint = value_hint(flag.metavar);
  hint.words.insert(hint.words.end(), flag.words.begin(), flag.words.end());
  return hint;
}

std::string usage_line(const Verb& verb) {
  std::string line = "halfspace " + std::string(verb.name);
  for (const Operand& o : verb.operands()) line += o.required ? " " + o.name : " [" + o.name + "]";
  return line + " [FLAGS]";
}

namespace {

/// How CLI11 is told the names of a switch: -h is --help but where the one-letter flags are an old tool's.
std::string spellings(const Verb& verb, const Flag& f) {
  return (f.name == "help" && !verb.passes_words ? "-h," : "") + dashed(f.name);
}

bool may_be_given(const Flag& f, const std::vector<std::string>& words) {
  if (is_short(f.name) || f.name == "help") return true;
  const std::string flag = dashed(f.name);
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return word.starts_with(flag) && (word.size() == flag.size() || word[flag.size()] == '=');
  });
}

/// Long flags and their values; the other words are passed on as they stand.
std::vector<std::string> own_words(const Verb& verb, const std::vector<std::string>& words,
                                   std::vector<std::string>& passed) {
  if (!verb.passes_words) return words;
  const std::vector<Flag> flags = flags_of(verb);
  std::vector<std::string> own;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (!words[k].starts_with("--")) {
      passed.push_back(words[k]);
      continue;
    }
    own.push_back(words[k]);
    const bool valued = std::any_of(flags.begin(), flags.end(),
                                    [&](const Flag& f) { return !f.metavar.empty() && dashed(f.name) == words[k]; });
    if (valued && k + 1 < words.size()) own.push_back(words[++k]);
  }
  return own;
}

}  // namespace

Result<Args> parse(const Verb& verb, const std::vector<std::string>& all_words) {
  Args args;
  std::vector<std::string> passed;
  const std::vector<std::string> words = own_words(verb, all_words, passed);
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  for (const Flag& f : flags_of(verb)) {
    if (!may_be_given(f, words)) continue;  // CLI11 compares each new flag with all before it
    if (f.metavar.empty()) {
      app.add_flag_callback(spellings(verb, f), [&args, name = f.name] {
        args.values[name] = "true";
        args.order.push_back(name);
      });
    } else {
      const auto store = [&args, name = f.name](const std::string& value) {
        args.values[name] = value;
        args.order.push_back(name);
      };
      const auto store_all = [&args, name = f.name](const std::vector<std::string>& values) {
        std::string& all = args.values[name];
        for (const std::string& value : values) all += (all.empty() ? "" : "\n") + value;
        args.order.push_back(name);
      };
      if (f.repeats) {
        app.add_option_function<std::vector<std::string>>(dashed(f.name), store_all)->allow_extra_args(false);
      } else {
        app.add_option_function<std::string>(dashed(f.name), store)->allow_extra_args(false);
      }
    }
  }
  std::vector<std::string> reversed(words.rbegin(), words.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::ArgumentMismatch&) {
    return bad_value(verb, words);
  } catch (const CLI::ParseError& problem) {
    return Error{Code::usage, "",
                 std::string(problem.what()) + "; see halfspace " + std::string(verb.name) + " --help"};
  }
  bool plain = false;  // after "--" every word is an operand
  for (const std::string& word : app.remaining()) {
    if (!plain && word == "--") {
      plain = true;
      continue;
    }
    if (!plain && word.size() > 1 && word[0] == '-') return unknown_flag(verb, word);
    args.operands.push_back(word);
  }
  args.operands.insert(args.operands.end(), passed.begin(), passed.end());
  if (args.has("help")) return args;
  const std::vector<Operand> operands = verb.operands();
  if (args.operands.size() > operands.size() && passed.empty()) return too_many(verb, args.operands[operands.size()]);
  for (std::size_t k = args.operands.size(); k < operands.size(); ++k) {
    if (operands[k].required)
      return Error{Code::usage, "",
                   operands[k].name + " is missing (" + operands[k].help + "); usage: " + usage_line(verb)};
  }
  return args;
}

std::string help_text(const Verb& verb) {
  std::string out = "halfspace " + std::string(verb.name) + ": " + std::string(verb.summary) + "\n\nExamples\n" +
                    std::string(verb.examples);
  out += "\nUsage\n  " + usage_line(verb) + "\n";
  for (const Operand& o : verb.operands()) out += wrapped("  " + o.name, o.help);
  const std::vector<Flag> flags = flags_of(verb);
  for (const std::string& group : groups_of(flags)) {
    out += "\nFlags: " + group + "\n";
    for (const Flag& f : flags) {
      if (f.group == group)
        out += wrapped("  " + dashed(f.name) + (f.metavar.empty() ? "" : " " + f.metavar) + " ", f.help);
    }
  }
  return out;
}

Json help_json(const Verb& verb) {
  Json out{
      {"schema", "halfspace.help/1"}, {"version", HALFSPACE_VERSION}, {"verb", verb.name}, {"summary", verb.summary}};
  for (const Operand& o : verb.operands())
    out["operands"].push_back({{"name", o.name}, {"required", o.required}, {"help", o.help}});
  for (const Flag& f : flags_of(verb)) {
    out["flags"].push_back({{"name", dashed(f.name)},
                            {"value", f.metavar.empty() ? Json(nullptr) : Json(f.metavar)},
                            {"words", f.words},
                            {"group", f.group},
                            {"help", f.help}});
  }
  return out;
}

}  // namespace halfspace::cli
