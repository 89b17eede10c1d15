// Flags of the verbs that try a model on rows: the program's flags and, by name, the library's options.
#pragma once

#include <vector>

#include "train/flags.hpp"

namespace halfspace {

Flag threshold_flag();

/// --label and --weight of rows that a model is tried on.
std::vector<Flag> label_flags();

/// --lift, --bootstrap, --against, --costs.
std::vector<Flag> more_flags();

/// Of `explain`: which row, contributions of what, the smallest change.
std::vector<Flag> explain_flags();

/// Of `report`: --unlabelled.
Flag unlabelled_flag();

}  // namespace halfspace
