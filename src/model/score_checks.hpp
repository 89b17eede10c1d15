// Scores that doubles cannot hold are errors that name the row and its largest cells.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "data/dataset.hpp"
#include "halfspace/result.hpp"
#include "model/counts.hpp"
#include "model/model.hpp"

namespace halfspace {

/// scores(), each of them (of a one-vs-one model those of its pairs too) finite; else an Error (bad_data) in `source`.
/// `first` is the number of the first row, from 0.
Result<std::vector<double>> finite_scores(const Model& model, const Dataset& data, const std::string& source,
                                          unsigned threads, std::uint64_t first = 0, const StopToken& stop = {});

/// Of row i of the data and what of it no double holds; names its largest cells. `first` is the number of the first row.
Error beyond_doubles(const Dataset& data, std::size_t i, const std::string& source, const std::string& what,
                     std::uint64_t first = 0);
constexpr const char* no_finite_score =
    "has no finite score: it is beyond the largest double, 1.8e308, or terms of its sum are";

/// judged_rows(), each score finite; else the error of finite_scores().
Result<Counts> finite_counts(const Model& model, const Dataset& data, const std::string& source,
                             std::span<const std::uint32_t> truth, unsigned threads, const StopToken& stop = {});

/// Weights, biases and coefficients of a model just trained; an Error (bad_data) that names the first column, support
/// row or bias that is not finite.
Result<void> check_weights(const Model& model, const std::string& source);

}  // namespace halfspace
