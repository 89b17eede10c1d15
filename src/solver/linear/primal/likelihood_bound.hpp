// How far weights may be above the least f(w̄) = Σ c_i log(1 + e^{-m_i}), where there is no penalty and so no dual at
// hand. With g and I the gradient and the Hessian at w̄,
//
//   λ = sqrt(g' I^-1 g),   R = max_i sqrt(x̄_i' I^-1 x̄_i),   u = λ R < 1:   f(w̄) - f* <= ((1 - u) log(1 - u) + u) / R^2
//
// since |loss'''| <= loss'' makes f(w̄ + v) >= f + g.v + (e^{-S} + S - 1) |v|_I^2 / S^2 with S = R |v|_I (Bach 2010, the
// norm |v|_I = sqrt(v' I v) in place of the Euclidean one). For small u it is λ^2/2.
#pragma once

#include <cstddef>
#include <optional>

#include "base/stop.hpp"
#include "solver/linear/problem.hpp"

namespace halfspace {

struct LikelihoodBound {
  double gap;
  std::size_t dependent;  // columns left out, as combinations of the others to within rounding: a bound if they are
};

/// Nothing where u >= 1, or where n (d + 1) numbers are too many. Asks `stop` and throws Stopped.
std::optional<LikelihoodBound> likelihood_bound(const LinearProblem& problem, std::span<const double> w, double b,
                                                bool bias, const StopToken& stop = {});

}  // namespace halfspace
