#include "solver/linear/dual/band_gram.hpp"

#include <algorithm>

namespace halfspace {

void BandGram::move_to(std::span<const double> alpha) {
  constexpr std::size_t most_moves = 4;  // times the band, before rounding is cleared: a quarter more work at most
  const std::span<const double> C = z_.cost();
  std::size_t band = 0;
  std::size_t changes = 0;
  for (std::size_t i = 0; i < alpha.size(); ++i) {
    const bool in = alpha[i] > 0 && alpha[i] < C[i];
    change_[i] = in == (in_[i] != 0) ? 0 : in ? C[i] : -C[i];
    band += in ? 1 : 0;
    changes += change_[i] != 0 ? 1 : 0;
    in_[i] = in ? 1 : 0;
  }
  moved_ += changes;
  if (changes >= band || moved_ >= most_moves * band) {
    std::fill(G_.begin(), G_.end(), 0.0);
    for (std::size_t i = 0; i < alpha.size(); ++i) change_[i] = in_[i] != 0 ? C[i] : 0;
    moved_ = 0;
  }
  z_.add_gram(change_, G_);
}

}  // namespace halfspace
