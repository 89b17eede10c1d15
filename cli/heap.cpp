#include "heap.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/huge_pages.hpp"
#endif

namespace halfspace::cli {
namespace {

constexpr std::uint64_t mib = std::uint64_t{1} << 20U;

std::uint64_t bytes_of_files(const std::vector<std::string>& words) {
  std::uint64_t sum = 0;
  for (const std::string& word : words) {
    std::error_code failed;
    if (!std::filesystem::is_regular_file(word, failed)) continue;
    const std::uintmax_t size = std::filesystem::file_size(word, failed);
    if (!failed) sum += size;
  }
  return sum;
}

#ifdef __GLIBC__
bool memory_is_limited() {
  for (const auto what : {RLIMIT_AS, RLIMIT_DATA}) {
    rlimit limit{};
    if (::getrlimit(what, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY) return true;
  }
  return false;
}

/// The heap grows by this much at once; memory that nobody touches is not taken.
void grow_heap(std::uint64_t bytes) {
  constexpr int blocks_apart = 32 * mib;  // larger blocks are mapped, and given back, one by one
  constexpr int usual_growth = 128 * 1024;
  constexpr std::size_t more_than_is_left = std::size_t{256} * 1024;
  ::mallopt(M_MMAP_THRESHOLD, blocks_apart);
  ::mallopt(M_TRIM_THRESHOLD, 1024 * mib);
  ::mallopt(M_ARENA_MAX, 1);  // threads have no pages of their own
  ::mallopt(M_TOP_PAD, static_cast<int>(bytes));
  void* first = std::malloc(more_than_is_left);  // NOLINT: makes the heap grow
  ::mallopt(M_TOP_PAD, usual_growth);
  if (first == nullptr) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(first);                          // NOLINT(*-reinterpret-cast)
  const auto end = reinterpret_cast<std::uintptr_t>(::sbrk(0));                        // NOLINT(*-reinterpret-cast)
  if (begin < end && end - begin <= 2 * bytes) prefer_huge_pages(first, end - begin);  // else it is not from the heap
  std::free(first);                                                                    // NOLINT
}
#endif

}  // namespace

void prepare_heap(const std::vector<std::string>& words) {
#ifdef __GLIBC__
  constexpr std::uint64_t rows_for_text = 8;  // bytes of memory for one of a file, at most
  const std::uint64_t bytes = bytes_of_files(words);
  if (bytes < mib || memory_is_limited()) return;
  grow_heap(std::clamp(rows_for_text * bytes, 16 * mib, 512 * mib));
#else
  static_cast<void>(words);
#endif
}

}  // namespace halfspace::cli
