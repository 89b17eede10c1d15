// The rows of a scaled run as the learner sees them: the doubles (x - shift) factor, each exactly the number it is.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "certify/signed_rows.hpp"
#include "feature/feature_map.hpp"

namespace halfspace {

/// Nothing where a value has too many digits to be asked about exactly. `learned` must outlive the rows.
std::optional<SignedRows> scaled_signed_rows(const Dataset& learned, std::vector<std::int8_t> y, bool bias);

/// Weights of features as weights of the scaled rows, up to a positive factor and rounded: a hint.
std::vector<Integer> scaled_weights(const FeatureMap& map, const std::vector<Integer>& weights, bool bias);

}  // namespace halfspace
