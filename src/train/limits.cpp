#include "train/limits.hpp"

#include <algorithm>

#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.hpp"
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
    return mib.value() << 20U;
  }
  const auto pages = static_cast<std::uint64_t>(std::max(1L, ::sysconf(_SC_PHYS_PAGES)));
  const auto page = static_cast<std::uint64_t>(std::max(1L, ::sysconf(_SC_PAGESIZE)));
  std::uint64_t limit = pages * page / 2;
  struct rlimit space{};
  if (::getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY)
    limit = std::min<std::uint64_t>(limit, space.rlim_cur / 2);
  return limit;
}

Result<double> timeout_seconds(const Settings& settings) {
  if (!settings.has("timeout")) return 0.0;
  auto seconds = option_number(settings.get("timeout"), "--timeout");
  if (seconds && !(seconds.value() > 0))
    return Error{Code::usage, "--timeout", in_quotes(settings.get("timeout")) + " is outside (0, inf)"};
  return seconds;
}

}  // namespace halfspace
