#include "train/learner_checks.hpp"

#include "base/text.hpp"

namespace halfspace {

Result<void> check_scale(const TrainRequest& request, Bias bias) {
  const Scaling s = request.features.scale;
  if (bias != Bias::none || (s != Scaling::standard && s != Scaling::minmax)) return {};
  return Error{Code::usage, "--scale",
               std::string(name_of(s)) +
                   " moves the origin, through which the boundary of --bias none goes; choose "
                   "max-norm, or a bias"};
}

Result<void> check_memory(std::uint64_t weights, std::size_t outputs, const TrainRequest& request,
                          const std::string& what) {
  constexpr std::uint64_t bytes_a_weight = 32;  // the run's weights, a copy, the model's, a mean or pocket
  if (request.memory_bytes == 0 || weights <= request.memory_bytes / bytes_a_weight / outputs) return {};
  return Error{Code::bad_data, request.source,
               (what.empty() ? "the weights of " + counted(weights, "column") : what) + " need " +
                   grouped(weights * outputs * bytes_a_weight >> 20U) + " MiB, more than the limit of " +
                   grouped(request.memory_bytes >> 20U) + " MiB; give more with --max-memory" +
                   (what.empty() ? ", or choose --columns" : "")};
}

void add_feature_settings(Json& settings, const TrainRequest& request) {
  for (const auto& field : feature_fields())
    settings[json_name(field.name)] = setting_json(field.get(request.features));
  settings["missing"] = request.missing.empty() ? Json(nullptr) : Json(request.missing);
}

}  // namespace halfspace
