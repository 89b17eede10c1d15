// Labels looked up in a list by what they mean (data/label.hpp).
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace halfspace {

/// Places of labels in a list, each found in constant time.
class LabelIndex {
 public:
  /// `as_numbers`: by same_label(); else byte by byte.
  LabelIndex(std::span<const std::string> labels, bool as_numbers);

  /// The first place of a label that is this one, or nothing.
  std::optional<std::size_t> find(std::string_view label) const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view s) const { return std::hash<std::string_view>{}(s); }
  };
  std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> texts_;
  std::unordered_map<double, std::size_t> numbers_;
  bool as_numbers_;
};

}  // namespace halfspace
