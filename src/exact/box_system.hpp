// One step of the active set method of box_program.hpp on the rows S: d and b with
//
//   Q_SS d + y_S b = -g_S,   y_S'd = 0 in each group
//
// or, where that has no unique solution, a direction d != 0 with Q_SS d = 0, y_S'd = 0.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "exact/box_program.hpp"

namespace halfspace {

struct BoxStep {
  enum class Kind { solved, null_direction, failed };
  Kind kind = Kind::failed;
  std::vector<Rational> direction;             // of each row of S
  std::vector<std::optional<Rational>> level;  // b of each group, where S has rows of it
};

BoxStep box_step(const BoxProgram& program, std::span<const Rational> gradient, std::span<const std::size_t> rows);

}  // namespace halfspace
