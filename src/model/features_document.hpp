// The member `features` of a model document: columns, levels, codings, means and options (docs/formats/model.md).
#pragma once

#include <optional>
#include <string>

#include "base/json.hpp"
#include "feature/feature_map.hpp"

namespace halfspace {

Json features_document(const FeatureMap& map);

/// Fills the map; else the name of the member that is missing or wrong.
std::optional<std::string> read_features(const Json& json, FeatureMap& map);

}  // namespace halfspace
