// Lines of a text and the SHA-256 of all of it. Memory is the longest record, at most 256 MiB.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/sha256.hpp"
#include "codec/source.hpp"

namespace halfspace {

class ExactLines {
 public:
  explicit ExactLines(Source& source) : source_(source), buffer_(std::size_t{1} << 18U) {}

  /// The next line, without its newline and one '\r' before that; a byte order mark is dropped. False at the end of
  /// the text or on a problem.
  bool next(std::string_view& line);

  /// Adds one more line to the record that began with the last next(), joined by the newline.
  bool extend(std::string_view& record);

  std::uint64_t number() const { return number_; }  ///< of the last line, from 1

  /// Reads what is left and returns the hash of the whole text, or the Error of a source that cannot be read.
  Result<std::string> finish();

  /// Why the last call was false; "" at the end of the text.
  const std::string& problem() const { return problem_; }

 private:
  bool refill();

  Source& source_;
  std::vector<char> buffer_;
  Sha256 hash_;
  std::size_t begin_ = 0;   // of the record
  std::size_t next_ = 0;    // the line to come
  std::size_t filled_ = 0;  // bytes in the buffer
  std::uint64_t number_ = 0;
  bool started_ = false;
  bool ended_ = false;
  std::string problem_;
  std::optional<Error> unreadable_;
};

}  // namespace halfspace
