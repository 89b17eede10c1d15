// The records of a text for the verifier's reader: lines cut into cells at blanks (LIBSVM) or by RFC 4180 (CSV, TSV).
// Memory is the longest record.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/sha256.hpp"
#include "certify/certificate.hpp"
#include "codec/source.hpp"

namespace halfspace {

class ExactRecords {
 public:
  ExactRecords(const Certificate::Text& form, Source& source, const std::string& name);

  /// Goes to the next record that is not blank; false at the end of the text or after a problem.
  bool next();

  /// Reads what is left, for the hash. An Error is a source that cannot be read to its end.
  Result<std::string> sha256();

  std::vector<std::string>& cells() { return cells_; }  ///< of the record
  std::uint64_t line() const { return line_; }          ///< where it begins, from 1

  /// The first problem is told: what is read after it does not count.
  void refuse(const std::string& where, const std::string& what);
  void refuse(std::size_t cell, const std::string& what);
  const std::optional<Error>& problem() const { return problem_; }

 private:
  void read_block();
  bool append_line();
  void cut_at_blanks();
  void cut_at_delimiters();

  bool cut_at_blanks_;
  char delimiter_;
  std::uint64_t skip_lines_;
  std::unique_ptr<Source> source_;  // in UTF-8
  const std::string& name_;
  std::optional<Error> problem_;

  std::vector<char> block_;
  std::string_view unread_;  // of the block
  bool ended_ = false;
  std::optional<Error> unreadable_;
  Sha256 hash_;
  std::uint64_t lines_ = 0;

  std::string record_;   // with all its newlines
  std::size_t end_ = 0;  // of its text
  std::uint64_t line_ = 0;
  std::vector<std::string> cells_;
};

}  // namespace halfspace
