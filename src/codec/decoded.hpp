// Text in another encoding as UTF-8.
#pragma once

#include <memory>
#include <string>

#include "base/text_style.hpp"
#include "codec/source.hpp"

namespace halfspace {

/// The text of `source` in UTF-8; the source itself where it is UTF-8. latin1: windows-1252, every byte is a character.
/// utf-16: in the order of its byte order mark, else little endian; an Error (bad_data) at name:line for a surrogate
/// without its pair and for an odd number of bytes.
std::unique_ptr<Source> decoded(std::unique_ptr<Source> source, Encoding encoding, const std::string& name);

}  // namespace halfspace
