// Rows that are equal, label and all, are one row to a linear model: C_i loss(m_i) add up.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/linear/problem.hpp"

namespace halfspace {

/// For each row the first one equal to it (itself where there is none before); empty where merging them would leave
/// more than four rows in five.
std::vector<std::uint32_t> first_equal_rows(const LinearProblem& problem);

}  // namespace halfspace
