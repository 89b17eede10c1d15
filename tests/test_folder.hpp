// Where the files of the tests stand, and whether sanitizers watch: then large counts of random sets are a tenth.
#pragma once

#include <cstdint>
#include <string>

namespace halfspace {

/// The folder tests/ of the sources, without a final slash.
std::string test_folder();

/// `count`, or a tenth of it under ./dev sanitize, where a set takes twenty times as long.
std::uint64_t sets(std::uint64_t count);

}  // namespace halfspace
