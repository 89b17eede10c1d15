// What paths name: one file or two, a file or a pipe.
#pragma once

#include <string>

namespace halfspace {

/// One regular file under two names, or one name for a file to come.
bool same_file(const std::string& a, const std::string& b);

/// Neither a pipe nor a device: it can be read twice. False for "-".
bool is_regular_file(const std::string& path);

}  // namespace halfspace
