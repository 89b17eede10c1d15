// The rows with a curvature at a point, for the many products that conjugate gradients ask of one point. They follow from the
// question alone, so a shard that was lost has them again.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "shard/question.hpp"

namespace halfspace {

struct ShardRows;
class RowFacts;

/// Rows, ascending, and h_i = c_i loss''(m_i) > 0 of each.
struct CurvedRows {
  std::vector<std::uint64_t> row;
  std::vector<double> curvature;
};

class RowCurvatures {
 public:
  /// Those at the task's weights; `centers` are a_0 of the rows (row_centers.hpp) or none.
  std::shared_ptr<const CurvedRows> of(const ShardRows& rows, const Question& question, const RowFacts& facts,
                                       const Task& task, std::span<const double> centers, unsigned threads);

  void forget() {
    const std::scoped_lock lock(lock_);
    kept_.clear();
  }

 private:
  struct Kept {
    std::string point;  // its hash
    std::shared_ptr<const CurvedRows> rows;
  };

  std::mutex lock_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Kept>
      kept_;  // by what a task leaves out, and the place of its class
};

}  // namespace halfspace
