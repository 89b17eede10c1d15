// Skippable frames (RFC 8878, 3.1.2; the same in the lz4 frame format): a magic number 0x184D2A50 to 0x184D2A5F, a
// length of 4 bytes, both little-endian, and that many bytes of no text. pzstd and seekable zstd files have them.
#pragma once

#include "codec/lookahead.hpp"

namespace halfspace {

/// Drops the skippable frames that come next; says whether there were any. `codec` is the one named in an error.
Result<bool> skip_frames(Lookahead& input, std::string_view codec);

}  // namespace halfspace
