#include "solver/linear/dual/dual_start.hpp"

#include <variant>

#include "loss/hinge.hpp"
#include "solver/linear/dual/dual_passes.hpp"

namespace halfspace {

DualStart start_from_passes(const Design& z, std::uint64_t seed, std::uint64_t passes) {
  return std::visit(
      [&]<class M>(const M& x) {
        DualPasses<M, HingeLoss> descent(x, z, seed);
        for (std::uint64_t k = 0; k < passes; ++k) descent.pass();
        DualStart start{descent.w(), descent.alpha()};
        if (z.bias()) start.v.push_back(descent.bias());
        return start;
      },
      z.matrix());
}

}  // namespace halfspace
