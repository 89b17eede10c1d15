#include "driver/linear_choices.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "driver/method.hpp"
#include "train/class_weight.hpp"
#include "train/objective/linear_multiclass.hpp"

namespace halfspace {
namespace {

Error refused(const std::string& flag, const std::string& why) { return {Code::usage, "--" + flag, why}; }

Result<std::vector<double>> weights_of_classes(const ShardFacts& facts, const std::string& text,
                                               const Targets& targets) {
  if (text.empty()) return std::vector<double>{};
  if (text == "balanced") return balanced_weights(facts, targets);
  return class_weights(text, targets, {});
}

}  // namespace

std::vector<double> balanced_weights(const ShardFacts& facts, const Targets& targets) {
  double all = 0;
  for (const double w : facts.weight_of) all += w;
  std::vector<double> out;
  for (const std::string& label : targets.classes) {
    const auto at = static_cast<std::size_t>(
        std::find_if(facts.classes.begin(), facts.classes.end(), [&](const auto& c) { return c.text == label; }) -
        facts.classes.begin());
    out.push_back(all / (static_cast<double>(facts.classes.size()) * facts.weight_of[at]));
  }
  return out;
}

Result<void> check_linear_method(const TrainRequest& r) {
  const LinearOptions& o = r.linear.options;
  if (r.linear.kernel.on()) return refused("kernel", "is not for rows in partitions; leave it out");
  if (!o.half_square() && !o.has_kink())
    return refused("penalty", std::string(name_of(o.penalty)) + " is not for rows in partitions; choose " +
                                  alternatives(names_that<PenaltyKind>(is_weighed)));
  if (r.linear.hard_margin()) return refused("C", "inf is not for rows in partitions; choose a finite number");
  if (!is_offered(o.loss)) return refused("loss", "perceptron is no objective; choose --algorithm perceptron");
  if (o.solver != LinearSolver::automatic)
    return refused("solver",
                   "is newton for rows in partitions, with conjugate gradients where columns are many; leave it out");
  if (r.linear.statistics) return refused("statistics", "are not for rows in partitions; leave it out");
  if (r.linear.start != nullptr) return refused("start", "is not for rows in partitions; leave it out");
  return {};
}

Result<LinearChoices> linear_choices(const ShardFacts& facts, const TrainRequest& request) {
  auto targets = find_targets(facts.described(), request.positive, request.source);
  if (!targets) return std::move(targets).error();
  LinearChoices out;
  out.request = request;
  auto multiclass = choose_linear_multiclass(out.request, targets.value());
  if (!multiclass) return std::move(multiclass).error();
  out.multiclass = multiclass.value();
  if (out.multiclass != Multiclass::none && out.multiclass != Multiclass::one_vs_rest &&
      out.multiclass != Multiclass::multinomial)
    return refused("multiclass",
                   std::string(name_of(out.multiclass)) + " is not for rows in partitions; choose one-vs-rest");
  auto weights = weights_of_classes(facts, request.linear.class_weight, targets.value());
  if (!weights) return std::move(weights).error();
  out.class_weight = std::move(weights).value();
  out.targets = std::move(targets).value();
  return out;
}

}  // namespace halfspace
