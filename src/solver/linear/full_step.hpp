// The full step of Newton's method, the dual point that goes with it, and what the two leave.
#pragma once

#include <span>

#include "solver/linear/design.hpp"

namespace halfspace {

struct FullStep {
  double gap = 0;   // Σ C_i (loss(m+) + loss*(-α+ / C_i)) + α+ m+, >= 0; infinity where α+ leaves its box
  double loss = 0;  // Σ C_i loss(m+)

  FullStep& operator+=(const FullStep& other) {
    gap += other.gap;
    loss += other.loss;
    return *this;
  }
};

/// m+ = m + dm, and into `next` α+ = α - D dm.
FullStep full_step(const Design& z, std::span<const double> m, std::span<const double> dm,
                   std::span<const double> alpha, std::span<const double> D, std::span<double> next);

/// Σ C_i (loss(m_i) + loss*(-α_i / C_i)) + α_i m_i, each of them >= 0; α within its box.
double fenchel_gap(const Design& z, std::span<const double> m, std::span<const double> alpha);

/// Σ C_i loss*(-α_i / C_i)
double conjugate_sum(const Design& z, std::span<const double> alpha);

}  // namespace halfspace
