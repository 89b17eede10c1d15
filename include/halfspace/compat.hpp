// The command lines of LIBLINEAR (train, predict) and LIBSVM (svm-train, svm-predict): the same words in, the same
// model files out, learned by the solvers of this library. docs/exchange.md
#pragma once

#include <string>
#include <vector>

#include "halfspace/export.h"
#include "halfspace/options.hpp"
#include "halfspace/progress.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

/// What a tool comes to. Nothing is written: the file is the caller's to write.
struct ToolAnswer {
  std::string path;                ///< of the file that the tool makes (model or predictions); "": it makes none (-v)
  std::string bytes;               ///< the content of that file
  std::string text;                ///< what the tool prints: "Accuracy = 97.5% (39/40)\n"; "" with -q
  std::string json;                ///< the answer of `halfspace compat --json`, without schema, version and seconds
  std::vector<std::string> notes;  ///< remarks: flags without effect here, a run that did not converge
};

/// liblinear-train, liblinear-predict, svm-train, svm-predict.
HALFSPACE_API std::vector<std::string> tool_names();

/// Runs the tool that words[0] names on the others, {"svm-train", "-c", "10", "a9a"}; reads the files named there ("-"
/// is standard input). Options: threads, seed, max-memory, timeout. Errors: usage (no words, no such tool, its words),
/// io and bad_data (its files), interrupted (by the watch, or by `timeout` before there was a model).
HALFSPACE_API Result<ToolAnswer> run_tool(const std::vector<std::string>& words, const Options& options = {},
                                          const Watch& watch = {});

}  // namespace halfspace
