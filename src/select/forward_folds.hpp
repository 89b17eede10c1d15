// Folds of rows in time: what is held out comes after what is learned from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

/// For each row its part 0..folds by Dataset::order, ascending (rows of equal order as they stand in the text): the last
/// `folds` parts have floor(n / (folds + 1)) rows each and the first the others, as scikit-learn's TimeSeriesSplit cuts
/// them; but a cut within rows of equal order moves back to the first of them. Errors (bad_data): a part without rows,
/// a class that the first part lacks.
Result<std::vector<std::uint32_t>> forward_parts(const Dataset& data, std::uint64_t folds, const std::string& flag,
                                                 const std::string& source);

/// The last round(fraction n) rows in that order for testing, rows of the same order as the first of them for training.
Split forward_split(const Dataset& data, double fraction);

}  // namespace halfspace
