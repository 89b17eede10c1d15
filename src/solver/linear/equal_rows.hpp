// Rows that are equal, label and all, are one row to a linear model: C_i loss(m_i) add up.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "solver/linear/problem.hpp"

namespace halfspace {

/// For each row the first one equal to it (itself where there is none before); empty where merging them would leave
/// more than four rows in five.
std::vector<std::uint32_t> first_equal_rows(const LinearProblem& problem);

/// A problem's rows of some weight, one for all equal ones, near each other in memory and by their length: loops over
/// short rows end where the processor expects it.
struct DistinctRows {
  Matrix x;
  std::vector<std::size_t> first;      // row of the problem that row i of x is
  std::vector<double> weight;          // of it and its equals
  std::vector<std::uint32_t> count;    // how many they are
  std::vector<std::uint32_t> part_of;  // row of the problem -> i; no meaning for rows of weight 0
};

/// Nothing where first_equal_rows() is empty.
std::optional<DistinctRows> distinct_rows(const LinearProblem& problem);

}  // namespace halfspace
