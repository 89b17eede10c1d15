#include <string>
#include <utility>

#include "api/among.hpp"
#include "api/path_result.hpp"
#include "api/typed.hpp"
#include "halfspace/select.hpp"
#include "select/path_request.hpp"

namespace halfspace {
namespace {

using api::among;
using api::Watching;

Result<PathResult> on_path(Dataset data, const Settings& settings, const Watching& watching,
                           const api::RowsOrigin& origin) {
  const auto request = path_request(settings, data, origin.name);
  if (!request) return request.error();
  if (!data.group.empty() && !request.value().folds)
    return Error{Code::usage, "groups", "are for cross-validation; give --folds too"};
  auto found =
      train_on_path(data, request.value(), watching.of_path(request.value().folds ? request.value().folds->folds : 0));
  if (!found) return found.error();
  return api::path_result_of(std::move(data), std::move(found).value());
}

}  // namespace

Result<PathResult> path(const DenseRows& rows, const RowLabels& labels, const PathOptions& options,
                        const Watch& watch) {
  return among<PathResult>(rows, labels, api::settings_of(options), watch, on_path);
}
Result<PathResult> path(const CsrRows& rows, const RowLabels& labels, const PathOptions& options, const Watch& watch) {
  return among<PathResult>(rows, labels, api::settings_of(options), watch, on_path);
}
Result<PathResult> path(const DenseRows& rows, const RowLabels& labels, const Options& options, const Watch& watch) {
  return among<PathResult>(rows, labels, api::settings_of(options, api::Reads::memory, api::Task::path), watch,
                           on_path);
}
Result<PathResult> path(const CsrRows& rows, const RowLabels& labels, const Options& options, const Watch& watch) {
  return among<PathResult>(rows, labels, api::settings_of(options, api::Reads::memory, api::Task::path), watch,
                           on_path);
}

Result<PathResult> path_file(const std::string& path, const Options& options, const Watch& watch) {
  return api::in_file<PathResult>(path, options, api::Task::path, watch, on_path);
}

}  // namespace halfspace
