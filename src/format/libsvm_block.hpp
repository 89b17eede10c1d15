// Rows of LIBSVM text, a block of whole plain lines at a time (simd/text_ops.hpp). A block that is not plain, or has
// something wrong in it, is left as it was found: LibsvmRows reads its lines and says what is wrong.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "format/building.hpp"
#include "format/libsvm_rows.hpp"
#include "simd/text_ops.hpp"

namespace halfspace {

class LibsvmBlock {
 public:
  LibsvmBlock(Building& b, LibsvmRows& rows);

  /// Do the options of this text and the machine let blocks be read?
  bool possible() const { return ops_ != nullptr; }

  /// All rows of a block of lines_ahead(), which is used up; or nothing at all.
  bool add(std::string_view block);

 private:
  /// Labels of at most 8 characters seen lately.
  struct ShortLabel {
    std::uint64_t word;
    std::uint32_t number;
  };

  void expect_more(std::size_t bytes);
  bool add_odd_entries(std::string_view block, SparseRows::Room room);
  bool rows_ascend(SparseRows::Room room) const;
  bool add_labels(std::string_view block);
  std::optional<std::uint32_t> label_number(const char* first, std::size_t size);

  Building& b_;
  LibsvmRows& rows_;
  const TextOps* ops_;
  TokenPlaces places_;
  Buffer<std::uint32_t> odd_;
  EntryFacts facts_;
  bool exact_ = true;
  std::array<ShortLabel, 16> short_labels_ = {};
  std::size_t short_count_ = 0;
};

}  // namespace halfspace
