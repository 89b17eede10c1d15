// What the training rows say of a column of texts: its levels, those that are pooled, the reference level.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "feature/feature_map.hpp"

namespace halfspace {

/// A column of texts and the rows that each of its levels has.
struct LevelRows {
  const Dataset& data;
  std::size_t column;
  std::span<const std::uint64_t> rows;
};

/// Errors (usage): a column of --reference or --ordered that is none of the data's columns of texts, a reference level
/// that its column does not have, a list that is no order.
Result<void> check_coding(const FeatureOptions& options, const Dataset& data);

/// Sets levels and coding. A reference level that the rows lack is the first of those they have, a pooled one the
/// pooled level: parts of a data set may lack levels. Error (bad_data): a level that an ordered column does not list.
Result<void> fit_levels(InputColumn& column, const LevelRows& from, const FeatureOptions& options,
                        const std::string& source);

}  // namespace halfspace
