// What the certificate says of labels and columns, looked up as the verifier's reader needs it.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "certify/certificate.hpp"
#include "certify/verify/exact_records.hpp"

namespace halfspace {

/// The two sides, by the labels of their classes.
class ExactClasses {
 public:
  /// Problems go to `records`.
  ExactClasses(const Certificate& certificate, ExactRecords& records);

  /// Is it of a positive class? nullptr: of none.
  const bool* positive(std::string_view label) const;

 private:
  std::string class_name(std::string_view label) const;

  bool numeric_;
  std::unordered_map<std::string, bool> positive_;  // by class
};

/// A used column: a number, or texts with a feature each.
struct ExactInput {
  std::size_t cell = 0;
  std::uint64_t feature = 0;                             // of its number
  std::unordered_map<std::string, std::uint64_t> level;  // or of each level
};

/// Which cell of a CSV record is what.
struct ExactColumns {
  std::size_t width = 0;
  std::size_t label = 0;
  std::size_t weight = 0;
  std::vector<ExactInput> inputs;
  std::vector<std::size_t> needed;  // cells that may not be missing
};

/// Finds the columns in the first record by their names, or without a header by their numbers from 1. Problems go to
/// `records`.
ExactColumns find_exact_columns(const Certificate& certificate, ExactRecords& records);

}  // namespace halfspace
