// Fractions from their residues (Wang 1981): n/q with n = t q modulo m, |n| and q at most sqrt(m/2).
#pragma once

#include <vector>

#include "base/stop.hpp"
#include "exact/rational.hpp"

namespace halfspace {

/// numerator / denominator, denominator > 0.
struct Fractions {
  std::vector<Integer> numerator;
  Integer denominator = 1;
};

/// The fraction that t modulo m stands for, in lowest terms; false when there is none so small.
bool reconstruct(const Integer& t, const Integer& m, Integer& n, Integer& q);

/// All residues as fractions over one denominator; false when some residue has none that is small.
bool common_fractions(const std::vector<Integer>& residue, const Integer& m, Fractions& out,
                      const StopToken& stop = {});

}  // namespace halfspace
