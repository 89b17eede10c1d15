// Where the files of the tests stand.
#pragma once

#include <string>

namespace halfspace {

/// The folder tests/ of the sources, without a final slash.
std::string test_folder();

}  // namespace halfspace
