// The cheapest change of a row that meets linear conditions:
//
//   minimise   |{switched categories}| + |d_j| / scale_j     over sets of category switches and at most one number j
//   subject to value_i + sum_{switches} gain_i + slope_ij d_j >= 0 for every condition i
//
// Of one condition (two classes) and numbers that change continuously this is the least of all changes: the dual of
// min sum |d_j| / scale_j subject to sum slope_j d_j >= r puts all of d on the j with the largest |slope_j| scale_j.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace halfspace {

/// A category column's other level, and what it adds to each condition.
struct LevelSwitch {
  std::uint32_t column = 0;
  std::size_t level = 0;
  std::vector<double> gain;
};

/// A column of numbers. `step` 0: any value; else the change is a whole number of steps.
struct NumberMove {
  std::uint32_t column = 0;
  double start = 0;
  double scale = 1;
  double step = 0;
  std::vector<double> slope;
};

/// What is tried: switches, and perhaps a number moved by `by`, which just meets the conditions.
struct CandidateChange {
  std::vector<const LevelSwitch*> switches;
  const NumberMove* move = nullptr;
  double by = 0;
  int direction = 1;  // away from `start`
  double cost = 0;
};

/// Is the candidate a change indeed? Its cost once it is carried out (a little more by rounding), or nothing.
using CarryOut = std::function<std::optional<double>(const CandidateChange&)>;

struct ChangeSearch {
  std::vector<double> value;                       // of each condition
  std::vector<std::vector<LevelSwitch>> switches;  // of each category column
  std::vector<NumberMove> moves;

  /// Calls `carry_out` for candidates until none can cost less than the best that was carried out. False: there were
  /// too many sets of switches to try all.
  bool run(const CarryOut& carry_out) const;
};

}  // namespace halfspace
