// The program as a whole, for people: what halfspace alone and halfspace help say.
#pragma once

#include <string>
#include <string_view>

namespace halfspace::cli {

inline constexpr std::string_view program_summary = "linear classifiers with answers that can be checked";
inline constexpr std::string_view program_examples =
    "  halfspace train data.csv -o model.hs\n  halfspace train --help\n";

std::string overview();

}  // namespace halfspace::cli
