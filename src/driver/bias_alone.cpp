#include "driver/bias_alone.hpp"

#include <cmath>
#include <numeric>
#include <variant>

namespace halfspace {

/// argmin over b of plus l(b) + minus l(-b), by bisection; 0 where the classes weigh the same, but for rounding.
BiasAlone best_bias_alone(const ShardFacts& facts, LossKind loss, std::uint32_t positive) {
  const double all = std::accumulate(facts.whole_weight.begin(), facts.whole_weight.end(), 0.0);
  const double plus = facts.whole_weight[positive];
  const double minus = all - plus;
  return std::visit(
      [&](auto l) {
        if (std::fabs(plus - minus) <= 1e-14 * all) return BiasAlone{0, plus * l.value(0.0) + minus * l.value(0.0)};
        double low = -64;
        double high = 64;
        for (int halving = 0; halving < 64; ++halving) {
          const double b = (low + high) / 2;
          (plus * l.slope(b) - minus * l.slope(-b) < 0 ? low : high) = b;
        }
        const double best = (low + high) / 2;
        return BiasAlone{best, plus * l.value(best) + minus * l.value(-best)};
      },
      loss_of(loss));
}

}  // namespace halfspace
