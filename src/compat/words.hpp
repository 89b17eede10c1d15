// The old tools' own command lines: one-letter flags, each with its value in the next word, then files.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "halfspace/result.hpp"

namespace halfspace::compat {

struct Words {
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
  /// The value of a flag, above 0.
  Result<double> positive(char flag, double fallback) const;
};

struct Tool;

/// Reads the words behind the name of the tool. Errors: usage.
Result<Words> parse(const Tool& tool, const std::vector<std::string>& words);

/// The file the model goes to: named, or the data's name with .model.
std::string model_path(const Words& words);

}  // namespace halfspace::compat
