#include "train/train.hpp"

#include "model/score_checks.hpp"
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
    auto trained = learner.value().train(data, request, observer);
    if (!trained || !trained.value().fitted) return trained;
    if (const auto fits = check_weights(trained.value().model, request.source); !fits) return fits.error();
    return trained;
  } catch (const Stopped& s) {
    return stopped_error(s, request.source);
  }
}

}  // namespace halfspace
