// What a flag's help is held in. The modules for browsers, which show none, hold nothing (wasm/shims/base/help_text.hpp).
#pragma once

#include <string>

namespace halfspace {

using HelpText = std::string;

}  // namespace halfspace
