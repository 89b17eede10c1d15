#include "train/train.hpp"

#include "base/simd_choice.hpp"
#include "model/score_checks.hpp"
#include "train/learner.hpp"

namespace halfspace {

std::optional<bool> Trained::separable() const {
  const PerceptronTraining* p = perceptron();
  if (p != nullptr && !p->runs.empty()) return std::nullopt;
  if (not_separable || (p == nullptr && known.not_separable())) return false;
  if (proved || (p != nullptr && p->run.separable) || known.separable()) return true;
  return std::nullopt;
}

Error stopped_error(const Stopped& s, const std::string& source) {
  return {Code::interrupted, source,
          s.why == Halt::timeout ? "the time limit is reached before there was anything to keep; give more --timeout"
                                 : "interrupted before there was anything to keep"};
}

Result<Trained> train(const Dataset& data, const TrainRequest& request, const TrainObserver& observer) {
  try {
    auto trained = learner_of(request.algorithm).train(data, request, observer);
    if (!trained) return trained;
    trained.value().simd = simd_choice();
    trained.value().filled = filled_cells(trained.value().model.map, data);
    if (!trained.value().fitted) return trained;
    if (const auto fits = check_weights(trained.value().model, request.source); !fits) return fits.error();
    return trained;
  } catch (const Stopped& s) {
    return stopped_error(s, request.source);
  }
}

}  // namespace halfspace
