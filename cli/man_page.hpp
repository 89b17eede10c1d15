// Manual pages (roff, man macros) from the tables of options.
#pragma once

#include <string>

#include "flags.hpp"

namespace halfspace::cli {

/// halfspace(1)
std::string man_page();

/// halfspace-VERB(1)
std::string man_page(const Verb& verb);

}  // namespace halfspace::cli
