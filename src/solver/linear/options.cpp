#include "solver/linear/options.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

using O = LinearOptions;

Field<O> loss_field() {
  Field<O> field = choice_field("loss", &O::loss, "loss of the margin y (w.x + b)");
  const std::vector<std::string> offered = names_that<LossKind>(is_offered);
  field.metavar = joined(offered, "|");
  field.set = [set = field.set, offered](O& o, std::string_view text) -> Result<void> {
    const auto loss = choice_of<LossKind>(text, "--loss");
    if (!loss)
      return halfspace::place_of(text, std::vector<std::string_view>(offered.begin(), offered.end()), "--loss").error();
    if (!is_offered(loss.value()))
      return Error{Code::usage, "--loss",
                   std::string(text) +
                       " is not an objective: w = 0 is the minimum under every penalty; choose --algorithm "
                       "perceptron, or " +
                       alternatives(offered)};
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

/// `adagrad` and `ftrl` learn from streams (solver/online/), and are named here for help alone.
Field<O> solver_field() {
  Field<O> field = choice_field("solver", &O::solver, "how the optimum is found; adagrad and ftrl with --stream");
  const std::string row_by_row = "|sgd|";
  field.metavar.replace(field.metavar.find(row_by_row), row_by_row.size(), "|sgd|adagrad|ftrl|");
  field.set = [set = field.set](O& o, std::string_view text) -> Result<void> {
    if (text == "adagrad" || text == "ftrl")
      return Error{Code::usage, "--solver", std::string(text) + " learns row by row: it is for train with --stream"};
    return set(o, text);
  };
  return field;
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
  f.push_back(solver_field());
  f.push_back(count_field("max-rounds", "T", &O::max_rounds, 1, "end after T rounds of the solver at the latest"));
  f.push_back(number_field("alpha", "ALPHA", &O::alpha, 0, true, "fixed step of solver gd, 0 for 1/L"));
  f.push_back(count_field("rounds", "T", &O::rounds, 1, "rounds of solver gd (1000), passes of solver sgd (1)"));
  f.push_back(count_field("seed", "S", &O::seed, 0, "seed of random orders"));
  return f;
}

Error contradiction(const std::string& flag, const std::string& message) {
  return Error{Code::usage, "--" + flag, message};
}

}  // namespace

std::span<const Field<O>> linear_fields() {
  static const std::vector<Field<O>> fields = make_fields();
  return fields;
}

Result<void> check_linear_options(const O& o) {
  if (!(o.C > 0)) return contradiction("C", number_text(o.C) + " is outside (0, inf]");
  if (!(o.tol > 0)) return contradiction("tol", "is outside (0, inf)");
  if (!(o.l1_ratio >= 0 && o.l1_ratio <= 1)) return contradiction("l1-ratio", "is outside [0, 1]");
  if (!(o.alpha >= 0) || std::isinf(o.alpha)) return contradiction("alpha", "is outside [0, inf)");
  if (std::isinf(o.C) && (!traits_of(o.loss).soft_margin || !o.half_square()))
    return contradiction("C", "inf, the hard margin, requires --loss hinge --penalty l2");
  if (facts_of(o.penalty).of_likelihood && (!is_likelihood(o.loss) || o.bias == Bias::augmented))
    return contradiction("penalty", "firth requires --loss logistic and --bias free or none");
  return check_solver(o);
}

}  // namespace halfspace
