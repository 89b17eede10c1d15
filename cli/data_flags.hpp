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

/// load_model(), ended by signals and --timeout.
Result<Model> read_model(const std::string& path);

/// Standard input may be read once, standard output may take one answer (--json is one), no two outputs share a file,
/// and nothing is written over what is read. `outputs` are names of flags.
Result<void> check_paths(const Args& args, const std::vector<std::string>& inputs,
                         const std::vector<std::string>& outputs);

/// Reads with progress on stderr; Ctrl-C leaves at once, since there is nothing to keep yet.
Result<Dataset> load(const Args& args, const std::string& path, ReadOptions options);
Result<Dataset> load(const Args& args, std::unique_ptr<Source> source, const std::string& path, ReadOptions options);

/// Format and shape in a line: "csv, 150 rows, 4 columns, 600 nonzero values".
std::string shape_text(const Dataset& data);

}  // namespace halfspace::cli
