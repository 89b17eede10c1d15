// svm-train -s 2 and 3: one-class SVM and epsilon-SVR, for those who come from LIBSVM.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.hpp"
#include "compat.hpp"
#include "export/libsvm_model.hpp"
#include "fitting.hpp"
#include "output_file.hpp"
#include "session.hpp"
#include "solver/kernel/kernel_checks.hpp"
#include "solver/kernel/one_sided.hpp"
#include "train/limits.hpp"

namespace halfspace::cli::compat {
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

}  // namespace

Outcome svm_train_values(const Args& args, const Words& words, const Dataset& data, SvmType type,
                         const Kernel& kernel) {
  if (words.has('v'))
    return Error{Code::usage, "-v", "is for classifiers (-s 0 and -s 1) here; hold rows back and use svm-predict"};
  constexpr double infinite = 1e300;
  const auto nu = in_range(words, 'n', 0.5, 0, 1);
  const auto C = in_range(words, 'c', 1, 0, infinite);
  const auto epsilon = in_range(words, 'p', 0.1, -1e-300, infinite);
  const auto eps = in_range(words, 'e', 1e-3, 0, infinite);
  const auto threads = thread_count(args);
  if (!nu) return nu.error();
  if (!C) return C.error();
  if (!epsilon) return epsilon.error();
  if (!eps) return eps.error();
  if (!threads) return threads.error();
  if (auto fits = check_kernel_rows(data.x, kernel); !fits) {
    Error error = fits.error();
    error.where = shown(words.files[0], 4096) + (error.where.empty() ? "" : ": ") + error.where;
    return error;
  }
  ProgressLine line(args, "training");
  BoxOptions options;
  options.threads = threads.value();
  options.tol = std::min(1e-6, eps.value());  // of the objective; a value has half as many digits
  options.stop = run_token(line);
  options.progress = [&line](const BoxProgress& p) {
    line.show(counted(p.steps, "step"), -1, static_cast<double>(p.steps), "steps");
    return Halt::go_on;
  };
  const KernelFit fit = type == SvmType::one_class
                            ? train_one_class(data.x, kernel, nu.value(), options)
                            : train_regression(data.x, targets(data), kernel, C.value(), epsilon.value(), options);
  line.clear();
  if (interrupted()) return Error{Code::interrupted, "", "interrupted; no model was written"};
  if (fit.solution.end != BoxEnd::solved)
    note(args, "not converged: gap " + short_bound(fit.solution.gap, 3) + " at an objective of " +
                   short_number(-fit.solution.dual));
  LibsvmModel m;
  m.type = type;
  m.kernel = kernel;
  m.rho = {-fit.b};
  add_support_rows(m, data.x, fit.coefficient);
  if (const auto written = write_output(args, model_path(words), libsvm_model_text(m)); !written)
    return written.error();
  const auto told = say(args, words, "Total nSV = " + std::to_string(m.rows.rows) + "\n",
                        {{"status", fit.solution.end == BoxEnd::solved ? "converged" : "not-converged"},
                         {"support_vectors", m.rows.rows}});
  if (!told) return told.error();
  return 0;
}

}  // namespace halfspace::cli::compat
