#include "api/typed.hpp"

#include <memory>
#include <string>

#include "api/members.hpp"
#include "api/setting_text.hpp"
#include "model/algorithm.hpp"
#include "solver/kernel/options.hpp"
#include "solver/linear/options.hpp"
#include "solver/perceptron/options.hpp"
#include "train/objective/linear_request.hpp"

namespace halfspace::api {
namespace {

Result<void> add(Settings& out, const AutomaticOptions&) {
  out.values["algorithm"] = name_of(Algorithm::automatic);
  return {};
}

/// A choice that the preset makes too is left to it: options may hold all of a preset's choices.
Result<void> add(Settings& out, const PerceptronOptions& o) {
  const auto preset = find_preset(o.preset);
  if (!preset) return preset.error();
  const PerceptronChoices& base = preset.value();
  each_perceptron_member(o, adding(out, base, perceptron_fields()));
  for (const Field<PerceptronChoices>& field : perceptron_fields()) {
    const bool same = out.has(field.name) && out.get(field.name) == text_of(field.get(base));
    const bool zero_gamma = field.name == "gamma" && o.gamma;  // what is not set looks like 0, which is out of range
    if (same && !zero_gamma && field.name != "batch-order") out.values.erase(field.name);
  }
  out.values["algorithm"] = name_of(Algorithm::perceptron);
  if (o.preset != PerceptronOptions().preset) out.values["preset"] = o.preset;  // of search, a choice to vary
  const bool given = o.start == Start::given;
  if (given == o.start_weights.empty())
    return Error{Code::usage, "--start",
                 given ? "is given, but start_weights is empty" : "start_weights are for start given"};
  if (given) {
    out.values["start"] = numbers_text(o.start_weights);
  } else if (o.start && *o.start != base.start) {
    out.values["start"] = name_of(*o.start);
  }
  return {};
}

Result<void> add(Settings& out, const ObjectiveOptions& o) {
  add_objective(out, o);
  return {};
}

}  // namespace

void add_objective(Settings& out, const ObjectiveOptions& o) {
  const bool known = static_cast<std::size_t>(o.loss) < Names<LossKind>::list.size();  // else its name is refused
  const Algorithm algorithm = known ? algorithm_of(o.loss) : Algorithm::svm;
  out.values["algorithm"] = name_of(algorithm);
  LinearOptions base;
  base.loss = first_loss(algorithm);
  each_objective_member(o, adding(out, base, linear_fields()));
  const KernelChoices no_kernel;
  each_kernel_member(o.kernel, adding(out, no_kernel, kernel_fields()));
  add_given(out, "lambda", o.lambda);
  add_text(out, "class-weight", o.class_weight);
  if (o.statistics) out.values["statistics"] = "";
  if (o.approximate_support) out.values["approximate-support"] = "";
  if (!o.start_weights.empty() || !o.start_multipliers.empty())
    out.start = std::make_shared<const ObjectiveStart>(ObjectiveStart{o.start_weights, o.start_multipliers});
}

Result<Settings> settings_of(const TrainOptions& o) {
  Settings out;
  const auto added = std::visit([&](const auto& learner) { return add(out, learner); }, o.learner);
  if (!added) return added.error();
  add_common(out, o);
  add_text(out, "multiclass", std::string(name_of(o.multiclass)));
  out.classes = o.classes;
  return out;
}

}  // namespace halfspace::api
