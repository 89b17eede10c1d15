#include "test_folder.hpp"

namespace halfspace {

std::string test_folder() { return HALFSPACE_TEST_FOLDER; }

}  // namespace halfspace
