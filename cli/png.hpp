// PNG by the installed program rsvg-convert. It is a child process and not a linked library because loading librsvg
// and what it needs takes 7 ms at the start of every verb (1.7 ms without), measured on Debian 12.
#pragma once

#include <string>

#include "halfspace/result.hpp"

namespace halfspace::cli {

/// The SVG text as the bytes of a PNG of the same size. Errors (io): the program is missing, or refuses the text.
Result<std::string> png_of(const std::string& svg);

}  // namespace halfspace::cli
