#include "solver/linear/dual/dual_start.hpp"

#include <limits>
#include <utility>
#include <variant>

#include "loss/hinge.hpp"
#include "solver/linear/dual/dual_passes.hpp"

namespace halfspace {
namespace {

template <class M>
DualStart start_of(const Design& z, DualPasses<M, HingeLoss>& descent) {
  DualStart start{descent.w(), descent.alpha()};
  if (z.bias()) start.v.push_back(descent.bias());
  return start;
}

}  // namespace

DualStart start_from_passes(const Design& z, std::uint64_t seed, std::uint64_t passes) {
  return std::visit(
      [&]<class M>(const M& x) {
        DualPasses<M, HingeLoss> descent(x, z, seed);
        for (std::uint64_t k = 0; k < passes; ++k) descent.pass();
        return start_of(z, descent);
      },
      z.matrix());
}

Design hard_margin(const Matrix& x, std::span<const std::int8_t> y, Bias bias, unsigned threads, StopToken stop) {
  LinearOptions o;
  o.loss = kind_of<HingeLoss>();
  o.bias = bias;
  o.C = std::numeric_limits<double>::infinity();
  o.threads = threads;
  return Design({x, y, {}}, o, std::move(stop));
}

std::optional<DualStart> start_that_separates(const Design& z, std::uint64_t seed, std::uint64_t most) {
  constexpr std::uint64_t patience = 10;  // passes that have to take away a tenth of the mistakes
  return std::visit(
      [&]<class M>(const M& x) -> std::optional<DualStart> {
        DualPasses<M, HingeLoss> descent(x, z, seed);
        std::size_t before = z.n();
        std::uint64_t clean = 0;  // the first clean pass; half as many after it may double the margin
        for (std::uint64_t k = 1; k <= most; ++k) {
          if (z.stop_token().ended()) return std::nullopt;
          descent.pass();
          if (descent.mistakes() == 0) {
            if (clean == 0) clean = k;
            if (k >= clean + clean / 2 && descent.separates()) return start_of(z, descent);
          }
          if (k % patience != 0) continue;
          if (10 * descent.mistakes() > 9 * before) return std::nullopt;
          before = descent.mistakes();
        }
        return std::nullopt;
      },
      z.matrix());
}

}  // namespace halfspace
