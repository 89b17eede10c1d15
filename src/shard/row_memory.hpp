// What a shard may remember from one question to the next. It follows from the questions alone.
#pragma once

#include "shard/row_centers.hpp"
#include "shard/row_curvatures.hpp"
#include "shard/row_probabilities.hpp"
#include "shard/scaled_rows.hpp"

namespace halfspace {

struct RowMemory {
  RowCenters centers;
  RowCurvatures curvatures;
  RowProbabilities probabilities;
  ScaledRows scaled;
};

}  // namespace halfspace
