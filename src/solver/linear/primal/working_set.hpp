// Which columns a step under L1 sees: the weights that are not 0 and the columns that most violate |g_j| <= l1_j. A column
// with |z_j'θ| + sqrt(2 gap Σ_i C_i K z_ij^2) < l1_j for a dual point θ has weight 0 at the optimum and leaves for good
// (K bounds the curvature). Ndiaye et al. 2017 (gap-safe screening); Massias, Gramfort, Salmon 2018 (Celer).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "solver/linear/design.hpp"
#include "solver/linear/primal/held_columns.hpp"

namespace halfspace {

class WorkingSet {
 public:
  /// Loss with a curvature.
  explicit WorkingSet(const Design& z) : z_(z), gone_(z.dims()) {}

  /// q = Z'θ of a dual point, with no more than this gap; squares: Σ_i C_i z_ij^2.
  void screen(std::span<const double> v, std::span<const double> q, double gap, std::span<const double> squares);

  /// Holds what the next step needs: columns with |g_j| above `from` times l1_j come, the steepest first and no more
  /// than there are weights that are not 0; columns held in vain go. False, and nothing comes, where more than `most`
  /// columns would be held.
  bool choose(std::span<const double> v, std::span<const double> g, double from, std::size_t most,
              HeldColumns& held) const;

  /// All of them, ascending.
  std::vector<std::size_t> all(std::span<const double> v, std::span<const double> g) const;

  const std::vector<char>& screened() const { return gone_; }

 private:
  /// Those of weight 0 and |g_j| below so much of l1_j go, once they are a `share` of all.
  void drop_idle(std::span<const double> v, std::span<const double> g, double below, double share,
                 HeldColumns& held) const;

  const Design& z_;
  std::vector<char> gone_;
};

}  // namespace halfspace
