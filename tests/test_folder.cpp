#include "test_folder.hpp"

#include <cstdlib>

namespace halfspace {

std::string test_folder() { return HALFSPACE_TEST_FOLDER; }

std::uint64_t sets(std::uint64_t count) { return std::getenv("HALFSPACE_SANITIZED") == nullptr ? count : count / 10; }

}  // namespace halfspace
