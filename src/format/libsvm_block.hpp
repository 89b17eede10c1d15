// A block of plain lines of LIBSVM text, by vectors (simd/text_ops.hpp). A block that is not plain, or has something
// wrong in it, is no more than its text: LibsvmRows reads its lines and says what is wrong.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "format/libsvm_rows.hpp"
#include "format/text_chain.hpp"
#include "simd/text_ops.hpp"

namespace halfspace {

class LibsvmBlock final : public TextBlock {
 public:
  /// Do the options of this text and the machine let blocks be read?
  static bool possible(const ReadOptions& options);

  /// `limit`: columns from here on are left out.
  LibsvmBlock(const Building& b, std::int64_t limit);

  void parse() override;

  /// All rows of the block behind those there are; or nothing, where it is not plain.
  bool add_to(LibsvmRows& to, Building& b, std::uint64_t lines_before);

  bool plain() const { return plain_; }
  std::size_t entries() const { return places_.entries; }  // that are wanted
  std::size_t rows() const { return rows_; }               // lines

 private:
  bool convert();
  bool convert_odd_entries();
  bool rows_ascend() const;
  bool check_labels();
  void select();
  void add_labels_to(LibsvmRows& to, Building& b, std::uint64_t lines_before);
  std::string_view label(std::size_t r) const;

  const ReadOptions& options_;
  const Labels& labels_;
  std::int64_t limit_;
  const TextOps* ops_;
  TokenPlaces places_;
  Buffer<std::uint32_t> column_;
  Buffer<double> value_;
  Buffer<std::uint32_t> odd_;
  EntryFacts facts_;
  bool plain_ = false;
  bool exact_ = true;

  // Of each line: the place of its label in short_labels_, or none, and, where some are left out, whether it is kept.
  ShortLabels short_labels_;
  std::array<bool, ShortLabels::most> short_kept_ = {};
  std::array<std::int64_t, ShortLabels::most> short_number_ = {};  // in all labels; -1: not yet one of them
  std::vector<std::uint8_t> label_;
  std::vector<bool> kept_;
  std::vector<double> unseen_squares_;
  std::size_t rows_ = 0;
  std::uint64_t left_out_rows_ = 0;
  std::uint64_t unseen_entries_ = 0;
};

}  // namespace halfspace
