#include "certify/find/sprint.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "solver/linear/dual/dual_start.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t most_passes = 100;
constexpr std::uint64_t seed = 0;

/// λ in so many units of the largest that factors which make both classes equal stay below 2^50, of which sums are quick.
/// A class of none but smaller ones keeps its largest as 1.
std::vector<Multiplier> multipliers(const SignedRows& z, const Design& rows, const std::vector<double>& alpha) {
  struct Largest {
    double value = 0;
    std::uint64_t row = 0;
    bool kept = false;
  };
  std::array<Largest, 2> of_class;  // -1 and +1
  const auto class_of = [&](std::size_t row) -> Largest& { return of_class[z.sign(row) > 0 ? 1 : 0]; };
  rows.for_each_part([&](std::size_t row, std::size_t i, double share) {
    Largest& largest = class_of(row);
    if (share * alpha[i] > largest.value) largest = {share * alpha[i], row};
  });
  const double most = std::max(of_class[0].value, of_class[1].value);
  const double units = std::exp2(std::floor((50 - std::log2(static_cast<double>(z.rows()))) / 2));
  std::vector<Multiplier> out;
  rows.for_each_part([&](std::size_t row, std::size_t i, double share) {
    const double rounded = most > 0 ? std::nearbyint(share * alpha[i] / most * units) : 0;
    if (!(rounded > 0)) return;
    out.push_back({row, Integer(rounded)});
    class_of(row).kept = true;
  });
  for (const Largest& l : of_class) {
    if (!l.kept && l.value > 0) out.push_back({l.row, Integer(1)});
  }
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
