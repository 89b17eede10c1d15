#include "base/machine.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <thread>

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

namespace halfspace {
namespace {

/// The number behind a name that begins a line.
std::optional<std::uint64_t> entry_of(const std::string& file, const std::string& name) {
  std::ifstream lines(file);
  std::string word;
  for (std::uint64_t n = 0; lines >> word >> n; lines.ignore(std::numeric_limits<std::streamsize>::max(), '\n')) {
    if (word == name) return n;
  }
  return std::nullopt;
}

/// Nothing where a file does not begin with one ("max").
std::optional<std::uint64_t> number_in(const std::string& file) {
  std::ifstream text(file);
  std::uint64_t n = 0;
  if (text >> n) return n;
  return std::nullopt;
}

/// The folder of the process's group in the unified hierarchy of cgroups.
std::string control_group() {
  std::ifstream lines("/proc/self/cgroup");
  constexpr std::string_view unified = "0::";
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(unified)) return "/sys/fs/cgroup" + line.substr(unified.size());
  }
  return "/sys/fs/cgroup";
}

}  // namespace

std::uint64_t usable_memory() {
  const auto pages = static_cast<std::uint64_t>(std::max(1L, ::sysconf(_SC_PHYS_PAGES)));
  const auto page = static_cast<std::uint64_t>(std::max(1L, ::sysconf(_SC_PAGESIZE)));
  std::uint64_t limit = pages * page / 2;
  struct rlimit space{};
  if (::getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY)
    limit = std::min<std::uint64_t>(limit, space.rlim_cur / 2);
  return limit;
}

std::optional<std::uint64_t> available_memory() {
  std::optional<std::uint64_t> out = entry_of("/proc/meminfo", "MemAvailable:");
  if (out) *out <<= 10U;
  const std::string group = control_group();
  const auto limit = number_in(group + "/memory.max");
  const auto used = number_in(group + "/memory.current");
  if (!limit || !used) return out;
  const std::uint64_t cache =
      entry_of(group + "/memory.stat", "inactive_file").value_or(0);  // goes where memory is short
  const std::uint64_t left = *limit - std::min(*limit, *used - std::min(*used, cache));
  return out ? std::min(*out, left) : left;
}

unsigned processor_count() {
  cpu_set_t ours;  // fails above 1,024 processors
  if (::sched_getaffinity(::getpid(), sizeof ours, &ours) == 0)
    return static_cast<unsigned>(std::max(1, CPU_COUNT(&ours)));
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace halfspace
