// Any bytes read as a cache, as they are and with hashes that are right for them: reading ends, in rows that fit together or in an
// Error.
#include <cstdint>

#include "../tests/format/cached.hpp"
#include "../tests/format/sound_dataset.hpp"
#include "text_options.hpp"

namespace {

using namespace halfspace;

void read(std::string_view bytes) {
  for (const bool for_model : {false, true}) {
    ReadOptions options = fuzz::options_from(bytes);
    options.for_model = for_model;
    options.model_cols = for_model ? 5 : 0;
    const auto data = test::read_cached(bytes, options);
    if (!data && data.error().message.empty()) __builtin_trap();
    if (data && !test::unsound(data.value()).empty()) __builtin_trap();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  read(bytes);
  read(test::resealed(bytes));
  return 0;
}
