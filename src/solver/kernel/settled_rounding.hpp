// An optimum's α in doubles whose errors make up for each other: a large α has few digits after the point, and where it
// is rounded the smaller ones move so that the conditions of their own rows hold again (a nearest plane of Babai 1986,
// "On Lovász' lattice reduction and the nearest lattice point problem", a level of sizes at a time).
#pragma once

#include <vector>

#include "solver/kernel/active_box.hpp"

namespace halfspace {

/// α of every row; empty where that moves a row out of the box. `level`: the smallest α that is rounded with the
/// largest of those left, as a share of it. Asks `stop` and
/// throws Stopped.
std::vector<double> settled_rounding(const BoxProblem& q, const WideKernel& kernel, const ActiveBoxAnswer& answer,
                                     long double level, unsigned threads, const StopToken& stop);

}  // namespace halfspace
