// Probabilities from scores s_i of rows that were held out, with classes y_i and row weights c_i.
//
//   platt        min over (a, b) of  -sum c_i (t_i log p_i + (1 - t_i) log(1 - p_i)),  p_i = 1/(1 + e^-(a s_i + b)),
//                with t_i = (N+ + 1)/(N+ + 2) where y_i = +1 and 1/(N- + 2) else, N+ and N- the weights of the classes
//                (Platt 2000), by Newton's method with line search (Lin, Lin, Weng 2007)
//   isotonic     min over nondecreasing f of  sum c_i (f(s_i) - [y_i = +1])^2,  by pooling adjacent violators (Barlow
//                et al. 1972; Zadrozny, Elkan 2002). Rows of one score are one block from the start. The map goes
//                linearly from block to block, each at the mean of its scores, with values inside
//                [1/(N + 2), 1 - 1/(N + 2)], N the weight of all rows: no finite sample proves a probability of 0
//   temperature  min over a > 0 of  -sum c_i sum_k t_ik log p_ik,  p_ik = e^{a s_ik} / sum_l e^{a s_il}, a = 1/T (Guo
//                et al. 2017), with t_ik = (N_k + 1)/(N_k + K) for the class k of row i and 1/(N_k + K) for the others:
//                Platt's targets for K classes, so that a is finite where all rows are right
//
// The label must not change sides between score and probability: the score where P(+1) = 1/2 (`crossing`) becomes the
// new 0, and the map is of s - crossing.
#pragma once

#include <cstdint>
#include <span>

#include "halfspace/result.hpp"
#include "model/model.hpp"

namespace halfspace {

struct CalibrationRows {
  std::span<const double> score;  // one a row; temperature: `classes` a row
  std::span<const std::uint32_t> truth;
  std::span<const double> weight;  // empty: every row weighs 1
  double weight_of(std::size_t i) const { return weight.empty() ? 1 : weight[i]; }
};

/// " (scores reach 887 in size, ...)" where a row is so far out that it can decide a fit; else "".
std::string extremes_text(std::span<const double> score);

struct CalibrationFit {
  ProbabilityMap map;   // of s - crossing
  double crossing = 0;  // two classes: the score where P(+1) = 1/2
};

/// `with_offset` false is for models whose boundary cannot move: b = 0. Error (bad_data): no a > 0 is best.
Result<CalibrationFit> fit_platt(const CalibrationRows& rows, bool with_offset);

/// Error (bad_data): every value is on one side of 1/2.
Result<CalibrationFit> fit_isotonic(const CalibrationRows& rows);

/// Error (bad_data): no a > 0 is best.
Result<CalibrationFit> fit_temperature(const CalibrationRows& rows, std::size_t classes);

/// A run of equal values of the least-squares nondecreasing function.
struct IsotonicBlock {
  double score = 0;   // weighted mean
  double value = 0;   // the weight of +1 among its weight
  double weight = 0;  // of its rows
};

/// From the least score up; values strictly ascend.
std::vector<IsotonicBlock> pool_adjacent_violators(const CalibrationRows& rows);

}  // namespace halfspace
