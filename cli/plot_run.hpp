// plot --animate: the updates of a run as numbered pictures and one that shows them in turn.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "flags.hpp"
#include "model/model.hpp"

namespace halfspace::cli {

inline constexpr std::uint64_t most_steps = 999;  // step-001.svg has three digits

struct Animation {
  std::vector<std::string> files;  // the last is the animated one
  std::uint64_t updates = 0;       // of the run
  std::uint64_t steps = 0;         // of them drawn, the first ones
  Json facts;
};

/// Writes what --animate names: a folder gets step-001.svg ... and animation.svg, FILE.svg the animation alone.
Result<Animation> animate(const Args& args, const Model& model);

}  // namespace halfspace::cli
