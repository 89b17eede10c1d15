// Reading data and models as the flags say, with progress, ended by signals and --timeout.
#pragma once

#include <string>
#include <vector>

#include "base/stop.hpp"
#include "flags.hpp"
#include "format/read.hpp"
#include "model/model.hpp"
#include "select/learn.hpp"
#include "session.hpp"
#include "train/reading.hpp"

namespace halfspace::cli {

/// import_model(), ended by signals and --timeout.
Result<Model> read_model(const std::string& path);

/// A note on stderr where the run that made the model was ended from outside.
void note_unfinished(const Args& args, const Model& model);

/// As learn_plan(), of the text in the file `path`, which can be read again where it is no stream; reading a start
/// model is ended by signals and --timeout.
Result<LearnPlan> learner_plan(const Args& args, const Dataset& data, const std::string& path);

/// Standard input may be read once, standard output may take one answer (--json is one), no two outputs share a file,
/// nothing is written over what is read, inputs can be opened and outputs be written as far as one can see beforehand (io).
/// `outputs` are names of flags.
Result<void> check_paths(const Args& args, const std::vector<std::string>& inputs,
                         const std::vector<std::string>& outputs);

/// Reading shows progress and warnings on stderr, and is ended by signals.
void watch_reading(const Args& args, const std::string& path, ProgressLine& line, ReadOptions& options);

/// Reads with progress on stderr; Ctrl-C leaves at once, since there is nothing to keep yet.
Result<Dataset> load(const Args& args, const std::string& path, ReadOptions options);
Result<Dataset> load(const Args& args, std::unique_ptr<Source> source, const std::string& path, ReadOptions options);

/// The same beside something to keep: where `stop` ends it, an Error (interrupted).
Result<Dataset> load_while(const Args& args, const std::string& path, ReadOptions options, const StopToken& stop);

/// Notes on stderr about rows with missing cells and rows with unknown levels that were left out of what is scored.
void note_left_out(const Args& args, const Dataset& data);

/// What becomes of values in columns that a model does not know: do their squares count?
std::string unseen_text(bool squares);

}  // namespace halfspace::cli
