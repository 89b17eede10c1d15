// Flags of features that reading looks at.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "halfspace/result.hpp"

namespace halfspace {

/// The columns of --ordered hold texts: adds them to those of --categorical, unless these are `auto`.
Result<void> add_ordered_columns(std::string_view ordered, std::vector<std::string>& categorical);

}  // namespace halfspace
