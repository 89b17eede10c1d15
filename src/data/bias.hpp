// Where the bias lives (docs/algorithms.md section 1): three different optima as soon as weights are penalised.
#pragma once

#include <array>
#include <string_view>

#include "base/fields.hpp"
#include "halfspace/options.hpp"

namespace halfspace {

template <>
struct Names<Bias> {
  static constexpr std::array<std::string_view, 3> list = {"augmented", "free", "none"};
};

}  // namespace halfspace
