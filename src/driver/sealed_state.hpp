// The bytes of a checkpoint: what they are of, the XXH3-128 of all that follows, and that.
#pragma once

#include <string>
#include <string_view>

#include "halfspace/result.hpp"

namespace halfspace {

/// `content` with its checksum before it.
std::string sealed_state(std::string_view content);

/// The content of such bytes, which it refers to. Errors (bad_data): other bytes, bytes that are damaged.
Result<std::string_view> content_of_state(std::string_view state);

}  // namespace halfspace
