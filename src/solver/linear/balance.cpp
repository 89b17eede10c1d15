#include "solver/linear/balance.hpp"

#include "solver/linear/proof.hpp"

namespace halfspace {

void balance(const Design& z, std::span<const double> price, std::span<double> alpha) {
  balance(z.n(), [&](std::size_t i) { return z.sign(i); }, [&](std::size_t i) { return dual_cap(z, i); }, price, alpha);
}

}  // namespace halfspace
