#include "api/updates.hpp"

#include <memory>
#include <utility>

#include "api/rows.hpp"

namespace halfspace::api {
namespace {

TraceStep step_of(const UpdateEvent& e, const Dataset& data, const std::optional<std::uint32_t>& output) {
  TraceStep step;
  step.pass = static_cast<std::int64_t>(e.pass);
  step.visit = static_cast<std::int64_t>(e.visit);
  for (const std::uint64_t i : e.rows) step.rows.push_back(caller_row(data, i));
  step.scores.assign(e.scores.begin(), e.scores.end());
  step.multipliers.assign(e.multipliers.begin(), e.multipliers.end());
  step.row = step.rows[0];
  step.score = step.scores[0];
  step.multiplier = step.multipliers[0];
  step.squared_norm = e.squared_norm;
  step.weights.assign(e.weights.begin(), e.weights.end());
  step.separator_product = e.along;
  step.cosine = e.cosine();
  if (output) step.label = data.classes[*output].text;
  if (e.rival < 0) return step;
  step.label = data.classes[data.label[e.rows[0]]].text;
  step.rival = data.classes[static_cast<std::size_t>(e.rival)].text;
  return step;
}

}  // namespace

TrainObserver showing(TrainObserver observer, const Dataset& data, const Seen& seen, const Watching& watching) {
  if (!seen) return observer;
  const auto output = std::make_shared<std::optional<std::uint32_t>>();
  observer.perceptron.output = [output](std::uint32_t k) { *output = k; };
  observer.perceptron.update = [output, &data, &seen, &watching](const UpdateEvent& e) {
    if (!seen(step_of(e, data, *output))) watching.end();
  };
  return observer;
}

}  // namespace halfspace::api
