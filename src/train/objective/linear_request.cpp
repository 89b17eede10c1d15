#include "train/objective/linear_request.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace halfspace {
namespace {

Error flag_refused(const std::string& flag, const std::string& message) { return {Code::usage, "--" + flag, message}; }

Result<void> check_loss(const LinearOptions& o, Algorithm algorithm) {
  const std::string loss(name_of(o.loss));
  if (algorithm == Algorithm::logistic && algorithm_of(o.loss) != algorithm)
    return flag_refused("loss",
                        loss +
                            " cannot be combined with --algorithm logistic, whose loss is logistic; choose --algorithm "
                            "svm");
  if (algorithm == Algorithm::svm && algorithm_of(o.loss) != algorithm)
    return flag_refused("loss",
                        loss + " is --algorithm logistic; choose " + alternatives(names_that<LossKind>(is_svm)));
  return {};
}

/// A flag that changes nothing was meant otherwise.
Result<void> check_effects(const LinearRequest& r, const Settings& s) {
  const LinearOptions& o = r.options;
  const bool weighed = is_weighed(o.penalty);
  if (s.has("C") && s.has("lambda"))
    return flag_refused("lambda", "cannot be combined with --C (lambda = 1/(n C)); choose one");
  for (const char* flag : {"C", "lambda"}) {
    if (s.has(flag) && !weighed)
      return flag_refused(flag, "has no effect under --penalty " + std::string(name_of(o.penalty)) +
                                    "; leave it out, or choose --penalty l2");
  }
  if (s.has("l1-ratio") && !takes_ratio(o.penalty))
    return flag_refused("l1-ratio", "is for --penalty " + alternatives(names_that<PenaltyKind>(takes_ratio)) +
                                        ", not for " + std::string(name_of(o.penalty)));
  if (s.has("alpha") && o.solver != LinearSolver::gd) return flag_refused("alpha", "is for --solver gd");
  if (s.has("rounds") && !entry_of(o.solver).fixed_rounds)
    return flag_refused("rounds", "is for --solver gd and sgd; --max-rounds caps the others");
  return {};
}

/// "rbf and ...": the kernels that random Fourier features approximate.
std::string fourier_kernels() {
  std::string out;
  for (const KernelFacts& k : kernel_table)
    if (has_fourier_features({k.kind, 0, 0, 0})) out += (out.empty() ? "" : " and ") + std::string(k.name);
  return out;
}

/// The flags of a kernel mean nothing without one.
Result<void> check_kernel(const LinearRequest& r, const Settings& s) {
  const KernelChoices& k = r.kernel;
  for (const auto& field : kernel_fields()) {
    if (field.name == "kernel") continue;  // none
    if (s.has(field.name) && !k.on()) return flag_refused(field.name, "is for a kernel machine; choose --kernel");
  }
  if (!k.on()) return {};
  const bool exact = k.approximation == Approximation::exact;
  const std::string kernel(name_of(k.kernel));
  const auto used = [&](const char* flag, bool by) -> Result<void> {
    return !s.has(flag) || by ? Result<void>() : flag_refused(flag, "has no meaning with --kernel " + kernel);
  };
  const Kernel function = function_of(k);
  if (const auto fits = used("gamma", function.uses_gamma()); !fits) return fits;
  if (const auto fits = used("degree", function.uses_degree()); !fits) return fits;
  if (const auto fits = used("coef0", function.uses_coef0()); !fits) return fits;
  if (s.has("components") && exact) return flag_refused("components", "is for --approximation nystrom or fourier");
  if (!exact && k.nu > 0) return flag_refused("nu", "is for the exact kernel, not for an approximation");
  if (function.listed() && (s.has("scale") || s.has("features") || !exact))
    return flag_refused("kernel",
                        "precomputed values are taken as they are; leave out --scale, --features and "
                        "--approximation");
  if (k.approximation == Approximation::fourier && !has_fourier_features(function))
    return flag_refused("approximation", "fourier is for --kernel " + fourier_kernels() + "; choose nystrom");
  if (!exact && (!is_weighed(r.options.penalty) || r.hard_margin()))
    return flag_refused("approximation",
                        "requires a penalty (" + joined(names_that<PenaltyKind>(is_weighed)) + ") and a finite --C");
  return {};
}

bool has_kernel_machine(LossKind loss) { return traits_of(loss).kernel_machine; }

/// A kernel machine has few losses, the L2 penalty and one solver.
Result<void> check_machine(const LinearRequest& r, const Settings& s, Algorithm algorithm) {
  const KernelChoices& k = r.kernel;
  if (!k.exactly()) return {};
  if (algorithm != Algorithm::svm)
    return flag_refused("kernel", "requires --algorithm svm; --algorithm " + std::string(name_of(algorithm)) +
                                      " requires --approximation nystrom or fourier");
  const LinearOptions& o = r.options;
  if (!has_kernel_machine(o.loss))
    return flag_refused("loss", std::string(name_of(o.loss)) + " cannot be combined with --kernel; choose " +
                                    alternatives(names_that<LossKind>(has_kernel_machine)));
  if (!o.half_square())
    return flag_refused("penalty",
                        std::string(name_of(o.penalty)) + " cannot be combined with --kernel, whose penalty is l2");
  if (o.solver != LinearSolver::automatic && o.solver != LinearSolver::smo)
    return flag_refused("solver",
                        std::string(name_of(o.solver)) + " does not know kernels; leave it out, or choose smo");
  if (std::isinf(o.C) && !traits_of(o.loss).soft_margin)
    return flag_refused("C", "inf, the hard margin, requires --loss hinge");
  if (k.nu == 0) return {};
  if (s.has("C") || s.has("lambda")) return flag_refused("nu", "replaces --C and --lambda; choose one");
  if (o.bias != Bias::free || !traits_of(o.loss).soft_margin)
    return flag_refused("nu", "requires --bias free and --loss hinge");
  return {};
}

Result<double> lambda_of(const std::string& text) {
  auto value = option_number(text, "--lambda");
  if (value && !(value.value() > 0)) return flag_refused("lambda", in_quotes(text) + " is outside (0, inf)");
  return value;
}

Result<void> check_statistics(const LinearRequest& r) {
  const bool inference = r.unpenalised_logistic() || facts_of(r.options.penalty).of_likelihood;
  if (r.statistics && (!inference || r.options.solver == LinearSolver::gd))
    return flag_refused("statistics",
                        "is for the maximum of a likelihood: --algorithm logistic --penalty none (or firth), "
                        "and not --solver gd");
  if (r.statistics && !r.class_weight.empty())
    return flag_refused("statistics",
                        "cannot be combined with --class-weight, which makes mistakes dearer but rows no more: errors "
                        "and tests need a likelihood; leave one of them out, or count rows by --weight");
  return {};
}

}  // namespace

Algorithm algorithm_of(LossKind loss) { return is_likelihood(loss) ? Algorithm::logistic : Algorithm::svm; }

LossKind first_loss(Algorithm algorithm) { return algorithm == Algorithm::svm ? LossKind::hinge : LossKind::logistic; }

double LinearRequest::cost_of_lambda(const Dataset& rows) const {
  double n = 0;
  for (const double c : rows.weight) n += c;
  if (rows.weight.empty()) n = static_cast<double>(rows.rows);
  return 1 / (n * lambda);
}

bool LinearRequest::hard_margin() const { return std::isinf(options.C); }

bool LinearRequest::unpenalised_logistic() const {
  return is_likelihood(options.loss) && options.penalty == PenaltyKind::none;
}

std::vector<Flag> linear_flags() {
  std::vector<Flag> flags;
  for (const auto& field : linear_fields()) flags.push_back({field.name, field.metavar, field.help, "learner"});
  for (const auto& field : kernel_fields()) flags.push_back({field.name, field.metavar, field.help, "learner"});
  flags.push_back({"lambda", "LAMBDA", "weight of the penalty against the mean loss, in place of --C: lambda = 1/(n C)",
                   "learner"});
  flags.push_back({"class-weight", "balanced|LABEL=W,...",
                   "weight of the rows of a class; balanced: n/(K n_k), so that all classes weigh the same",
                   "learner"});
  flags.push_back({"statistics", "",
                   "logistic with --penalty none or firth: standard errors, z, p, 95% intervals, deviance, AIC",
                   "learner"});
  flags.push_back(
      {"approximate-support", "",
       "svm: keep the multipliers at which the gap is within --tol, in place of those of the optimum, whose "
       "support vectors are counted exactly; quicker where rows are few",
       "learner"});
  return flags;
}

Result<LinearRequest> linear_request(const Settings& settings, Algorithm algorithm) {
  LinearRequest r;
  r.options.loss = first_loss(algorithm);
  for (const auto& field : linear_fields()) {
    if (!settings.has(field.name)) continue;
    if (const auto set = field.set(r.options, settings.get(field.name)); !set) return set.error();
    r.given.push_back(field.name);
  }
  for (const auto& field : kernel_fields()) {
    if (!settings.has(field.name)) continue;
    if (const auto set = field.set(r.kernel, settings.get(field.name)); !set) return set.error();
    r.given.push_back(field.name);
  }
  if (settings.has("lambda")) {
    const auto lambda = lambda_of(settings.get("lambda"));
    if (!lambda) return lambda.error();
    r.lambda = lambda.value();
    r.given.emplace_back("lambda");
  }
  r.class_weight = settings.get("class-weight");
  if (settings.has("class-weight")) r.given.emplace_back("class-weight");
  r.statistics = settings.has("statistics");
  r.options.exact_support = !settings.has("approximate-support");
  if (!r.options.exact_support) r.given.emplace_back("approximate-support");
  r.start = settings.start;
  constexpr double tol_of_statistics = 1e-10;  // coefficients are right to half as many digits as the objective
  if (r.statistics && !settings.has("tol")) r.options.tol = tol_of_statistics;
  if (const auto fits = check_loss(r.options, algorithm); !fits) return fits.error();
  if (const auto fits = check_effects(r, settings); !fits) return fits.error();
  if (const auto fits = check_kernel(r, settings); !fits) return fits.error();
  if (const auto fits = check_machine(r, settings, algorithm); !fits) return fits.error();
  LinearOptions linear = r.options;
  if (r.kernel.exactly()) linear.solver = LinearSolver::automatic;
  if (const auto fits = check_linear_options(linear); !fits) return fits.error();
  if (const auto fits = check_statistics(r); !fits) return fits.error();
  return r;
}

}  // namespace halfspace
