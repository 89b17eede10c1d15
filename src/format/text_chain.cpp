#include "format/text_chain.hpp"

#include "base/chain.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t worth_threads = std::uint64_t{4} << 20U;  // bytes: less is read before others are awake

}  // namespace

bool TextChain::take(TextBlock& block) {
  block.text = b_.lines.take_lines(block.memory_);
  block.read_bytes = b_.lines.bytes();
  block.first_byte = b_.lines.used() - block.text.size();
  return !block.text.empty();
}

void TextChain::run(const std::function<Added(TextBlock&, std::uint64_t)>& add) {
  const unsigned most =
      b_.may_wait() ? 1 : b_.options.threads;  // what is done before a wait is done between two blocks
  const unsigned threads = b_.lines.bytes() < worth_threads ? 1 : most;
  while (blocks_.size() < chain_slots(threads)) blocks_.push_back(make_block_());
  std::uint64_t lines = b_.lines.line();
  std::string_view unused;
  bool go_on = true;
  const auto give = [&](std::size_t slot) {
    TextBlock& block = *blocks_[slot];
    const Added added = add(block, lines);
    lines += added.lines;
    unused = block.text.substr(added.bytes);
    go_on = added.go_on && unused.empty();
    return go_on && (threads == most || block.read_bytes < worth_threads);
  };
  const auto rest = run_chain(threads, {[this](std::size_t slot) { return take(*blocks_[slot]); },
                                        [this](std::size_t slot) { blocks_[slot]->parse(); }, give});
  b_.lines.at_line(lines);
  give_back(rest, unused);
  if (go_on && threads != most && b_.lines.bytes() >= worth_threads) run(add);
}

/// The unused end of the last block that was given, and those that were not given.
void TextChain::give_back(const std::vector<std::size_t>& slots, std::string_view unused) {
  std::vector<std::string_view> again;
  again.reserve(slots.size() + 1);
  if (!unused.empty()) again.push_back(unused);
  for (const std::size_t slot : slots) again.push_back(blocks_[slot]->text);
  if (!again.empty()) b_.lines.put_back(again);
}

}  // namespace halfspace
