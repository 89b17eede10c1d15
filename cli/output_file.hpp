// Files that verbs write.
#pragma once

#include <string>
#include <string_view>

#include "flags.hpp"

namespace halfspace::cli {

/// The whole file at once ("-": standard output); notes what of a replaced file could not be kept.
Result<void> write_output(const Args& args, const std::string& path, std::string_view bytes);

/// A note on the file, unless there is nothing to remark.
void note_remark(const Args& args, const std::string& path, const std::string& remark);

}  // namespace halfspace::cli
