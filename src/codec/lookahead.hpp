// Lookahead: a Source read in blocks, whose next bytes can be looked at before they are used up.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "codec/source.hpp"

namespace halfspace {

class Lookahead final : public Source {
 public:
  static constexpr std::size_t block = std::size_t{1} << 17U;  // what zstd recommends; large enough for all

  Lookahead(std::unique_ptr<Source> bytes, std::string name);

  /// Where errors say they are.
  const std::string& name() const { return name_; }

  /// The bytes read but not used up.
  std::span<const char> buffered() const { return {buffer_.get() + begin_, end_ - begin_}; }

  /// Uses up the first n <= buffered().size() bytes.
  void drop(std::size_t n) { begin_ += n; }

  /// Buffers more bytes; false: there are none, the file ends after buffered().
  Result<bool> refill();

  /// The next n <= block bytes, fewer only when the file ends; valid until the next refill.
  Result<std::string_view> front(std::size_t n);

  /// The next n <= block bytes, fewer where `wants_more` is false of them, so that a short text in a pipe is not waited
  /// for, where the file ends, and where the wait for more is interrupted.
  Result<std::string_view> sniff(std::size_t n, bool (*wants_more)(std::string_view so_far));

  /// The bytes as they are: first the buffered ones, then straight from the file.
  Result<std::size_t> read(std::span<char> to) override;

  std::uint64_t expected() const override { return bytes_->expected(); }
  bool waits(int milliseconds) const override { return buffered().empty() && more_waits(milliseconds); }

  /// Would refill() wait?
  bool more_waits(int milliseconds) const { return !ended_ && bytes_->waits(milliseconds); }

 private:
  std::unique_ptr<Source> bytes_;
  std::string name_;
  // Never zeroed, so small files touch few pages.
  std::unique_ptr<char[]> buffer_;  // NOLINT(cppcoreguidelines-avoid-c-arrays)
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool ended_ = false;  // a terminal at its end must not be asked again
};

}  // namespace halfspace
