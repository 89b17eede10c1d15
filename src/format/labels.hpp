// Labels as they are read: distinct texts get numbers; at the end numbers of equal value become one class and the
// classes are sorted (numbers by value, text by bytes; '+' and '-' stand for +1 and -1).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "data/dataset.hpp"
#include "data/label_index.hpp"

namespace halfspace {

class Labels {
 public:
  /// `keep`: labels of the rows to keep; empty keeps all.
  /// Labels are told apart as numbers where all of `keep` are numbers, else as texts.
  explicit Labels(std::vector<std::string> keep);

  /// Number of the label's text; `kept` tells whether its rows are wanted.
  std::uint32_t add(std::string_view text, bool& kept);

  /// Moves the classes that occur into `data` and renumbers data.label.
  void finish(Dataset& data) const;

  /// Entries of `keep` that never occurred.
  std::vector<std::string> absent() const;
  std::vector<std::string> texts() const;

  /// Memory of the texts.
  std::uint64_t bytes() const { return bytes_; }

 private:
  struct Entry {
    std::string text;
    bool kept;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view s) const { return std::hash<std::string_view>{}(s); }
  };
  std::vector<std::string> keep_;
  bool numeric_keep_;
  LabelIndex wanted_;  // of keep_
  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> number_;
  std::uint32_t last_ = 0;
  std::uint64_t bytes_ = 0;
};

/// Numbers the groups of rows: they are told apart by their texts, blanks around them apart.
class Groups {
 public:
  std::uint32_t number(std::string_view text) {
    const auto [at, fresh] = number_.try_emplace(std::string(text), static_cast<std::uint32_t>(number_.size()));
    if (fresh) bytes_ += text.size() + bytes_a_group;
    return at->second;
  }

  std::uint64_t bytes() const { return bytes_; }

 private:
  static constexpr std::uint64_t bytes_a_group = 64;  // besides its text
  std::unordered_map<std::string, std::uint32_t> number_;
  std::uint64_t bytes_ = 0;
};

}  // namespace halfspace
