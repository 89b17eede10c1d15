#include "train/train.hpp"

#include "train/learner.hpp"

namespace halfspace {

std::optional<bool> Trained::separable() const {
  if (!runs.empty()) return std::nullopt;
  if (run.not_separable || (linear && known.not_separable())) return false;
  if (proved || run.separable || known.separable()) return true;
  return std::nullopt;
}

Error stopped_error(const Stopped& s, const std::string& source) {
  return {Code::interrupted, source,
          s.why == Halt::timeout ? "the time limit is reached before there was anything to keep; give more --timeout"
                                 : "interrupted before there was anything to keep"};
}

Result<Trained> train(const Dataset& data, const TrainRequest& request, const TrainObserver& observer) {
  const auto learner = find_learner(request.algorithm);
  if (!learner) return learner.error();
  try {
    return learner.value().train(data, request, observer);
  } catch (const Stopped& s) {
    return stopped_error(s, request.source);
  }
}

}  // namespace halfspace
