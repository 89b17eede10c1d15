#include "solver/linear/moved_gram.hpp"

#include <algorithm>

namespace halfspace {

void MovedGram::move_to(std::span<const double> c) {
  constexpr std::size_t most_moves = 4;  // times the rows, before rounding is cleared: a quarter more work at most
  std::size_t rows = 0;
  std::size_t changes = 0;
  for (std::size_t i = 0; i < c.size(); ++i) {
    change_[i] = c[i] - c_[i];
    rows += c[i] != 0 ? 1 : 0;
    changes += change_[i] != 0 ? 1 : 0;
  }
  std::copy(c.begin(), c.end(), c_.begin());
  moved_ += changes;
  if (changes >= rows || moved_ >= most_moves * rows) {
    std::fill(G_.begin(), G_.end(), 0.0);
    moved_ = 0;
    return z_.add_gram(c, G_);
  }
  z_.add_gram(change_, G_);
}

}  // namespace halfspace
