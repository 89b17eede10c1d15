// A cache as a file: a head, facts, arrays, and the text they were made of, packed. What facts and arrays hold is
// src/format/cache_*; docs/formats/cache.md has the bytes. Here a cache is a way of packing a text, as gzip is one, so that
// whatever reads a text (exact arithmetic, the verifier) reads it from a cache.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/text_hash.hpp"
#include "codec/lookahead.hpp"

namespace halfspace {

/// The first bytes of a file: who wrote it, how long its parts are, and their hashes.
struct CacheHead {
  static constexpr std::string_view magic{"\x89HSD\r\n\x1a\n", 8};
  static constexpr std::uint32_t version = 2;
  static constexpr std::uint32_t order_mark = 0x01020304;  // as the writing machine orders bytes
  static constexpr std::size_t size = 104;

  std::uint64_t facts = 0;   // bytes
  std::uint64_t arrays = 0;  // bytes
  std::uint64_t text = 0;    // bytes, packed by zstd; 0: the text is not kept
  TextHash::Digest facts_hash{};
  TextHash::Digest arrays_hash{};
  TextHash::Digest text_hash{};  // of the unpacked text

  std::string bytes() const;

  /// An Error without a place: another version, another order of bytes, damaged, too short.
  static Result<CacheHead> parse(std::string_view bytes);

  /// What a head says of the length of its text, be the rest of it damaged or of another version; 0 where it is cut off.
  static std::uint64_t text_bytes(std::string_view bytes);
};

/// Reads a cache in its order. The first Error stays.
class CacheFile {
 public:
  explicit CacheFile(std::unique_ptr<Lookahead> input) : input_(std::move(input)), name_(input_->name()) {}

  /// Head and facts, their lengths and hashes checked; once.
  Result<std::string> facts();

  /// Fills `to` with the next bytes of the arrays.
  Result<void> read(std::span<char> to);

  /// After the last of the arrays: are they as they were written?
  Result<void> end_arrays();

  /// The text, checked against its hash at its end; facts and arrays that were not read are passed over.
  Result<std::unique_ptr<Source>> text();

  const CacheHead& head() const { return head_; }
  bool size_known() const { return size_known_; }  ///< no part is longer than the file
  const std::string& name() const { return name_; }

  Error damaged(std::string_view what) const;

 private:
  Result<void> read_head();
  Result<void> fill(std::span<char> to);

  std::unique_ptr<Lookahead> input_;  // none once text() took it
  std::string name_;
  CacheHead head_;
  bool size_known_ = false;
  bool facts_read_ = false;
  std::uint64_t arrays_left_ = 0;
  TextHash arrays_hash_;
};

}  // namespace halfspace
