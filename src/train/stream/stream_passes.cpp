#include "train/stream/stream_passes.hpp"

#include <numeric>
#include <utility>

#include <sys/stat.h>

#include "base/text.hpp"
#include "base/text_hash.hpp"
#include "codec/tapped_source.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t shuffled_block = std::uint64_t{4} << 20U;  // bytes of rows

}  // namespace

StreamPasses::StreamPasses(std::string path, ReadOptions options, bool shuffled, std::uint64_t seed)
    : path_(std::move(path)),
      name_(path_ == "-" ? "stdin" : shown(path_, 4096)),
      options_(std::move(options)),
      shuffled_(shuffled),
      rng_(seed, Stream::order) {
  if (shuffled_) {
    options_.block_bytes = shuffled_block;
    options_.blocks = false;  // row by row: where a block ends depends neither on threads nor on the machine
    options_.hash_parts = true;
  }
  struct stat status{};
  file_ = path_ != "-" && ::stat(path_.c_str(), &status) == 0 && S_ISREG(status.st_mode);
  options_.whole_columns = false;
  options_.ends_on_bad = !file_;  // a pipe may never end
  if (file_) file_bytes_ = static_cast<std::uint64_t>(status.st_size);
}

Result<Dataset> StreamPasses::read_all(const Take& take) {
  options_.take = [&](RowBlock& block) { return take(block, order_of(block)); };
  return read_dataset(path_, options_);
}

Result<Dataset> StreamPasses::first(const Take& take) {
  auto data = read_all([&](RowBlock& block, std::span<const std::uint32_t> order) {
    if (shuffled_) places_.push_back({block.first_byte, block.end_byte, block.first_line, block.hash});
    return take(block, order);
  });
  if (!data) return data;
  hash_ = data.value().text_hash;
  text_bytes_ = data.value().text_bytes;
  options_.format = data.value().form.format;  // whatever a block's first line looks like
  return data;
}

Result<void> StreamPasses::again(const Take& take) {
  if (shuffled_) return read_shuffled(take);
  const auto data = read_all(take);
  if (!data) return data.error();
  return data.value().text_hash == hash_ ? Result<void>() : changed_text(name_);
}

Result<void> StreamPasses::read_shuffled(const Take& take) {
  if (text_bytes_ != file_bytes_)
    return Error{Code::usage, "--order",
                 "shuffled reads blocks from the middle of the file after its first pass, which a "
                 "packed one does not allow; unpack it, or choose cyclic"};
  const auto head = header();
  if (!head) return head.error();
  std::vector<std::uint32_t> blocks(places_.size());
  std::iota(blocks.begin(), blocks.end(), 0U);
  shuffle(std::span(blocks), rng_);
  for (const std::uint32_t k : blocks) {
    if (const auto read = read_block(places_[k], head.value(), take); !read) return read;
  }
  return {};
}

/// The header of a CSV, if there is one.
Result<std::string> StreamPasses::header() const {
  std::string head(static_cast<std::size_t>(places_[0].byte), '\0');
  if (head.empty()) return head;
  auto front = open_range(path_, 0, head.size());
  if (!front) return front.error();
  for (std::size_t got = 0; got < head.size();) {
    const auto more = front.value()->read({head.data() + got, head.size() - got});
    if (!more) return more.error();
    got += more.value();
  }
  return head;
}

Result<void> StreamPasses::read_block(const Place& place, const std::string& head, const Take& take) {
  auto part = open_range(path_, place.byte, place.end - place.byte);
  if (!part) return part.error();
  TextHash hash;
  std::uint64_t seen = 0;
  auto hashed = std::make_unique<TappedSource>(std::move(part).value(), [&](auto bytes) {
    hash.add(bytes.data(), bytes.size());
    seen += bytes.size();
  });
  ReadOptions options = options_;
  options.block_bytes = static_cast<std::uint64_t>(-1);
  options.blocks = true;
  options.hash_parts = false;
  options.lines_before = place.line - places_[0].line;  // those of the header come once more
  options.take = [&](RowBlock& block) -> Result<void> {
    if (options_.stop.ended()) return Error{Code::interrupted, name_, "stopped"};  // perhaps within the block
    if (hash.hex() != place.hash) return changed_text(name_);
    return take(block, order_of(block));
  };
  const auto read = read_dataset(replayed(head, std::move(hashed)), name_, options);
  if (read) return {};
  const bool whole = seen == place.end - place.byte && read.error().code != Code::interrupted;
  return whole && hash.hex() != place.hash ? changed_text(name_) : read.error();
}

/// A random order of the rows of a block.
std::span<const std::uint32_t> StreamPasses::order_of(const RowBlock& block) {
  if (!shuffled_) return {};
  order_.resize(block.rows.rows);
  std::iota(order_.begin(), order_.end(), 0U);
  shuffle(std::span(order_), rng_);
  return order_;
}

}  // namespace halfspace
