// In place of the solvers that know kernels and of what approximates them.
#include "not_here.hpp"
#include "solver/kernel/kernel_checks.hpp"
#include "solver/kernel/kernel_svm.hpp"
#include "solver/perceptron/run_on_rows.hpp"
#include "train/objective/kernel_approximation.hpp"

namespace halfspace {
namespace {

Error no_kernels() { return not_here("--kernel", "kernels are"); }

}  // namespace

Result<PerceptronResult> train_kernel_perceptron(const PerceptronCall&) { return no_kernels(); }
Result<LinearResult> train_kernel_svm(const LinearProblem&, const LinearOptions&, const KernelChoices&, unsigned,
                                      const LinearObserver&) {
  return no_kernels();
}
bool move_machine(const LinearProblem&, const LinearOptions&, const KernelChoices&, const std::vector<double>&,
                  unsigned, LinearResult&) {
  return false;
}
Result<void> check_kernel_rows(const Matrix&, const Kernel&, const RowPlace&) { return no_kernels(); }
std::optional<bool> positive_semidefinite(const Matrix&, unsigned, const StopToken&) { return std::nullopt; }

Result<void> resolve_kernel(KernelChoices&, const Dataset&, const std::string&) { return no_kernels(); }
Result<void> check_has_features(const KernelChoices&) { return no_kernels(); }
Result<KernelApproximation> KernelApproximation::fit(const Dataset&, const KernelChoices&, std::uint64_t, unsigned,
                                                     std::uint64_t, const std::string&, const StopToken&) {
  return no_kernels();
}
Dataset KernelApproximation::apply(const Dataset&, unsigned, const StopToken&) const { return {}; }
KernelError KernelApproximation::error(const Dataset&, const Dataset&, std::uint64_t, const StopToken&) const {
  return {};
}
std::vector<double> KernelApproximation::coefficients(std::span<const double>) const { return {}; }

}  // namespace halfspace
