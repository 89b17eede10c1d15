// The list of solvers of linear models. A new solver is a file that ends with its entry, its enumerator in
// halfspace/choices.hpp, and here its name, and its entry's declaration and place; the flag, the checks, training and
// paths go by them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/fields.hpp"
#include "halfspace/options.hpp"

namespace halfspace {

template <>
struct Names<LinearSolver> {
  static constexpr std::array<std::string_view, 12> list = {"auto",
                                                            "gd",
                                                            "dual-cd",
                                                            "newton",
                                                            "trust-newton",
                                                            "cd",
                                                            "sgd",
                                                            "interior-point",
                                                            "min-norm",
                                                            "smo",
                                                            "augmented-lagrangian",
                                                            "multipliers"};
  static constexpr std::size_t offered = 11;  // of --solver: the multipliers are a choice of `auto`
};

struct LinearOptions;
class Design;
class SolverRun;

/// So many passes over the rows of another solver, from whose point this one starts where they do not do.
struct FirstPasses {
  LinearSolver solver = LinearSolver::dual_cd;  // or trust_newton
  std::uint64_t passes = 0;
};

struct LinearCall {
  const Design& z;
  const LinearOptions& options;
  FirstPasses before = {};
};

/// An error where a solver does not go with the options.
using SolverRule = Result<void>(const LinearOptions&);
using SolverFunction = void(const LinearCall&, SolverRun&);

struct LinearSolverEntry {
  bool dense_system = false;                 // factors a matrix of d x d numbers
  bool fixed_rounds = false;                 // T rounds (--rounds) from w = 0 over the rows as they are
  std::array<SolverRule*, 5> accepts{};      // asked in this order
  SolverFunction* run = nullptr;             // null where another takes its place
  SolverFunction* run_from_start = nullptr;  // of a point of a path; null where there are none
};

extern const LinearSolverEntry automatic_solver;
extern const LinearSolverEntry gd_solver;
extern const LinearSolverEntry dual_cd_solver;
extern const LinearSolverEntry newton_solver;
extern const LinearSolverEntry trust_newton_solver;
extern const LinearSolverEntry cd_solver;
extern const LinearSolverEntry sgd_solver;
extern const LinearSolverEntry interior_point_solver;
extern const LinearSolverEntry min_norm_solver;
extern const LinearSolverEntry kernel_solver;
extern const LinearSolverEntry augmented_lagrangian_solver;
extern const LinearSolverEntry multipliers_solver;

/// In the order of LinearSolver.
inline constexpr std::array<const LinearSolverEntry*, Names<LinearSolver>::list.size()> linear_solvers = {
    &automatic_solver,
    &gd_solver,
    &dual_cd_solver,
    &newton_solver,
    &trust_newton_solver,
    &cd_solver,
    &sgd_solver,
    &interior_point_solver,
    &min_norm_solver,
    &kernel_solver,
    &augmented_lagrangian_solver,
    &multipliers_solver};

inline const LinearSolverEntry& entry_of(LinearSolver solver) {
  return *linear_solvers[static_cast<std::size_t>(solver)];
}

/// Does its solver go with the options?
Result<void> check_solver(const LinearOptions& options);

/// Rules that several solvers share.
namespace solver_rules {

Error refused(const std::string& message);  ///< of --solver

SolverRule no_firth;        // Firth's penalty has a score of its own
SolverRule no_hard_margin;  // C is finite
SolverRule loss_fits;       // a penalty with a kink, or without a pull, needs a smooth loss
SolverRule no_kink;         // of the penalty

}  // namespace solver_rules

}  // namespace halfspace
