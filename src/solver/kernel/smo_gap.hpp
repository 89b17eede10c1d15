// What u of the active rows says of α: levels and the gap between the primal and the dual objective.
#pragma once

#include <array>

#include "solver/kernel/smo_rows.hpp"

namespace halfspace {

/// b of y = -1 and of y = +1, as in BoxSolution.
template <class T>
std::array<double, 2> smo_level(const SmoRows<T>& rows);

/// At that level; -1 where there is no hard margin.
template <class T>
double smo_gap(const SmoRows<T>& rows, double dual);

}  // namespace halfspace
