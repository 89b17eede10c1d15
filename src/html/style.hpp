// The style sheet of a page: light and dark as the reader's system has it, narrow screens, print.
#pragma once

#include <string>

namespace halfspace::html {

std::string style_sheet();

}  // namespace halfspace::html
