// How wide the terminal is.
#pragma once

#include <cstddef>

namespace halfspace::cli {

/// The columns of the terminal that `fd` writes to; those of COLUMNS where it does not say, 80 without either.
std::size_t terminal_columns(int fd);

}  // namespace halfspace::cli
