// What codecs report: the Errors of damaged, truncated or oversized packed files. PackedSource fills in `where`.
#pragma once

#include <string>
#include <string_view>

#include "halfspace/result.hpp"

namespace halfspace {

inline Error damaged(std::string_view codec, std::string_view what) {
  const std::string name(codec);
  return {Code::bad_data, "",
          name + ": " + std::string(what) + " (damaged file); try " + name + " -t, or fetch the file again"};
}

inline Error truncated(std::string_view codec) {
  const std::string name(codec);
  return {Code::bad_data, "",
          name + ": truncated, the file ends too early; try " + name + " -t, or fetch the file again"};
}

inline Error trailing_bytes(std::string_view codec) {
  const std::string name(codec);
  return {Code::bad_data, "",
          name + ": trailing bytes after the end of the packed text; cut them off, or fetch the file again"};
}

/// A sound file that this reader does not unpack.
inline Error refused(std::string_view codec, std::string_view what) {
  return {Code::bad_data, "", std::string(codec) + ": " + std::string(what)};
}

inline Error out_of_memory(std::string_view codec) {
  return {Code::bad_data, "", std::string(codec) + ": out of memory"};
}

}  // namespace halfspace
