// Texts of a categorical column and their codes. Texts that are numbers compare as numbers: "1", "+1" and "1.0" are one
// level, written as the shortest decimal.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/number.hpp"
#include "base/text.hpp"

namespace halfspace {

class Levels {
 public:
  Levels() = default;
  /// Of a model: no others are added.
  explicit Levels(const std::vector<std::string>& known) : texts_(known), closed_(true) {
    for (std::uint32_t k = 0; k < texts_.size(); ++k) code_.emplace(texts_[k], k);
  }

  /// The code of a cell's text; nothing for an unknown level of a model. The missing cell is "".
  std::optional<std::uint32_t> code(std::string_view text) {
    Number n;
    const std::string number = parse_number(text, n) ? number_text(n.value + 0.0) : "";
    if (!number.empty()) text = number;
    if (last_ < texts_.size() && texts_[last_] == text) return last_;
    const auto found = code_.find(text);
    if (found != code_.end()) return last_ = found->second;
    if (closed_) return std::nullopt;
    last_ = static_cast<std::uint32_t>(texts_.size());
    texts_.emplace_back(text);
    code_.emplace(std::string(text), last_);
    bytes_ += 2 * text.size() + 160;
    return last_;
  }

  const std::vector<std::string>& texts() const { return texts_; }
  std::uint64_t bytes() const { return bytes_; }
  bool closed() const { return closed_; }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view s) const { return std::hash<std::string_view>{}(s); }
  };
  std::vector<std::string> texts_;
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> code_;
  std::uint32_t last_ = 0;
  std::uint64_t bytes_ = 0;
  bool closed_ = false;
};

}  // namespace halfspace
