// How a run ended, whatever its solver.
#pragma once

#include <array>
#include <string_view>

#include "base/fields.hpp"
#include "base/stop.hpp"

namespace halfspace {

enum class Status { converged, vacuous, not_separable, not_converged, passes, rounds, patience, timeout, interrupted };

template <>
struct Names<Status> {
  static constexpr std::array<std::string_view, 9> list = {"converged",     "vacuous", "not-separable",
                                                           "not-converged", "passes",  "rounds",
                                                           "patience",      "timeout", "interrupted"};
};

/// Of a run that was ended from outside.
constexpr Status ended_by(Halt why) { return why == Halt::timeout ? Status::timeout : Status::interrupted; }

}  // namespace halfspace
