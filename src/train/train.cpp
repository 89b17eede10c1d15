#include "train/train.hpp"

#include "train/learner.hpp"

namespace halfspace {

std::optional<bool> Trained::separable() const {
  if (!runs.empty()) return std::nullopt;
  if (run.not_separable || (linear && known.not_separable())) return false;
  if (proved || run.separable || known.separable()) return true;
  return std::nullopt;
}

Result<Trained> train(const Dataset& data, const TrainRequest& request, const TrainObserver& observer) {
  const auto learner = find_learner(request.algorithm);
  if (!learner) return learner.error();
  return learner.value().train(data, request, observer);
}

}  // namespace halfspace
