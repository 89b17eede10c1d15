// A block of plain records of CSV text, by vectors (simd/text_ops.hpp): as many fields each as the header, a line each,
// quoted fields without quotes in them. Any other block is no more than its text: CsvRecord reads it.
#pragma once

#include <string_view>
#include <vector>

#include "format/text_chain.hpp"
#include "simd/text_ops.hpp"

namespace halfspace {

/// What blocks have to know of a text.
struct CsvLayout {
  char delimiter = ',';
  std::size_t width = 0;               // fields of a record
  std::vector<std::size_t> numeric;    // features that hold numbers ...
  std::vector<std::size_t> column_of;  // ... and the fields they are in
};

class CsvBlock final : public TextBlock {
 public:
  static bool possible(const CsvLayout& layout) { return layout.width > 1 && text_ops() != nullptr; }

  explicit CsvBlock(const CsvLayout& layout) : layout_(layout), ops_(text_ops()) {}

  void parse() override;

  bool plain() const { return plain_; }
  std::size_t rows() const { return places_.rows; }

  /// Field k of record r, without its quotes.
  std::string_view cell(std::size_t r, std::size_t k) const;

  /// Is the cell of every numeric feature a number?
  bool has_numbers(std::size_t r) const { return all_numbers_ || numbers_[r]; }

  /// The numbers of a record, in the order of the layout.
  std::span<const double> values(std::size_t r) const {
    return value_.span().subspan(r * layout_.numeric.size(), layout_.numeric.size());
  }

  /// Digits after the point, and whether all are exact, of all numbers.
  int decimals() const { return facts_.decimals; }
  bool exact() const { return exact_; }

 private:
  bool has_shape() const;
  void place_numbers();
  void convert();

  const CsvLayout& layout_;
  const TextOps* ops_;
  CellPlaces places_;
  Buffer<std::uint32_t> first_;  // of each number
  Buffer<std::uint32_t> end_;
  Buffer<double> value_;
  Buffer<std::uint32_t> odd_;
  EntryFacts facts_;
  bool plain_ = false;
  bool exact_ = true;
  bool all_numbers_ = true;
  std::vector<bool> numbers_;
};

}  // namespace halfspace
