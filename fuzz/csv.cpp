// Any bytes read as CSV or TSV.
#include "text_options.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  halfspace::fuzz::read_any({reinterpret_cast<const char*>(data), size}, "csv");
  return 0;
}
