// Convex quadratic programs on a box, solved exactly over the rationals:
//
//   min over α  1/2 α'Qα + p'α   subject to  0 <= α_t <= C_t,  Σ_{t in g} y_t α_t as at the start for each group g
//   Q_ts = y_t y_s K_ts / D + [t = s] r_t,   K whole numbers, positive semidefinite
//
// by the active set method (Best and Ritter 1985): F are the rows with 0 < α_t < C_t; on F the optimality conditions
// Q_FF d + y_F b = -g, y_F'd = 0 are solved by p-adic lifting; a row that comes to its bound leaves F, and once the
// conditions hold on F the row that violates its own most joins. Where they have no unique solution α moves along a
// direction that Q does not see until a row leaves, so that F ends independent. The objective falls with every row
// that joins, so no F comes twice and the method ends: at the optimum, or with λ >= 0, Qλ = 0, p'λ < 0.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "exact/rational.hpp"

namespace halfspace {

struct BoxProgram {
  std::vector<Integer> kernel;  // K, row after row
  Integer denominator = 1;      // D > 0
  std::vector<int> y;           // -1 or +1
  std::vector<Rational> p;
  std::vector<std::optional<Rational>> cap;  // nothing: none
  std::vector<Rational> ridge;               // r; empty: 0
  std::vector<int> group;                    // 0 or 1; -1: in none
  std::vector<Rational> start;               // feasible
};

enum class BoxProgramEnd { optimal, unbounded, stopped };

struct BoxProgramSolution {
  BoxProgramEnd end = BoxProgramEnd::stopped;
  std::vector<Rational> alpha;
  std::vector<Rational> gradient;              // g = Qα + p
  std::vector<std::optional<Rational>> level;  // b of each group: g_t + y_t b = 0 on F, of the right sign off F
  std::vector<Integer> direction;              // λ where the program is unbounded
  std::size_t steps = 0;
};

/// `stop` is asked before each step, with the number of steps and the rows of F, and may be empty. Stopped also where
/// K turns out not to be positive semidefinite.
BoxProgramSolution solve_box_program(const BoxProgram& program,
                                     const std::function<bool(std::size_t steps, std::size_t free)>& stop);

}  // namespace halfspace
