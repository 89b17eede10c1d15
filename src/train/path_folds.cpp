#include "train/path_folds.hpp"

#include "base/rng.hpp"

namespace halfspace {

std::vector<std::uint32_t> stratified_folds(std::span<const std::uint32_t> label, std::size_t classes, unsigned folds,
                                            std::uint64_t seed, unsigned repeat) {
  Rng rng(seed, Stream::path_folds);
  std::vector<std::uint32_t> fold(label.size());
  for (unsigned round = 0; round <= repeat; ++round) {
    std::uint32_t next = 0;
    for (std::uint32_t k = 0; k < classes; ++k) {
      std::vector<std::size_t> rows;
      for (std::size_t i = 0; i < label.size(); ++i) {
        if (label[i] == k) rows.push_back(i);
      }
      shuffle(std::span(rows), rng);
      for (const std::size_t i : rows) {
        fold[i] = next;
        next = (next + 1) % folds;
      }
    }
  }
  return fold;
}

}  // namespace halfspace
