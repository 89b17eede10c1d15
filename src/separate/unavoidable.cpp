#include "separate/unavoidable.hpp"

#include <algorithm>
#include <numeric>

#include "certify/find/fewest_search.hpp"
#include "certify/find/hull_witness.hpp"
#include "certify/find/pocket_rows.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t plane_rows = 5000;
constexpr std::uint64_t most_nodes = 20'000;
constexpr std::uint64_t work = std::uint64_t{1} << 28U;  // stored entries looked at
constexpr std::uint64_t passes_a_witness = 30;

std::uint64_t affordable_witnesses(const SignedRows& z) {
  const std::uint64_t entries = std::max<std::uint64_t>(z.data().nonzeros + z.rows(), 1);
  return std::max<std::uint64_t>(work / passes_a_witness / entries, 1);
}

Result<Fewest> in_plane(const SignedRows& z, const DecideOptions& options) {
  std::vector<std::uint64_t> all(z.rows());
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  if (const auto known = z.need(all); !known) return known.error();
  std::vector<std::vector<Rational>> features(z.cols(), std::vector<Rational>(z.rows()));
  for (std::uint64_t i = 0; i < z.rows(); ++i) {
    for (const auto& [j, value] : z.exact(i)) {
      if (j < z.cols()) features[j][i] = Rational(value * z.sign(i));
    }
  }
  const FewestMistakes found = fewest_in_plane(features, z.signs(), z.bias(), options.stop);
  Fewest out;
  out.rows = found.rows;
  out.upper = found.rows.size();
  out.lower = found.exact ? found.rows.size() : 0;
  out.method = "lines in the plane";
  return out;
}

}  // namespace

Unavoidable unavoidable_mistakes(const SignedRows& z, const DecideOptions& options) {
  HullWitnesses hull(z, options);
  const WitnessPacking packing = pack_witnesses(z.rows(), hull.finder(), affordable_witnesses(z), hull.stop());
  Unavoidable out;
  out.complete = packing.complete;
  for (const Witness& w : packing.witnesses) out.witnesses.push_back(hull.multipliers(w));
  return out;
}

Unavoidable unavoidable_mistakes(const SignedRows& z, const DecideOptions& options, const Decision& known) {
  Unavoidable out;
  out.complete = known.verdict == Verdict::separable;
  if (out.complete) return out;
  out = unavoidable_mistakes(z, options);
  if (!out.known() && !known.witness.empty()) out.witnesses = {known.witness};
  return out;
}

Result<Fewest> fewest_mistakes(const SignedRows& z, const DecideOptions& options) {
  if (z.cols() >= 1 && z.cols() <= 2 && z.rows() <= plane_rows) return in_plane(z, options);
  HullWitnesses hull(z, options);
  FewestSearchOptions search;
  search.max_nodes = most_nodes;
  search.stop = hull.stop();
  search.progress = options.progress;
  auto known = pocket_rows(z, options);
  if (!known) return known.error();
  search.known = std::move(known).value();
  const FewestInterval found = search_fewest(z.rows(), hull.finder(), search);
  Fewest out;
  out.lower = found.lower;
  out.rows = found.rows;
  out.upper = found.rows.size();
  out.method = "branch and bound on witnesses";
  return out;
}

Suspects label_suspects(const SignedRows& z, const DecideOptions& options, std::uint64_t seed) {
  HullWitnesses hull(z, options);
  SuspectOptions choices;
  choices.rounds = std::clamp<std::uint64_t>(affordable_witnesses(z) / 64, 1, 20);
  choices.seed = seed;
  choices.stop = hull.stop();
  return rank_suspects(z.rows(), hull.finder(), choices);
}

}  // namespace halfspace
