// When a row is a mistake, and how far a mistake moves the weights (docs/algorithms.md section 1).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/perceptron/options.hpp"

namespace halfspace {

/// Is a row with score s and label y a mistake? `threshold` is β in the unit of s. NaN is a mistake under every rule,
/// so that an overflow comes to light.
inline bool is_mistake(Mistake rule, double s, double y, double threshold) {
  switch (rule) {
    case Mistake::boundary_is_mistake:
      return !(y * s > threshold);
    case Mistake::boundary_is_correct:
      return !(y * s >= threshold);
    default:
      return y > 0 ? !(s >= 0) : !(s < 0);
  }
}

/// Is no row a mistake at w̄ = 0, of two classes?
inline bool zero_is_correct(const PerceptronChoices& o) {
  return o.mistake == Mistake::boundary_is_correct && o.margin == 0;
}

/// Crammer et al. 2006, figure 1: loss = max(0, β - m), β = 1 where the run requires no margin of its own; norm =
/// |x̄|^2.
inline double passive_aggressive(const PerceptronChoices& o, double m, double norm) {
  const double loss = std::max(0.0, pa_margin(o) - m);
  if (!std::isfinite(norm)) return std::numeric_limits<double>::quiet_NaN();  // no step, and no silent one of 0
  if (norm == 0) return 0;                                                    // a zero row: no step can help
  if (o.step == Step::pa) return loss / norm;                                 // PA
  if (o.step == Step::pa1) return std::min(o.aggressiveness, loss / norm);    // PA-I
  return loss / (norm + 1 / (2 * o.aggressiveness));                          // PA-II
}

/// c of a mistaken row with score s and label y, its row weight apart. `norm()` is |x̄|^2, asked only where needed.
template <class Norm>
double multiplier(const PerceptronChoices& o, double s, double y, std::uint64_t batch_size, Norm norm) {
  switch (o.step) {
    case Step::unit:
      return 1;
    case Step::rate:
      return o.eta;
    case Step::delta:
      return s == 0 && o.mistake == Mistake::boundary_is_mistake ? o.eta : 2 * o.eta;  // η |ŷ - y|
    case Step::minibatch:
      return o.tau / static_cast<double>(batch_size);
    default:
      return passive_aggressive(o, y * s, norm());
  }
}

}  // namespace halfspace
