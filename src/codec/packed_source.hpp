// PackedSource<Unpacker>: the reading loop that all codecs share. An Unpacker wraps a compression library:
//   name, magics   the codec's name and the bytes its members (gzip), frames (zstd, lz4) or streams (xz, bzip2) start
//   with start(head)    gets ready for the member that begins with these bytes (as many as wants_more_of_head asks for)
//   step(from, to)      unpacks some of `from` into `to`
//   skip(input)         optional: drops what may lie between members and carries no text
#pragma once

#include <algorithm>
#include <cassert>
#include <optional>
#include <string_view>
#include <utility>

#include "codec/codecs.hpp"
#include "codec/damage.hpp"

namespace halfspace {

/// What a step did.
struct Stride {
  std::size_t taken = 0;  // bytes of `from` used up
  std::size_t given = 0;  // bytes of `to` filled
  bool done = false;      // the member ended, its checksum and length right
};

template <class Unpacker>
class PackedSource final : public Source {
 public:
  explicit PackedSource(std::unique_ptr<Lookahead> input) : input_(std::move(input)) {}

  Result<std::size_t> read(std::span<char> to) override {
    assert(!to.empty());
    if (failure_) return *failure_;
    auto given = next(to);
    if (!given) {
      failure_ = given.error();
      if (failure_->where.empty()) failure_->where = input_->name();
      return *failure_;
    }
    return given;
  }

  bool waits(int milliseconds) const override {
    if (failure_) return false;
    const auto kept = input_->buffered();
    const bool headless = !inside_ && !kept.empty() && wants_more_of_head({kept.data(), kept.size()});
    return headless ? input_->more_waits(milliseconds) : input_->waits(milliseconds);
  }

 private:
  /// Each turn uses up or buffers at least one byte, so the time is linear whatever the input; empty members only loop.
  Result<std::size_t> next(std::span<char> to) {
    for (;;) {
      if (!inside_) {
        const auto begun = begin_member();
        if (!begun) return begun.error();
        if (!begun.value()) return std::size_t{0};
      }
      const auto step = unpacker_.step(input_->buffered(), to);
      if (!step) return step.error();
      const auto [taken, given, done] = step.value();
      input_->drop(taken);
      inside_ = !done;
      if (given > 0) return given;
      if (done || taken > 0) continue;
      const auto more = input_->refill();
      if (!more) return more.error();
      if (!more.value()) return truncated(Unpacker::name);
    }
  }

  /// False at the end of the file.
  Result<bool> begin_member() {
    if constexpr (requires { Unpacker::skip(*input_); }) {
      const auto skipped = Unpacker::skip(*input_);
      if (!skipped) return skipped.error();
    }
    const auto head = [this] {
      const auto kept = input_->buffered();
      return std::string_view(kept.data(), std::min(kept.size(), head_size));
    };
    while (wants_more_of_head(head())) {
      const auto more = input_->refill();
      if (!more) return more.error();
      if (!more.value()) break;
    }
    if (head().empty()) return false;
    if (!starts_member(head(), Unpacker::magics)) return trailing_bytes(Unpacker::name);
    const auto started = unpacker_.start(head());
    if (!started) return started.error();
    inside_ = true;
    return true;
  }

  std::unique_ptr<Lookahead> input_;
  Unpacker unpacker_;
  bool inside_ = false;           // of a member
  std::optional<Error> failure_;  // a library's state is undefined after an error: it is not called again
};

/// The list's entry for an Unpacker.
template <class Unpacker>
constexpr Codec codec_of() {
  return {Unpacker::name, Unpacker::magics, [](std::unique_ptr<Lookahead> input) -> std::unique_ptr<Source> {
            return std::make_unique<PackedSource<Unpacker>>(std::move(input));
          }};
}

}  // namespace halfspace
