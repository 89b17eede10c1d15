// What features a column of the text becomes: one number, or one feature a level. Learners, predictions and exports
// all ask here.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "feature/feature_map.hpp"

namespace halfspace {

/// Features of a column.
std::size_t width_of(const InputColumn& column);

/// The features of a categorical column for its level number `level`, zeros left out: (feature of the column, value),
/// features ascending.
struct CodedFeature {
  std::size_t feature;
  double value;
};
std::vector<CodedFeature> codes_of(const InputColumn& column, std::size_t level);

/// Their names: "x", "colour=red".
std::vector<std::string> feature_names_of(const InputColumn& column);

}  // namespace halfspace
