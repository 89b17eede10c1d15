// Physical lines of a text, read in blocks: memory is one block plus the longest record, whatever the size of the text.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/buffer.hpp"
#include "base/text_hash.hpp"
#include "codec/source.hpp"

namespace halfspace {

/// Lines in order. A UTF-8 byte order mark is dropped; UTF-16 and overlong lines are problems. After any call returned
/// false ask problem(): empty means the text ended.
class LineReader {
 public:
  LineReader(std::unique_ptr<Source> source, std::string name);

  /// The lines of a block that was taken from a reader (take_lines), behind so many others. It must outlive this.
  LineReader(std::string_view block, std::uint64_t lines_before, std::string name);

  /// The next line without its newline and without one '\r' before it. Views die at the next call.
  bool next(std::string_view& line);

  /// Whole lines, one at least, each with its newline, in `block`, which was empty or held those of an earlier call;
  /// line_slack bytes before and behind them may be read, whatever they hold. Nothing where the text ends, its last line
  /// has no newline, the next line is long (next() has these), or there is a problem.
  /// line() goes on as if they had not been read: say at_line() before any other call.
  std::string_view take_lines(Buffer<char>& block);

  /// What was taken last, and was not used, comes again: `blocks` in their order, whatever of their front is left out.
  void put_back(std::span<const std::string_view> blocks);

  /// Calls this before each wait for more of the text; its Error is the problem that ends it. take_lines() then takes
  /// what lines there are.
  void before_waits(std::function<Result<void>()> call) { before_wait_ = std::move(call); }

  /// Would more of the text still be waited for after so many milliseconds?
  bool waits(int milliseconds) const { return source_ && source_->waits(milliseconds); }

  /// So many lines were used.
  void at_line(std::uint64_t lines) { line_ = lines; }

  /// Lines handed out by next() and extend() are hashed in parts, too; take_lines() is not for such a text.
  void hash_parts() { part_.emplace(); }

  /// The hash of the lines handed out since the last call.
  std::string end_part();

  static constexpr std::size_t line_slack = 64;
  static constexpr std::size_t longest_taken = std::size_t{1} << 25U;  // of a line that take_lines() takes

  /// Lengthens the record that began with the last next() by one more physical line (joined by its newline).
  bool extend(std::string_view& record);

  const std::optional<Error>& problem() const { return problem_; }
  std::uint64_t line() const { return line_; }                       ///< number of the last line read, from 1
  std::uint64_t bytes() const { return bytes_; }                     ///< read so far, hashed
  std::uint64_t used() const { return bytes_ - (filled_ - next_); }  ///< ... and handed out
  std::uint64_t expected_bytes() const { return source_ ? source_->expected() : 0; }  ///< of the text; 0: not known
  bool saw_nul() { return saw(nul_); }         ///< some block that next() read from held a NUL byte
  bool saw_hash() { return saw(hash_sign_); }  ///< ... a '#'
  std::string hash() const { return hash_.hex(); }
  const std::string& name() const { return name_; }

  static constexpr std::size_t max_record = std::size_t{192} << 20U;

 private:
  /// A byte that is looked for block by block, once next() has needed the block.
  struct Sought {
    char byte = 0;
    std::size_t looked_at = 0;  // up to here in the buffer
    bool found = false;
  };
  bool saw(Sought& sought) { return sought.found || (sought.looked_at != filled_ && look(sought)); }
  bool look(Sought& sought);

  bool find_line(std::size_t from, std::size_t& end);
  bool refill();
  std::size_t whole_lines();
  bool check_start();
  bool fail(Code code, const std::string& message);
  void hash_up_to(std::size_t place);

  std::unique_ptr<Source> source_;
  std::function<Result<void>()> before_wait_;
  std::string name_;
  TextHash hash_;
  std::optional<TextHash> part_;
  std::size_t part_hashed_ = line_slack;  // up to here in the buffer
  Buffer<char> buffer_;
  std::size_t record_ = line_slack;  // start of the current record
  std::size_t next_ = line_slack;    // start of the next line
  std::size_t filled_ = line_slack;
  bool at_end_ = false;
  bool started_ = false;
  Sought nul_ = {'\0'};
  Sought hash_sign_ = {'#'};
  std::uint64_t line_ = 0;
  std::uint64_t bytes_ = 0;
  std::optional<Error> problem_;
};

}  // namespace halfspace
