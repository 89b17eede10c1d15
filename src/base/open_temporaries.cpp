#include "base/open_temporaries.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <climits>
#include <cstddef>

#include <unistd.h>

namespace halfspace {
namespace {

enum class Entry : int { none, made, open, renamed };

struct Place {
  std::atomic<Entry> entry{Entry::none};
  std::array<char, PATH_MAX> path{};
};

constexpr int most_places = 16;
static_assert(std::atomic<Entry>::is_always_lock_free);

// A signal handler can reach nothing else.
std::array<Place, most_places> open_places;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

}  // namespace

int list_temporary(const std::string& path) {
  if (path.size() >= PATH_MAX) return -1;
  for (int k = 0; k < most_places; ++k) {
    Place& place = open_places[static_cast<std::size_t>(k)];
    Entry none = Entry::none;
    if (!place.entry.compare_exchange_strong(none, Entry::made)) continue;
    *std::copy(path.begin(), path.end(), place.path.begin()) = '\0';
    place.entry = Entry::open;
    return k;
  }
  return -1;
}

void temporary_is_renamed(int place) {
  if (place >= 0) open_places[static_cast<std::size_t>(place)].entry = Entry::renamed;
}

void unlist_temporary(int place) {
  if (place >= 0) open_places[static_cast<std::size_t>(place)].entry = Entry::none;
}

bool renames_temporary() {
  return std::any_of(open_places.begin(), open_places.end(), [](const Place& p) { return p.entry == Entry::renamed; });
}

void remove_listed_temporaries() {
  for (const Place& p : open_places) {
    if (p.entry == Entry::open) ::unlink(p.path.data());
  }
}

}  // namespace halfspace
