// Rows that no witness has: where some column j and some t have y_i (x_ij - t) >= 0 for all rows in question,
//
//   Σ λ_i z_i = 0, λ >= 0   implies   Σ λ_i y_i (x_ij - t) = 0,   so λ_i = 0 in every row with x_ij != t
//
// These rows go, which may leave more such columns: level after level. The others are separable if and only if all are,
// and a witness among them is one of all. Words that one class alone has are such columns. In the linear program of λ
// these are forcing constraints (Andersen and Andersen 1995).
#pragma once

#include <optional>
#include <vector>

#include "base/stop.hpp"
#include "certify/find/hull_proof.hpp"
#include "certify/find/single_features.hpp"
#include "certify/signed_rows.hpp"

namespace halfspace {

struct OneSidedLevel {
  std::vector<SingleFeature> features;
  std::vector<std::uint64_t> rows;  // that lie off the threshold of one of them
};

struct OneSidedRows {
  std::vector<OneSidedLevel> levels;
  std::vector<bool> out;    // of all rows: in a level
  std::uint64_t count = 0;  // of these
};

/// By doubles, which are a hint: what is made of it is checked exactly. Ends early when stopped, or after a first level
/// of less than `least` rows.
OneSidedRows one_sided_rows(const SignedRows& z, std::uint64_t least, const StopToken& stop);

/// From weights that are positive on the rows of no level those of all rows: each level, from the last to the first,
/// adds as much of its columns as its rows need. Nothing where the doubles were wrong. Errors: reading the text again.
Result<std::optional<ExactWeights>> lifted_over(const SignedRows& z, const OneSidedRows& sided, ExactWeights w,
                                                const StopToken& stop);

}  // namespace halfspace
