#include "plot/chains.hpp"

#include <algorithm>

namespace halfspace::plot {
namespace {

constexpr std::size_t no_neighbour = static_cast<std::size_t>(-1);

}  // namespace

Piece piece(std::size_t a, std::size_t b) { return {std::min(a, b), std::max(a, b)}; }

void Chains::add(const Piece& p) {
  const auto join = [&](std::size_t from, std::size_t to) {
    auto& both = neighbours_.try_emplace(from, std::array{no_neighbour, no_neighbour}).first->second;
    both[both[0] == no_neighbour ? 0 : 1] = to;
  };
  join(p[0], p[1]);
  join(p[1], p[0]);
}

std::vector<Chain> Chains::take() {
  std::vector<std::size_t> ends;
  for (const auto& [place, both] : neighbours_) {
    if (both[1] == no_neighbour) ends.push_back(place);
  }
  std::vector<Chain> out;
  for (const std::size_t end : ends) {
    if (neighbours_.contains(end)) out.push_back(follow(end, false));
  }
  while (!neighbours_.empty()) out.push_back(follow(neighbours_.begin()->first, true));
  return out;
}

Chain Chains::follow(std::size_t first, bool closed) {
  Chain out{{}, closed};
  for (auto found = neighbours_.find(first); found != neighbours_.end();) {
    const auto [one, other] = found->second;
    out.places.push_back(found->first);
    neighbours_.erase(found);
    found = neighbours_.find(neighbours_.contains(one) ? one : other);
  }
  return out;
}

}  // namespace halfspace::plot
