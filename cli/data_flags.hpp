// Flags about data, and reading data as they say.
#pragma once

#include <string>
#include <vector>

#include "flags.hpp"
#include "format/read.hpp"
#include "model/model.hpp"

namespace halfspace::cli {

/// Flags that say how a text is to be read.
std::vector<Flag> reading_flags();

/// The reading flags with --label, --columns, --weight: what is learned from it.
std::vector<Flag> data_flags();

Result<ReadOptions> read_options(const Args& args);

/// As read_options, for a text that a model shall score: the model says what its columns are.
Result<ReadOptions> read_options_for(const Model& model, const Args& args, bool need_label);

/// Reads with progress on stderr and Ctrl-C.
Result<Dataset> load(const Args& args, const std::string& path, ReadOptions options);

/// Format and shape in a line: "csv, 150 rows, 4 columns, 600 nonzero values".
std::string shape_text(const Dataset& data);

}  // namespace halfspace::cli
