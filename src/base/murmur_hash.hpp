// MurmurHash3_x86_32 (Appleby, public domain): a hash of bytes that feature hashing goes by in many programs. It is no
// secret: who knows the seed can make collisions.
#pragma once

#include <cstdint>
#include <string_view>

namespace halfspace {

std::uint32_t murmur_hash3(std::string_view bytes, std::uint32_t seed);

}  // namespace halfspace
