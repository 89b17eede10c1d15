// Physical lines of a text, read in blocks: memory is one block plus the longest record, whatever the size of the text.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/buffer.hpp"
#include "codec/source.hpp"

namespace halfspace {

/// Hash of all bytes handed in, for provenance (XXH3-128).
class TextHash {
 public:
  TextHash();
  TextHash(const TextHash&) = delete;
  TextHash& operator=(const TextHash&) = delete;
  ~TextHash();
  void add(const char* data, std::size_t size);
  std::string hex() const;

 private:
  void* state_;
};

/// Lines in order. A UTF-8 byte order mark is dropped; UTF-16 and overlong lines are problems. After any call returned
/// false ask problem(): empty means the text ended.
class LineReader {
 public:
  LineReader(std::unique_ptr<Source> source, std::string name);

  /// The next line without its newline and without one '\r' before it. Views die at the next call.
  bool next(std::string_view& line);

  /// Lengthens the record that began with the last next() by one more physical line (joined by its newline).
  bool extend(std::string_view& record);

  const std::optional<Error>& problem() const { return problem_; }
  std::uint64_t line() const { return line_; }  ///< number of the last line read, from 1
  std::uint64_t bytes() const { return bytes_; }
  bool saw_nul() const { return saw_nul_; }    ///< some block so far held a NUL byte
  bool saw_hash() const { return saw_hash_; }  ///< some block so far held a '#'
  std::string hash() const { return hash_.hex(); }
  const std::string& name() const { return name_; }

  static constexpr std::size_t max_record = std::size_t{192} << 20U;

 private:
  bool find_line(std::size_t from, std::size_t& end);
  bool refill();
  bool check_start();
  bool fail(Code code, const std::string& message);

  std::unique_ptr<Source> source_;
  std::string name_;
  TextHash hash_;
  Buffer<char> buffer_;
  std::size_t record_ = 0;  // start of the current record
  std::size_t next_ = 0;    // start of the next line
  std::size_t filled_ = 0;
  bool at_end_ = false;
  bool started_ = false;
  bool saw_nul_ = false;
  bool saw_hash_ = false;
  std::uint64_t line_ = 0;
  std::uint64_t bytes_ = 0;
  std::optional<Error> problem_;
};

}  // namespace halfspace
