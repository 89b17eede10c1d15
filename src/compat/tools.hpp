// The command lines of LIBLINEAR (train, predict) and LIBSVM (svm-train, svm-predict): the same flags and model files,
// learned by the solvers of this library. docs/exchange.md
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compat/answer.hpp"
#include "compat/host.hpp"
#include "compat/words.hpp"
#include "halfspace/result.hpp"

namespace halfspace::compat {

/// What a tool takes: letters of flags with a value and of those without, files at least and at most.
struct Tool {
  std::string_view name;
  std::string_view usage;
  std::string_view valued;
  std::string_view switches;
  std::size_t least_files;
  std::size_t most_files;
  Result<Answer> (*run)(const Host& host, const Words& words);
};

/// liblinear-train, liblinear-predict, svm-train, svm-predict.
std::span<const Tool> tools();

/// Runs the tool named by the first word on the others. Reads the files named there, "-" is standard input; the file
/// that the tool makes is in the answer, for the caller to write. Errors: usage for the words, io and bad_data for the
/// files, interrupted where the host stopped the run.
Result<Answer> run(const std::vector<std::string>& words, const Host& host);

Result<Answer> liblinear_train(const Host& host, const Words& words);
Result<Answer> liblinear_predict(const Host& host, const Words& words);
Result<Answer> svm_train(const Host& host, const Words& words);
Result<Answer> svm_predict(const Host& host, const Words& words);

}  // namespace halfspace::compat
