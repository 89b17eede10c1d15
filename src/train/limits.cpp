#include "train/limits.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "base/machine.hpp"
#include "base/parallel.hpp"
#include "base/text.hpp"

namespace halfspace {

Result<unsigned> thread_count(const Settings& settings) {
  const auto asked = settings.count("threads", processor_count());
  if (!asked || asked.value() == 0 || asked.value() > 4096)
    return Error{Code::usage, "--threads", in_quotes(settings.get("threads")) + " is outside 1..4096"};
  return static_cast<unsigned>(asked.value());
}

Result<Simd> simd_of(const Settings& settings) {
  return settings.has("simd") ? choice_of<Simd>(settings.get("simd"), "--simd") : Simd::automatic;
}

Result<std::uint64_t> memory_limit(const Settings& settings) {
  if (settings.has("max-memory")) {
    const auto mib = settings.count("max-memory", 0);
    if (!mib) return mib.error();
    if (mib.value() == 0 || mib.value() >> 40U != 0)
      return Error{Code::usage, "--max-memory", in_quotes(settings.get("max-memory")) + " is outside 1..10^12 MiB"};
    constexpr std::uint64_t addresses =
        std::numeric_limits<std::size_t>::max() / 2;  // 32 bits in a module for browsers
    return std::min(mib.value() << 20U, addresses);
  }
  return usable_memory();
}

Result<double> timeout_seconds(const Settings& settings) {
  if (!settings.has("timeout")) return 0.0;
  auto seconds = option_number(settings.get("timeout"), "--timeout");
  if (seconds && !(seconds.value() > 0))
    return Error{Code::usage, "--timeout", in_quotes(settings.get("timeout")) + " is outside (0, inf)"};
  return seconds;
}

}  // namespace halfspace
