// G = Σ_{i in B} C_i z_i z_i' over the band B, the rows with 0 < α_i < C_i. From one step to the next few rows enter or
// leave B, and only these are added or taken away.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "solver/linear/design.hpp"

namespace halfspace {

class BandGram {
 public:
  explicit BandGram(const Design& z) : z_(z), G_(z.dims() * z.dims()), change_(z.n()), in_(z.n()) {}

  /// To the band of α.
  void move_to(std::span<const double> alpha);

  /// Lower triangle, row after row of d numbers.
  std::span<const double> lower() const { return G_; }

 private:
  const Design& z_;
  std::vector<double> G_;
  std::vector<double> change_;  // C_i of rows that enter, -C_i of rows that leave
  std::vector<char> in_;
  std::size_t moved_ = 0;  // rows since G was last summed anew
};

}  // namespace halfspace
