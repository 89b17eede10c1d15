// Do two paths name one file?
#pragma once

#include <string>

namespace halfspace {

/// One regular file under two names, or one name for a file to come.
bool same_file(const std::string& a, const std::string& b);

}  // namespace halfspace
