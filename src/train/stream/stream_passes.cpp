#include "train/stream/stream_passes.hpp"

#include <numeric>
#include <utility>

#include <sys/stat.h>

#include "base/text.hpp"

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
  }
  struct stat status{};
  file_ = path_ != "-" && ::stat(path_.c_str(), &status) == 0 && S_ISREG(status.st_mode);
  if (file_) file_bytes_ = static_cast<std::uint64_t>(status.st_size);
}

  options_.ends_on_bad = !file_;  // a pipe may never end
Result<Dataset> StreamPasses::read_all(const Take& take) {
  options_.take = [&](RowBlock& block) { return take(block, order_of(block)); };
  return read_dataset(path_, options_);
}

Result<Dataset> StreamPasses::first(const Take& take) {
  auto data = read_all([&](RowBlock& block, std::span<const std::uint32_t> order) {
    if (shuffled_) places_.push_back({block.first_byte, block.first_line});
    return take(block, order);
  });
  if (!data) return data;
  hash_ = data.value().text_hash;
  text_bytes_ = data.value().text_bytes;
  return data;
}

Result<void> StreamPasses::again(const Take& take) {
  if (shuffled_) return read_shuffled(take);
  const auto data = read_all(take);
  if (!data) return data.error();
  if (data.value().text_hash == hash_) return {};
  return Error{Code::bad_data, name_, "the file changed since it was read; read it again"};
}

Result<void> StreamPasses::read_shuffled(const Take& take) {
  if (text_bytes_ != file_bytes_)
    return Error{Code::usage, "--order",
                 "shuffled reads blocks from the middle of the file after its first pass, which a "
                 "packed one does not allow; unpack it, or choose cyclic"};
  std::string head(static_cast<std::size_t>(places_[0].byte), '\0');  // the header of a CSV, if there is one
  std::vector<std::uint32_t> blocks(places_.size());
  std::iota(blocks.begin(), blocks.end(), 0U);
  shuffle(std::span(blocks), rng_);
  if (!head.empty()) {
    auto front = open_range(path_, 0, head.size());
    if (!front) return front.error();
    for (std::size_t got = 0; got < head.size();) {
      const auto more = front.value()->read({head.data() + got, head.size() - got});
      if (!more) return more.error();
      got += more.value();
    }
  }
  ReadOptions options = options_;
  options.block_bytes = static_cast<std::uint64_t>(-1);
  options.blocks = true;
  options.take = [&](RowBlock& block) { return take(block, order_of(block)); };
  for (const std::uint32_t k : blocks) {
    const std::uint64_t end = k + 1 < places_.size() ? places_[k + 1].byte : file_bytes_;
    auto part = open_range(path_, places_[k].byte, end - places_[k].byte);
    if (!part) return part.error();
    const auto read = read_dataset(replayed(head, std::move(part).value()), name_, options);
    if (!read) return read.error();
  }
  return {};
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
