// Labels as they are read: distinct texts get numbers; at the end numbers of equal value become one class and the
// classes are sorted (numbers by value, text by bytes; '+' and '-' stand for +1 and -1).
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
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

  /// Are rows of this label wanted? Does not change, whatever is added.
  bool wanted(std::string_view text) const { return keep_.empty() || wanted_.find(text).has_value(); }

  /// Number of the label's text; `kept` tells whether its rows are wanted.
  std::uint32_t add(std::string_view text, bool& kept);

  /// Classes that exist even where no row has them.
  void expect(const std::vector<std::string>& texts);

  /// Takes note of the labels of these rows, those of the last add()s: all rows, or one block after the other.
  void look(const Dataset& rows);

  /// Where all labels looked at are numbers: the first that equals one before it as a double and not as a decimal.
  struct Joined {
    std::uint64_t line = 0;
    std::string message;
  };
  std::optional<Joined> joined() const { return texts_ ? std::nullopt : joined_; }

  /// Moves the classes that occur, or are expected, into `data` and renumbers data.label.
  void finish(Dataset& data) const;

  /// Entries of `keep` that never occurred.
  std::vector<std::string> absent() const;
  std::vector<std::string> texts() const;
  const std::string& text(std::uint32_t number) const { return entries_[number].text; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(entries_.size()); }

  /// Memory of the texts.
  std::uint64_t bytes() const { return bytes_; }

 private:
  struct Entry {
    std::string text;
    bool kept;
    bool expected = false;
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
  std::vector<char> looked_at_;  // by number
  std::unordered_map<double, std::uint32_t> of_value_;
  bool texts_ = false;  // are some of those looked at
  std::optional<Joined> joined_;
};

/// Labels of at most 8 characters seen first, found again by comparing words.
class ShortLabels {
 public:
  static constexpr std::size_t none = 255;

  /// The place of a label of a block of lines, behind which 8 bytes may be read.
  std::size_t find(std::string_view label) const {
    if (label.size() - 1 >= sizeof(std::uint64_t)) return none;
    const std::uint64_t word = word_of(label);
    for (std::size_t k = 0; k < count_; ++k) {
      if (seen_[k].word == word && seen_[k].size == label.size()) return k;
    }
    return none;
  }

  /// Its place from now on; none where it is long or there are many.
  std::size_t add(std::string_view label) {
    if (label.size() - 1 >= sizeof(std::uint64_t) || count_ == seen_.size()) return none;
    seen_[count_] = {word_of(label), label.size()};
    return count_++;
  }

  static constexpr std::size_t most = 16;

 private:
  static std::uint64_t word_of(std::string_view label) {
    std::uint64_t word = 0;
    std::memcpy(&word, label.data(), sizeof(word));
    return word & ~std::uint64_t{0} >> (64 - 8 * label.size());
  }

  struct Seen {
    std::uint64_t word = 0;
    std::size_t size = 0;
  };
  std::array<Seen, most> seen_ = {};
  std::size_t count_ = 0;
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
