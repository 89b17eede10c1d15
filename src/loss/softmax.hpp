// The loss of multinomial regression, log Σ_k e^{s_k - s_y} of a row of class y with scores s, and its softmax.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "base/elementary.hpp"

namespace halfspace {

/// Returns the loss. The scores become p_k = e^{s_k}/Σ e^s, that of class y 1 - p_y: it has its digits where p_y is near 1.
inline double softmax(std::span<double> s, std::size_t y) {
  const double own = s[y];
  const double shift = std::max(0.0, *std::max_element(s.begin(), s.end()) - own);
  double others = 0;
  for (std::size_t k = 0; k < s.size(); ++k) {
    if (k != y) others += s[k] = elementary::exp(s[k] - own - shift);
  }
  const double total = others + elementary::exp(-shift);
  for (double& p : s) p /= total;
  s[y] = others / total;
  return shift > 0 ? shift + elementary::log(total) : elementary::log1p(others);
}

}  // namespace halfspace
