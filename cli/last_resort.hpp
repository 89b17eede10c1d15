// When memory runs out: what the program then says, and what it does where no exception can be thrown or caught.
#pragma once

#include <string_view>

namespace halfspace::cli {

inline constexpr std::string_view out_of_memory_line =
    "halfspace: out of memory; use fewer rows or columns, or a machine with more memory\n";

/// What std::terminate() shall call (std::set_terminate).
[[noreturn]] void end_with_message() noexcept;

/// Writes a line to stderr; asks for no memory.
void write_line(std::string_view line) noexcept;

}  // namespace halfspace::cli
