#include "solver/linear/options.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

using O = LinearOptions;

/// Losses that an objective may have: that of the perceptron is least at w = 0 under every penalty.
bool is_offered(LossKind loss) { return loss != LossKind::perceptron; }

Field<O> loss_field() {
  Field<O> field = choice_field("loss", &O::loss, "loss of the margin y (w.x + b)");
  field.metavar.clear();
  for (const std::string_view name : Names<LossKind>::list) {
    if (is_offered(choice_of<LossKind>(name, "--loss").value()))
      field.metavar += (field.metavar.empty() ? "" : "|") + std::string(name);
  }
  field.set = [set = field.set](O& o, std::string_view text) -> Result<void> {
    if (text == name_of(LossKind::perceptron))
      return Error{
          Code::usage, "--loss",
          "perceptron is no objective: w = 0 is least under every penalty; choose --algorithm perceptron, or " +
              names_of_losses(is_offered)};
    return set(o, text);
  };
  return field;
}

/// C in (0, inf], "inf" being the hard margin.
Field<O> cost_field() {
  auto set = [](O& o, std::string_view text) -> Result<void> {
    if (text == "inf" || text == "infinity") {
      o.C = std::numeric_limits<double>::infinity();
      return {};
    }
    const auto value = option_number(text, "--C");
    if (!value) return value.error();
    if (!(value.value() > 0)) return Error{Code::usage, "--C", in_quotes(text) + " is outside (0, inf]"};
    o.C = value.value();
    return {};
  };
  return {"C", "C", "weight of the losses against the penalty, in (0, inf], default 1; inf: hard margin (loss hinge)",
          set, [](const O& o) { return std::isinf(o.C) ? SettingValue(std::string("inf")) : SettingValue(o.C); }};
}

Field<O> ratio_field() {
  auto set = [](O& o, std::string_view text) -> Result<void> {
    const auto value = option_number(text, "--l1-ratio");
    if (!value) return value.error();
    if (value.value() < 0 || value.value() > 1)
      return Error{Code::usage, "--l1-ratio", in_quotes(text) + " is outside [0, 1]"};
    o.l1_ratio = value.value();
    return {};
  };
  return {"l1-ratio", "RHO", "share of L1 in the elastic net, in [0, 1]", set,
          [](const O& o) { return SettingValue(o.l1_ratio); }};
}

std::vector<Field<O>> make_fields() {
  std::vector<Field<O>> f;
  f.push_back(loss_field());
  f.push_back(choice_field("penalty", &O::penalty, "penalty on the weights"));
  f.push_back(cost_field());
  f.push_back(ratio_field());
  f.push_back(choice_field("bias", &O::bias, "augmented: penalised like a weight; free: not penalised; none"));
  f.push_back(number_field("tol", "TOL", &O::tol, 0, false,
                           "stop when the duality gap is at most TOL of the objective (1e-4)"));
  f.push_back(choice_field("solver", &O::solver, "how the optimum is found"));
  f.push_back(count_field("max-rounds", "T", &O::max_rounds, 1, "end after T rounds of the solver at the latest"));
  f.push_back(number_field("alpha", "ALPHA", &O::alpha, 0, true, "fixed step of solver gd, 0 for 1/L"));
  f.push_back(count_field("rounds", "T", &O::rounds, 1, "rounds of solver gd (1000), passes of solver sgd (1)"));
  f.push_back(count_field("seed", "S", &O::seed, 0, "seed of random orders"));
  return f;
}

Error contradiction(const std::string& flag, const std::string& message) {
  return Error{Code::usage, "--" + flag, message};
}

std::string loss_name(const O& o) { return "--loss " + std::string(name_of(o.loss)); }

}  // namespace

std::span<const Field<O>> linear_fields() {
  static const std::vector<Field<O>> fields = make_fields();
  return fields;
}

namespace {

/// Does the solver know this loss, penalty and C?
Result<void> check_solver(const O& o, bool sparse, bool smooth) {
  using S = LinearSolver;
  const std::string solver = std::string(name_of(o.solver));
  if (o.solver == S::smo) return contradiction("solver", "smo is for a kernel machine; choose --kernel");
  if (o.penalty == PenaltyKind::firth && o.solver != S::automatic && o.solver != S::newton)
    return contradiction("solver", solver + " does not know Firth's penalty; choose auto or newton");
  if (o.solver == S::gd && (o.loss != LossKind::logistic || o.penalty != PenaltyKind::none))
    return contradiction("solver", "gd is the textbook's: --loss logistic --penalty none");
  if (o.solver == S::sgd && sparse) return contradiction("solver", "sgd needs --penalty none or l2");
  if (std::isinf(o.C) && o.solver != S::automatic && o.solver != S::interior_point && o.solver != S::dual_cd &&
      o.solver != S::min_norm)
    return contradiction("solver", solver + " has no hard margin; choose auto, min-norm, interior-point or dual-cd");
  if (!std::isinf(o.C) && o.solver == S::min_norm)
    return contradiction("solver", "min-norm is for the hard margin, --C inf");
  if (o.loss == LossKind::perceptron) return {};
  if (!smooth && (sparse || o.penalty == PenaltyKind::none) && o.solver != S::sgd)
    return contradiction("penalty", std::string(name_of(o.penalty)) + " goes with a smooth loss, not with " +
                                        loss_name(o) + "; choose " + names_of_losses(has_curvature));
  if ((o.solver == S::newton || o.solver == S::trust_newton) && sparse)
    return contradiction("solver", solver + " needs penalty none or l2");
  if (o.solver == S::trust_newton && !smooth)
    return contradiction("solver", solver + " needs a loss with a curvature, not " + loss_name(o));
  if (o.solver == S::cd && (!smooth || o.penalty == PenaltyKind::none || o.penalty == PenaltyKind::firth))
    return contradiction("solver", "cd needs a loss with a curvature and penalty l1, l2 or elastic-net");
  if (o.solver == S::dual_cd && !has_dual_step(o.loss))
    return contradiction(
        "solver", "dual-cd needs a loss with a dual step, " + names_of_losses(has_dual_step) + ", not " + loss_name(o));
  if (o.solver == S::dual_cd && o.penalty != PenaltyKind::l2)
    return contradiction("solver", "dual-cd needs --penalty l2");
  if (o.solver == S::interior_point && (o.loss != LossKind::hinge || o.penalty != PenaltyKind::l2))
    return contradiction("solver", "interior-point needs --loss hinge --penalty l2");
  return {};
}

}  // namespace

Result<void> check_linear_options(const O& o) {
  const bool sparse = o.penalty == PenaltyKind::l1 || (o.penalty == PenaltyKind::elastic_net && o.l1_ratio > 0);
  if (!(o.C > 0)) return contradiction("C", "is outside (0, inf]");
  if (!(o.tol > 0)) return contradiction("tol", "is outside (0, inf)");
  if (!(o.l1_ratio >= 0 && o.l1_ratio <= 1)) return contradiction("l1-ratio", "is outside [0, 1]");
  if (!(o.alpha >= 0) || std::isinf(o.alpha)) return contradiction("alpha", "is outside [0, inf)");
  if (std::isinf(o.C) && (o.loss != LossKind::hinge || o.penalty != PenaltyKind::l2))
    return contradiction("C", "inf, the hard margin, goes with --loss hinge --penalty l2");
  if (o.penalty == PenaltyKind::firth && (o.loss != LossKind::logistic || o.bias == Bias::augmented))
    return contradiction("penalty", "firth goes with --loss logistic and --bias free or none");
  return check_solver(o, sparse, has_curvature(o.loss));
}

}  // namespace halfspace
