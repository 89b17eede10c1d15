#include <algorithm>
#include <utility>
#include <variant>

#include "base/number.hpp"
#include "base/text.hpp"
#include "compat/rows.hpp"
#include "compat/svm_values.hpp"
#include "data/row_place.hpp"
#include "solver/kernel/kernel_checks.hpp"
#include "solver/kernel/one_sided.hpp"
#include "train/limits.hpp"

namespace halfspace::compat {
namespace {

/// The value of a flag in (least, most].
Result<double> in_range(const Words& words, char flag, double fallback, double least, double most) {
  auto value = words.number(flag, fallback);
  if (value && !(value.value() > least && value.value() <= most))
    return Error{
        Code::usage, std::string("-") + flag,
        in_quotes(words.get(flag, "")) + " is outside (" + number_text(least) + ", " + number_text(most) + "]"};
  return value;
}

struct ValueFlags {
  double nu = 0;
  double C = 0;
  double epsilon = 0;  // half the width of the tube
  double eps = 0;      // of the objective
  unsigned threads = 1;
};

Result<ValueFlags> value_flags(const Host& host, const Words& words) {
  constexpr double infinite = 1e300;
  const auto nu = in_range(words, 'n', 0.5, 0, 1);
  const auto C = in_range(words, 'c', 1, 0, infinite);
  const auto epsilon = in_range(words, 'p', 0.1, -1e-300, infinite);
  const auto eps = in_range(words, 'e', 1e-3, 0, infinite);
  const auto threads = thread_count(host.settings);
  if (!nu) return nu.error();
  if (!C) return C.error();
  if (!epsilon) return epsilon.error();
  if (!eps) return eps.error();
  if (!threads) return threads.error();
  return ValueFlags{nu.value(), C.value(), epsilon.value(), eps.value(), threads.value()};
}

/// The rows with a coefficient, as LIBSVM's files hold them.
void add_support_rows(LibsvmModel& m, const Matrix& x, const std::vector<double>& coefficient) {
  m.rows.start.push_back(0);
  std::visit(
      [&](const auto& all) {
        m.rows.cols = all.cols;
        for (std::size_t i = 0; i < all.rows; ++i) {
          if (coefficient[i] == 0) continue;
          m.coefficients.push_back(coefficient[i]);
          constexpr double one = 1;
          const auto place = static_cast<std::uint32_t>(i);
          if (m.kernel.kind == KernelKind::precomputed) {  // k(x_i, x) is column i of x
            append_row(m.rows, SparseRow<double>{&place, &one, 1});
          } else {
            append_row(m.rows, all.row(i));
          }
        }
      },
      x);
}

KernelFit fitted(const Dataset& data, SvmType type, const Kernel& kernel, const ValueFlags& flags, const Watch& watch) {
  BoxOptions options;
  options.threads = flags.threads;
  options.tol = std::min(1e-6, flags.eps);  // of the objective; a value has half as many digits
  options.stop = watch.stop;
  options.progress = [&watch](const BoxProgress& p) {
    if (watch.steps) watch.steps(p.steps);
  };
  return type == SvmType::one_class ? train_one_class(data.x, kernel, flags.nu, options)
                                    : train_regression(data.x, targets(data), kernel, flags.C, flags.epsilon, options);
}

}  // namespace

Result<Answer> train_svm_values(const Host& host, const Words& words, const Dataset& data, SvmType type,
                                const Kernel& kernel) {
  if (words.has('v'))
    return Error{Code::usage, "-v", "is for classifiers (-s 0 and -s 1) here; hold rows back and use svm-predict"};
  const auto flags = value_flags(host, words);
  if (!flags) return flags.error();
  if (auto fits = check_kernel_rows(data.x, kernel, places_of(data)); !fits) {
    Error error = fits.error();
    error.where = shown(words.files[0], 4096) + (error.where.empty() ? "" : ": ") + error.where;
    return error;
  }
  KernelFit fit;
  {
    const Watch watch = host.begin_run();
    fit = fitted(data, type, kernel, flags.value(), watch);
    if (watch.stop.ask() == Halt::interrupt) return Error{Code::interrupted, "", "interrupted; no model was written"};
  }
  const bool solved = fit.solution.end == BoxEnd::solved;
  if (!solved)
    host.say("not converged: gap " + short_bound(fit.solution.gap, 3) + " at an objective of " +
             short_number(-fit.solution.dual));
  LibsvmModel m;
  m.type = type;
  m.kernel = kernel;
  m.rho = {-fit.b};
  add_support_rows(m, data.x, fit.coefficient);
  return Answer{TrainedValues{solved, m.rows.rows}, model_path(words), libsvm_model_text(m)};
}

}  // namespace halfspace::compat
