// The old tools' own command lines: one-letter flags, each with its value in the next word, then files.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "export/libsvm_model.hpp"
#include "flags.hpp"
#include "format/read.hpp"
#include "model/model.hpp"

namespace halfspace::cli::compat {

struct Words {
  std::string tool;
  std::map<char, std::string> values;
  std::vector<std::pair<std::string, std::string>> class_weights;  // -wi: label, weight
  std::vector<std::string> files;

  bool has(char flag) const { return values.contains(flag); }
  std::string get(char flag, const std::string& fallback) const {
    const auto it = values.find(flag);
    return it == values.end() ? fallback : it->second;
  }
  /// The value of a flag, a whole number in [least, most].
  Result<std::uint64_t> count(char flag, std::uint64_t fallback, std::uint64_t least, std::uint64_t most) const;
  Result<double> number(char flag, double fallback) const;
};

/// What a tool takes: letters of flags with a value and of those without, files at least and at most.
struct Tool {
  std::string_view name;
  std::string_view usage;
  std::string_view valued;
  std::string_view switches;
  std::size_t least_files;
  std::size_t most_files;
  Outcome (*run)(const Args& args, const Words& words);
};

Result<Words> parse(const Tool& tool, const std::vector<std::string>& words);

Outcome liblinear_train(const Args& args, const Words& words);
Outcome liblinear_predict(const Args& args, const Words& words);
Outcome svm_train(const Args& args, const Words& words);
/// -s 2 and 3, whose labels are values.
Outcome svm_train_values(const Args& args, const Words& words, const Dataset& data, SvmType type, const Kernel& kernel);

Outcome svm_predict(const Args& args, const Words& words);

/// LIBSVM text, as these tools read it.
Result<Dataset> read_rows(const Args& args, const std::string& path, ReadOptions options);

/// The labels of the rows as numbers.
std::vector<double> targets(const Dataset& data);

/// Classes as they first appear; -1 and +1 with +1 first (both tools).
std::vector<std::uint32_t> first_order(const Dataset& data);

/// "%g": six digits.
std::string g(double v);

/// Says the line on stdout, unless -q; with --json the members instead.
Result<void> say(const Args& args, const Words& words, const std::string& line, const Json& members);

/// Trains by these settings, prepared so that the tool's model file has its classes in its own order.
Result<Model> trained(const Args& args, const Dataset& data, Settings settings);

/// -wi as --class-weight; labels that do not occur are noted.
void add_class_weights(const Args& args, const Words& words, const Dataset& data, Settings& settings);

/// -v N: the share of right labels in N folds, in percent.
Outcome cross_validation(const Args& args, const Words& words, const Dataset& data, const Settings& settings);

/// The file the model goes to: named, or the data's name with .model.
std::string model_path(const Words& words);

/// Nothing is written over what is read, and standard input is read once.
Result<void> check_files(const Tool& tool, const Words& words);

}  // namespace halfspace::cli::compat
