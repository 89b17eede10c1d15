// A text read by blocks of whole lines, on several threads. A block is parsed by itself, beside others; what it holds
// is added to the rows in the order of the text, so the rows are the same for any number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "format/building.hpp"

namespace halfspace {

/// Some whole lines.
class TextBlock {
 public:
  TextBlock() = default;
  TextBlock(const TextBlock&) = delete;
  TextBlock& operator=(const TextBlock&) = delete;
  virtual ~TextBlock() = default;

  /// Any thread; uses this block alone and what does not change while blocks are read.
  virtual void parse() = 0;

  /// How many such blocks make a text of so many bytes, about: memory for its rows is taken at once where growing arrays
  /// would be moved, and in small pages. 0 for few, whose memory may grow.
  double blocks_of(std::uint64_t text_bytes) const {
    constexpr double spare = 1.05;
    const double blocks = spare * static_cast<double>(text_bytes) / static_cast<double>(text.size());
    return blocks > 2 ? blocks : 0;
  }

  std::string_view text;
  std::uint64_t read_bytes = 0;  // of the text, up to and with this block's reading
  std::uint64_t first_byte = 0;  // of the block in the text

 private:
  friend class TextChain;
  Buffer<char> memory_;
};

class TextChain {
 public:
  /// What adding a block did.
  struct Added {
    std::size_t bytes = 0;    // so many of the block were used
    std::uint64_t lines = 0;  // ... so many lines
    bool go_on = true;        // false: no further block is wanted, as it was parsed
  };

  TextChain(Building& b, std::function<std::unique_ptr<TextBlock>()> make_block)
      : b_(b), make_block_(std::move(make_block)) {}

  /// Adds block after block, each with the number of lines before it, until `add` (in the caller's thread) wants none or
  /// next() of the lines must read the next line. What was not used is read again.
  void run(const std::function<Added(TextBlock& block, std::uint64_t lines_before)>& add);

 private:
  bool take(TextBlock& block);
  void give_back(const std::vector<std::size_t>& slots, std::string_view unused);

  Building& b_;
  std::function<std::unique_ptr<TextBlock>()> make_block_;
  std::vector<std::unique_ptr<TextBlock>> blocks_;  // one a slot
};

}  // namespace halfspace
