#include "certify/find/sprint.hpp"

#include <algorithm>
#include <cmath>

#include "solver/linear/dual/dual_start.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t most_passes = 100;
constexpr std::uint64_t seed = 0;

/// λ in units of a share of the largest: short factors, of which sums are quick, those of both classes made equal too.
std::vector<Multiplier> multipliers(const Design& z, const std::vector<double>& alpha) {
  constexpr double largest = 1 << 12U;
  const double most = *std::max_element(alpha.begin(), alpha.end());
  std::vector<Multiplier> out;
  z.for_each_part([&](std::size_t row, std::size_t i, double share) {
    const double rounded = std::nearbyint(share * alpha[i] / most * largest);
    if (rounded > 0) out.push_back({row, Integer(rounded)});
  });
  return out;
}

}  // namespace

std::optional<Sprint> sprint(const SignedRows& z, const DecideOptions& options) {
  const Design rows =
      hard_margin(z.data().x, z.signs(), z.bias() ? Bias::augmented : Bias::none, options.threads, options.stop);
  auto found = start_that_separates(rows, seed, most_passes);
  if (!found) return std::nullopt;
  return Sprint{std::move(found->v), multipliers(rows, found->alpha)};
}

}  // namespace halfspace
