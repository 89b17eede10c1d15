// The tools' rows: LIBSVM text whose labels are numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compat/host.hpp"
#include "data/dataset.hpp"
#include "format/read.hpp"

namespace halfspace::compat {

/// LIBSVM text, as these tools read it.
Result<Dataset> read_rows(const Host& host, const std::string& path, ReadOptions options);

/// Rows to train on, within the memory that the settings allow.
Result<Dataset> read_training_rows(const Host& host, const std::string& path, bool serial_numbers);

/// Whole numbers, as the tools' labels are, and at least two of them.
Result<void> check_labels(const Dataset& data, const std::string& path);

/// The labels of the rows as numbers.
std::vector<double> targets(const Dataset& data);

/// Classes as they first appear; -1 and +1 with +1 first (both tools).
std::vector<std::uint32_t> first_order(const Dataset& data);

}  // namespace halfspace::compat
