// From the best proven answer of a solver to what the caller is told.
#pragma once

#include <string>
#include <vector>

#include "solver/linear/design.hpp"
#include "solver/linear/linear.hpp"
#include "solver/linear/solver_run.hpp"

namespace halfspace {

/// Why a run of this status and gap ended.
std::string stop_reason(const LinearResult& r, const LinearOptions& o);

/// The same of a run that the bound on its work ended.
std::string spent_text(const LinearResult& r, const LinearOptions& o, std::uint64_t most_work);

/// Where several free biases of a hinge are as good, by the margins m, the answer gets the middle of them, and its proof.
void centre_bias(const Design& z, LinearAnswer& answer, std::vector<double>& m);

LinearResult finish_linear(const Design& z, const LinearOptions& options, SolverRun run);

}  // namespace halfspace
