// What cells and labels mean to the verifier.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "certify/certificate.hpp"

namespace halfspace {

/// Without spaces and tabs at both ends.
std::string_view exact_trimmed(std::string_view cell);

/// Is this trimmed cell empty, NA, N/A, NaN, null or ?
bool exact_missing(std::string_view cell);

bool is_exact_number(std::string_view text);

/// Equal for texts that mean the same: numbers of one value, other texts as they stand.
std::string exact_spelling(std::string_view text);

/// Which side a label is on; rows whose label is on neither are left out.
class Sides {
 public:
  explicit Sides(const Certificate& certificate);

  /// What is wrong with the classes of the certificate; "" when nothing is.
  const std::string& problem() const { return problem_; }

  std::optional<bool> positive(std::string_view label);

 private:
  std::string key_of(std::string_view label) const;

  bool numeric_;
  std::unordered_map<std::string, bool> side_;
  std::string problem_;
  std::optional<std::string> last_label_;
  std::optional<bool> last_;
};

}  // namespace halfspace
