#include "certify/find/sprint.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "solver/linear/dual/dual_start.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t most_passes = 100;
constexpr std::uint64_t seed = 0;

/// λ in so many units of the largest of its class that factors which make both classes equal stay below 2^50, of which
/// sums are quick.
std::vector<Multiplier> multipliers(const SignedRows& z, const Design& rows, const std::vector<double>& alpha) {
  const double units = std::exp2(std::floor((50 - std::log2(static_cast<double>(z.rows()))) / 2));
  std::array<double, 2> most{};  // of the classes -1 and +1
  const auto side = [&](std::size_t row) -> std::size_t { return z.sign(row) > 0 ? 1 : 0; };
  rows.for_each_part([&](std::size_t row, std::size_t i, double share) {
    most[side(row)] = std::max(most[side(row)], share * alpha[i]);
  });
  std::vector<Multiplier> out;
  rows.for_each_part([&](std::size_t row, std::size_t i, double share) {
    if (!(most[side(row)] > 0)) return;
    const double rounded = std::nearbyint(share * alpha[i] / most[side(row)] * units);
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
  return Sprint{std::move(found->v), multipliers(z, rows, found->alpha)};
}

}  // namespace halfspace
