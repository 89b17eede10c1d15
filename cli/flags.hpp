// The command line from tables: a verb names its operands and flags, and parsing, help and completion come from them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "halfspace/result.hpp"
#include "train/flags.hpp"
#include "train/settings.hpp"

namespace halfspace::cli {

/// What the user wrote: values by flag name, operands in order, flag names in order.
struct Args : Settings {
  std::vector<std::string> operands;
  std::vector<std::string> order;
};

struct Operand {
  std::string name;  // what value_hint() reads
  std::string help;
  bool required = true;
};

/// A verb's exit code, or the error that ends it.
using Outcome = Result<int>;

struct Verb {
  std::string_view name;
  std::string_view summary;
  std::string_view examples;  // lines "command    what it does"
  std::vector<Operand> (*operands)();
  std::vector<Flag> (*flags)();
  Outcome (*run)(const Args& args);
  bool passes_words = false;  // every word but long flags is an operand, one-letter flags among them
};

/// Flags every verb has.
std::vector<Flag> common_flags();

/// All flags of a verb.
std::vector<Flag> flags_of(const Verb& verb);

/// Groups of flags in the order they first come.
std::vector<std::string> groups_of(std::span<const Flag> flags);

/// o is the one short flag: --x and --y are long.
bool is_short(const std::string& name);
std::string dashed(const std::string& name);

/// What may stand for a metavar or an operand, read from its parts between bars: small letters, digits and hyphens are
/// a word to type (cyclic|pla), FILE, MODEL, DATA and CERT stand for a file name, VERB for a verb; anything else is
/// free.
struct ValueHint {
  std::vector<std::string> words;
  bool file = false;
  bool verb = false;
};
ValueHint value_hint(std::string_view metavar);
ValueHint value_hint(const Flag& flag);

/// Is this part of a metavar typed as it stands?
bool is_literal(std::string_view part);

/// Reads the words behind the verb. Unknown flags are errors with the nearest flag.
Result<Args> parse(const Verb& verb, const std::vector<std::string>& words);

/// halfspace VERB OPERANDS [FLAGS]
std::string usage_line(const Verb& verb);

std::string help_text(const Verb& verb);
Json help_json(const Verb& verb);

}  // namespace halfspace::cli
