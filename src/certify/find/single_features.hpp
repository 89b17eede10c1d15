// Features that separate alone: a threshold t on one column with one class on or above it and the other on or below.
// Then z_i.w̄ >= 0 for w̄ = ±(e_j, -t), and > 0 somewhere: with any witness of non-separability that makes the data
// quasi-separable; when no row lies on the threshold it separates the data.
#pragma once

#include <vector>

#include "certify/signed_rows.hpp"

namespace halfspace {

struct SingleFeature {
  std::uint64_t column = 0;
  int direction = 1;         // +1: the class +1 lies above
  bool strict = false;       // no row lies on the threshold
  std::uint64_t inside = 0;  // rows off the threshold
  double threshold = 0;      // 0 without a bias; strict: half-way
};

/// Those of all columns, in doubles: a hint that signs_of() can prove. The ones with most rows inside first. `ties`:
/// also columns of which doubles tell no two rows apart. `left_out`: rows that are not looked at; empty: none.
std::vector<SingleFeature> single_features(const SignedRows& z, bool ties = false,
                                           const std::vector<bool>& left_out = {});

/// The feature by exact values: looks again at the rows whose doubles lie at the threshold. False: it does not
/// separate. Errors: reading the digits.
Result<bool> settle(SingleFeature& f, const SignedRows& z);

/// w̄ of such a feature, exactly as its threshold is in the data.
std::vector<Integer> weights_of(const SingleFeature& f, const SignedRows& z);

}  // namespace halfspace
