#include "halfspace/trace.hpp"

#include "api/learning.hpp"
#include "api/options.hpp"

namespace halfspace {
namespace {

/// As the command line's --trace, which chooses the perceptron where no learner is named.
Result<Settings> traced(const Options& options) {
  auto settings = api::settings_of(options, api::Reads::memory);
  if (settings) settings.value().values["trace"] = "";
  return settings;
}

}  // namespace

Result<Training> train_traced(const DenseRows& rows, const RowLabels& labels, const Options& options,
                              const std::function<bool(const TraceStep&)>& seen, const Watch& watch) {
  return api::learn_in_memory(rows, labels, traced(options), watch, seen);
}

Result<Training> train_traced(const CsrRows& rows, const RowLabels& labels, const Options& options,
                              const std::function<bool(const TraceStep&)>& seen, const Watch& watch) {
  return api::learn_in_memory(rows, labels, traced(options), watch, seen);
}

}  // namespace halfspace
