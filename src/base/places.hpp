// Where names stand in a list, each found in constant time.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace halfspace {

/// The first place of each name; refers to `names`, which must outlive it.
inline std::unordered_map<std::string_view, std::size_t> places_of(std::span<const std::string> names) {
  std::unordered_map<std::string_view, std::size_t> out;
  out.reserve(names.size());
  for (std::size_t k = 0; k < names.size(); ++k) out.emplace(names[k], k);
  return out;
}

}  // namespace halfspace
