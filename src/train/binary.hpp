// From classes to signs: which two classes a binary learner sees and which of them is +1.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

struct BinaryLabels {
  std::string negative;
  std::string positive;
  std::vector<std::int8_t> y;  // -1 or +1 a row
};

/// The class that sorts last is +1 unless `positive` names the other. Errors: fewer or more than two classes (bad_data,
/// with the choice --classes), a `positive` that is no class (usage).
Result<BinaryLabels> binary_labels(const Dataset& data, const std::string& positive, const std::string& source);

}  // namespace halfspace
