// G = Σ c_i z_i z_i'. From one step of a solver to the next few c_i may change, as where they are 0 or C_i, and only the
// products of these rows are added; G is summed anew where digits were lost by that.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "solver/linear/design.hpp"

namespace halfspace {

class MovedGram {
 public:
  explicit MovedGram(const Design& z) : z_(z), G_(z.dims() * z.dims()), c_(z.n()), change_(z.n()), peak_(z.dims()) {}

  /// To these c, one a row.
  void move_to(std::span<const double> c);

  /// The same, and to H.
  void move_to(std::span<const double> c, std::span<double> H) {
    move_to(c);
    std::copy(G_.begin(), G_.end(), H.begin());
  }

  /// Lower triangle, row after row of d numbers.
  std::span<const double> lower() const { return G_; }

 private:
  void sum_anew();
  bool has_cancelled();

  const Design& z_;
  std::vector<double> G_;
  std::vector<double> c_;
  std::vector<double> change_;
  std::vector<double> peak_;  // the largest G_jj since G was last summed anew
  std::size_t moved_ = 0;     // rows since G was last summed anew
};

}  // namespace halfspace
