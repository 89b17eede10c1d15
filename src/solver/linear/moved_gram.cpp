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
  if (2 * changes >= rows || moved_ >= most_moves * rows) return sum_anew();
  z_.add_gram(change_, G_);
  if (has_cancelled()) sum_anew();
}

void MovedGram::sum_anew() {
  std::fill(G_.begin(), G_.end(), 0.0);
  z_.add_gram(c_, G_);
  moved_ = 0;
  for (std::size_t j = 0; j < peak_.size(); ++j) peak_[j] = G_[j * peak_.size() + j];
}

/// Has a row left that was most of a column? What it was rounded by is then no longer small.
bool MovedGram::has_cancelled() {
  constexpr double most_lost = 0x1p-10;
  bool lost = false;
  for (std::size_t j = 0; j < peak_.size(); ++j) {
    const double g = G_[j * peak_.size() + j];
    peak_[j] = std::max(peak_[j], g);
    lost = lost || g < most_lost * peak_[j];
  }
  return lost;
}

}  // namespace halfspace
