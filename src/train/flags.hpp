// Flags about data and learning: their names, values and help, wherever they are given (docs/options.md).
#pragma once

#include <string>
#include <vector>

#include "base/help_text.hpp"

namespace halfspace {

struct Flag {
  std::string name;     // without dashes; o is the one short flag (-o)
  std::string metavar;  // "" for a switch, else what stands for the value: NAME, T, a|b|c
  HelpText help;
  std::string group;
  bool repeats = false;  // may be given several times; its value holds one a line
  // Values that completion offers beside those of the metavar.
  std::vector<std::string> words = {};  // NOLINT(readability-redundant-member-init): g++ warns of initialisers left out
};

/// How a text is to be read.
std::vector<Flag> reading_flags();

/// The reading flags with --unseen: of rows that a model scores.
std::vector<Flag> scoring_flags();

/// The reading flags with --label, --columns, --weight: what is learned from it.
std::vector<Flag> data_flags();

/// --preset, --start, --trace and a flag for each choice of the perceptron family.
std::vector<Flag> perceptron_flags();

/// --algorithm, the flags of all learners and those of features; --trace is the command line's.
std::vector<Flag> learner_flags();

/// --features, --scale, --unseen, and the codings of columns of texts.
std::vector<Flag> feature_flags();

/// --hash-bits and --precision, of verbs that learn.
std::vector<Flag> change_flags();

/// --stream and --final-pass.
std::vector<Flag> stream_flags();

/// --bias, --positive, --min-mistakes, --suspects and --features of `separate`.
std::vector<Flag> separate_flags();

/// --threads, --seed, --timeout, --max-memory.
std::vector<Flag> running_flags();

}  // namespace halfspace
