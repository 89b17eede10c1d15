// Pieces between numbered places, joined into chains.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <vector>

namespace halfspace::plot {

/// A piece by its two ends, the smaller number first.
using Piece = std::array<std::size_t, 2>;
Piece piece(std::size_t a, std::size_t b);

struct Chain {
  std::vector<std::size_t> places;
  bool closed = false;
};

class Chains {
 public:
  /// A place may have two pieces at most.
  void add(const Piece& p);

  /// Chains with ends first, then closed ones; each piece is in one of them. None is left.
  std::vector<Chain> take();

 private:
  Chain follow(std::size_t first, bool closed);

  std::map<std::size_t, std::array<std::size_t, 2>> neighbours_;
};

}  // namespace halfspace::plot
