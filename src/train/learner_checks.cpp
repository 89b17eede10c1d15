#include "train/learner_checks.hpp"

#include <algorithm>
#include <variant>

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
                   beyond_limit(weights * outputs * bytes_a_weight, request.memory_bytes) +
                   "; give more with --max-memory" +
                   (what.empty() ? ", or take fewer columns (--columns, --hash-bits)" : "")};
}

unsigned fits_at_once(const Dataset& data, const TrainRequest& request) {
  if (request.memory_bytes == 0) return request.threads;
  constexpr std::uint64_t copies = 2;  // the rows of a fit, and their features
  constexpr std::uint64_t bytes_a_value = 12;
  const std::uint64_t values = std::visit([](const auto& x) -> std::uint64_t { return x.stored(); }, data.x);
  std::uint64_t bytes = copies * bytes_a_value * values + 1;
  if (request.algorithm != Algorithm::perceptron && request.linear.kernel.exactly())
    bytes += request.linear.kernel.cache_mib << 20U;
  const std::uint64_t fits = std::max<std::uint64_t>(1, request.memory_bytes / bytes);
  return static_cast<unsigned>(std::min<std::uint64_t>(fits, request.threads));
}

}  // namespace halfspace
