// The passes of a run over a stream: which rows come when.
//
//   cyclic     the text from its beginning, each pass
//   shuffled   the first pass as the text stands, the rows of each block in a random order; later passes take the blocks
//              in a random order too (an unpacked file; a pipe is read once)
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/rng.hpp"
#include "format/read.hpp"

namespace halfspace {

class StreamPasses {
 public:
  /// Takes a block with the order of its rows (empty: as they stand).
  using Take = std::function<Result<void>(RowBlock& block, std::span<const std::uint32_t> order)>;

  StreamPasses(std::string path, ReadOptions options, bool shuffled, std::uint64_t seed);

  /// Can the text be read more than once?
  bool file() const { return file_; }

  /// The first pass: the data set without its rows.
  Result<Dataset> first(const Take& take);

  /// One more over the same text. Error (bad_data): it has changed.
  Result<void> again(const Take& take);

 private:
  struct Place {
    std::uint64_t byte;
    std::uint64_t end;
    std::uint64_t line;
    std::string hash;
  };
  Result<Dataset> read_all(const Take& take);
  Result<void> read_shuffled(const Take& take);
  Result<std::string> header() const;
  Result<void> read_block(const Place& place, const std::string& head, const Take& take);
  std::span<const std::uint32_t> order_of(const RowBlock& block);

  std::string path_;
  std::string name_;
  ReadOptions options_;
  bool shuffled_;
  bool file_ = false;
  std::uint64_t file_bytes_ = 0;
  Rng rng_;
  std::vector<Place> places_;
  std::string hash_;
  std::uint64_t text_bytes_ = 0;
  std::vector<std::uint32_t> order_;
};

}  // namespace halfspace
