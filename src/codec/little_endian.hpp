// Numbers in file headers.
#pragma once

#include <cstdint>
#include <string_view>

namespace halfspace {

/// At most 8 bytes, the least significant first.
inline std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t k = bytes.size(); k-- > 0;) value = value << 8U | static_cast<unsigned char>(bytes[k]);
  return value;
}

}  // namespace halfspace
