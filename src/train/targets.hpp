// From classes to what a learner sees: signs for two classes, class numbers for more.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

struct Targets {
  std::vector<std::string> classes;  // of -1 and +1, or all in order
  std::vector<std::uint32_t> label;  // an index into classes for each row

  bool binary() const { return classes.size() == 2; }
  /// +1 for the rows of this class, -1 for the others.
  std::vector<std::int8_t> signs(std::uint32_t positive) const;
};

/// Error (bad_data): the labels are a quantity (data/dataset.hpp), with advice how to make classes of it.
Result<void> check_class_labels(const Dataset& data, const std::string& source);

/// Two classes: the one that sorts last is +1 unless `positive` names the other. Errors: a single class, a quantity
/// (bad_data), a `positive` that is no class or given with more classes (usage).
Result<Targets> find_targets(const Dataset& data, const std::string& positive, const std::string& source);

}  // namespace halfspace
