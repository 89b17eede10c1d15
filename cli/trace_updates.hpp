// The updates of a run of two classes, read from what train --trace wrote.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "halfspace/result.hpp"

namespace halfspace::cli {

struct TracedUpdate {
  std::uint64_t visit = 0;
  std::uint64_t pass = 0;
  std::uint64_t row = 0;  // from 0
  double score = 0;       // before the update
  double multiplier = 0;
  std::vector<double> after;  // weights, then the bias
};

/// All updates in order. Errors: io; bad_data for a line that is no update of one row with `cols` weights.
Result<std::vector<TracedUpdate>> read_updates(const std::string& path, std::uint64_t cols);

}  // namespace halfspace::cli
