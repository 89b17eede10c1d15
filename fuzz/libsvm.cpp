// Any bytes read as LIBSVM text.
#include "text_options.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  halfspace::fuzz::read_any({reinterpret_cast<const char*>(data), size}, "libsvm");
  return 0;
}
