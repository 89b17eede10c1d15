// The softmax of every row at a point, for the many products that conjugate gradients ask of one point. It follows from the
// question alone, so a shard that was lost has it again. Single precision: H is then another by 10^-7, and its products
// lead to the same optimum.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "shard/question.hpp"

namespace halfspace {

struct ShardRows;
class RowFacts;

class RowProbabilities {
 public:
  /// p_k of row i at i K + k, of its own class 0.
  std::shared_ptr<const std::vector<float>> of(const ShardRows& rows, const Question& question, const SoftmaxTask& task,
                                               const RowFacts& facts, unsigned threads);

  void forget() {
    const std::scoped_lock lock(lock_);
    kept_.clear();
  }

 private:
  struct Kept {
    std::string point;  // its hash
    std::shared_ptr<const std::vector<float>> of_rows;
  };

  std::mutex lock_;
  std::map<std::uint32_t, Kept> kept_;  // by what a task leaves out
};

}  // namespace halfspace
