// Where the best of several settings lies at the edge of those tried: it may be better still beyond.
#pragma once

#include <string>
#include <vector>

#include "select/path_training.hpp"
#include "select/search.hpp"

namespace halfspace {

/// Of each setting with a direction (C, lambda, gamma, degree, aggressiveness) of which every point of the best mean
/// has the largest value, or the smallest: how to extend the grid.
std::vector<std::string> edge_notes(const Search& search);

/// The same of the ends of a path.
std::vector<std::string> edge_notes(const PathTraining& path);

}  // namespace halfspace
