// The multipliers a_0 that those of the hinge are drawn to (curves.hpp), of every row. They follow from the points of a
// question alone, so a shard that was lost has them again; kept, a question adds one point to those of the question before.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "shard/question.hpp"

namespace halfspace {

struct ShardRows;
class RowFacts;

class RowCenters {
 public:
  /// a_0 of every row; empty where the task has no centers.
  std::shared_ptr<const std::vector<double>> of(const ShardRows& rows, const Question& question, const RowFacts& facts,
                                                const Task& task, unsigned threads);

  void forget() {
    const std::scoped_lock lock(lock_);
    kept_.clear();
  }

 private:
  struct Kept {
    std::vector<std::string> points;  // hashes of the centers, one after another
    std::shared_ptr<const std::vector<double>> alpha;
  };

  std::mutex lock_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Kept>
      kept_;  // by what a task leaves out, and the place of its class
};

}  // namespace halfspace
