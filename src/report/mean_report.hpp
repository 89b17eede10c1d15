// What columns add to scores on average over rows, for people and as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "model/mean_parts.hpp"
#include "model/model.hpp"

namespace halfspace {

struct MeanReport {
  const Model& model;
  std::uint64_t rows;
  std::vector<MeanColumn> columns;
  std::uint64_t top;  // at most so many columns ...
  bool all;           // ... but where all are wanted

  /// Scores of the mean row: of each vector its bias and the mean contributions.
  std::vector<double> mean_scores() const;
};

/// The members of `explain --json` without --row, between the head and the seconds.
Json mean_json(const MeanReport& t);
std::string mean_text(const MeanReport& t, const std::string& source);

}  // namespace halfspace
