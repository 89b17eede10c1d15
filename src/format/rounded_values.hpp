// --precision float: every value becomes the nearest float, half the memory of a double.
#pragma once

#include <string>

#include "data/dataset.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

/// Values of `data` as the nearest floats (ties to even; what is below their range becomes 0), which stand for the
/// shortest decimals of their doubles. Error (bad_data): a value
/// beyond the largest float; `name` is that of the text.
Result<void> round_values(Dataset& data, unsigned threads, const std::string& name);

}  // namespace halfspace
