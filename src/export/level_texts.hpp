// How tables write a level, for programs that compare texts alone.
#pragma once

#include <string>
#include <vector>

namespace halfspace {

/// The level; where it is a number also in digits alone (100000 for 1e+05), whole ones with ".0" too.
std::vector<std::string> level_texts(const std::string& level);

}  // namespace halfspace
