// The features of rows as fractions: decimals as the text has them, one-hot columns, exact products.
#pragma once

#include "certify/signed_rows.hpp"
#include "feature/feature_map.hpp"
#include "format/read.hpp"

namespace halfspace {

/// Reads `text` again where the doubles of `data` (columns of the text, before the map) do not stand for one decimal
/// each; without `text.open` each double stands for the shortest decimal that reads back as it, and so does what the
/// map fills missing cells with. `map` and `data` must outlive the function, which asks `stop`
/// and throws Stopped.
ExactFetch exact_features(const FeatureMap& map, const Dataset& data, TextAgain text, StopToken stop);

}  // namespace halfspace
