#include "solver/linear/linear.hpp"

#include <string>
#include <utility>

#include "solver/linear/checks.hpp"
#include "solver/linear/choose.hpp"
#include "solver/linear/finish.hpp"
#include "solver/linear/given_start.hpp"

namespace halfspace {
namespace {

/// The perceptron loss has its minimum 0 at w = 0 whatever the penalty.
LinearResult all_zero(const Design& z) {
  LinearResult out;
  out.status = Status::converged;
  out.stop_reason = "w = 0 has no perceptron loss: nothing is smaller";
  out.solver = "none";
  out.why = "the optimum is known";
  out.w.assign(z.features(), 0.0);
  out.alpha.assign(z.problem_rows(), 0.0);
  out.has_dual = true;
  return out;
}

LinearResult at_start(LinearResult out, const LinearStart& start) {
  out.at_start = true;
  out.solver = "none";
  out.why = "the start is within the tolerance";
  out.w = start.w;
  out.b = start.b;
  return out;
}

constexpr std::size_t most_dense = 20000;  // 3 GB

/// Why this solver, and what became of those before the one that answers.
std::string reason(const LinearChoice& choice, const LinearResult& r, const std::string& followed) {
  std::string out = choice.why;
  if (r.solver == "multipliers")
    out = std::to_string(r.w.size()) + " columns are too many for the distance of two hulls";
  if (r.solver == "sgd") out += "; the rows in a new random order each pass, the mean of the last half of the steps";
  for (std::size_t k = 0; k + 1 < r.ran.size(); ++k)
    out += "; after " + std::to_string(r.ran[k].rounds) + " rounds of " + r.ran[k].solver;
  return out + (followed.empty() ? "" : ", " + followed);
}

Error too_wide(const Design& z, LinearSolver solver, const LinearOptions& o) {
  const std::string d = std::to_string(z.dims());
  const std::string matrix = " needs a matrix of " + d + " x " + d + " numbers; choose ";
  if (o.penalty == PenaltyKind::firth)
    return {Code::usage, "--penalty", "firth" + matrix + "fewer --columns, or --penalty l2"};
  return {Code::usage, "--solver", std::string(name_of(solver)) + matrix + "trust-newton, dual-cd or auto"};
}

}  // namespace

Result<LinearResult> train_linear(const LinearProblem& problem, const LinearOptions& options,
                                  const LinearObserver& observer, const LinearStart* start) {
  if (const auto fits = check_linear_options(options); !fits) return fits.error();
  if (const auto fits = check_linear_problem(problem, options); !fits) return fits.error();
  const Design z(problem, options, observer.stop);
  if (options.optimum_known()) return all_zero(z);
  const LinearChoice choice = choose_solver(z, options);
  const LinearSolverEntry& solver = entry_of(choice.solver);
  if (solver.dense_system && z.dims() > most_dense) return too_wide(z, choice.solver, options);
  SolverRun run(z, options, observer);
  if (start != nullptr && ends_at_start(problem, z, options, *start, run))
    return at_start(finish_linear(z, options, std::move(run)), *start);
  if (!run.status) solver.run({z, options, choice.before}, run);
  const std::string followed = run.answer.followed;
  LinearResult out = finish_linear(z, options, std::move(run));
  out.why = reason(choice, out, followed);
  return out;
}

}  // namespace halfspace
