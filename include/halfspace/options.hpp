// Options: flags of the command line without their dashes, with the values the command line takes.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "halfspace/export.h"

namespace halfspace {

/// {{"preset", "pocket"}, {"rounds", "2000"}, {"seed", "7"}}: names and values of `halfspace train --help` and
/// docs/options.md, of its groups learner, features, data and running; for separate() those of `halfspace separate`. A
/// switch (no-header, zero-based) has the value
/// "". Of equal names the last counts. Unknown names and bad values are Errors (usage) that name the nearest.
using Options = std::vector<std::pair<std::string, std::string>>;

/// Names that train() and train_file() know, in the order of the help.
HALFSPACE_API std::vector<std::string> option_names();

/// Names that separate() and separate_file() know.
HALFSPACE_API std::vector<std::string> separate_option_names();

}  // namespace halfspace
