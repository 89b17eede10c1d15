// Where the weights of a likelihood without a penalty turn to while they grow without end (Albert and Anderson 1984;
// Soudry et al., "The implicit bias of gradient descent on separable data", JMLR 19 (2018)): the largest margin on the
// rows that are not tied, orthogonally to the tied ones,
//
//   max_w  min_i w.z_i / |w|   over the untied rows i,   w.z_k = 0 for the tied rows k
#pragma once

#include <optional>
#include <vector>

#include "certify/find/decide.hpp"

namespace halfspace {

/// w of length 1, without the bias; `free_bias`: |w| leaves the bias out. To within rounding; nothing when the search
/// did not settle. The decision is one of options.untied, separable or quasi-separable.
std::optional<std::vector<double>> limit_direction(const SignedRows& z, const Decision& decision, bool free_bias,
                                                   const DecideOptions& options);

}  // namespace halfspace
