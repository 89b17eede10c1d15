#include "certify/find/witness_packing.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "base/rng.hpp"

namespace halfspace {
namespace {

/// Packs among the alive rows, which die with their witness. True when those left alive are separable.
bool pack_among(std::vector<bool>& alive, const WitnessFinder& find, std::uint64_t most, const StopToken& stop,
                std::vector<Witness>& witnesses) {
  while (witnesses.size() < most) {
    if (stop.ended()) return false;
    auto witness = find(alive);
    if (!witness) return !stop.ended();
    for (const std::uint64_t i : *witness) alive[i] = false;
    witnesses.push_back(std::move(*witness));
  }
  return false;
}

std::vector<Witness> random_packing(std::uint64_t rows, const WitnessFinder& find, Rng& rng, const StopToken& stop) {
  std::vector<std::uint64_t> order(rows);
  std::iota(order.begin(), order.end(), 0);
  shuffle(std::span(order), rng);
  const auto most = std::numeric_limits<std::uint64_t>::max();
  std::vector<Witness> witnesses;
  std::vector<bool> alive(rows, false);
  for (std::uint64_t k = 0; k < rows / 2; ++k) alive[order[k]] = true;
  if (!pack_among(alive, find, most, stop, witnesses)) return witnesses;
  for (std::uint64_t k = rows / 2; k < rows; ++k) alive[order[k]] = true;
  pack_among(alive, find, most, stop, witnesses);
  return witnesses;
}

}  // namespace

WitnessPacking pack_witnesses(std::uint64_t rows, const WitnessFinder& find, std::uint64_t most,
                              const StopToken& stop) {
  WitnessPacking packing;
  std::vector<bool> alive(rows, true);
  packing.complete = pack_among(alive, find, most, stop, packing.witnesses);
  return packing;
}

Suspects rank_suspects(std::uint64_t rows, const WitnessFinder& find, const SuspectOptions& options) {
  Rng rng(options.seed, Stream::packing);
  Suspects suspects;
  std::vector<std::uint64_t> count(rows);
  while (suspects.rounds < options.rounds && !options.stop.ended()) {
    ++suspects.rounds;
    const auto witnesses = random_packing(rows, find, rng, options.stop);
    for (const Witness& w : witnesses) {
      for (const std::uint64_t i : w) ++count[i];
    }
    suspects.witnesses += witnesses.size();
    suspects.largest = std::max<std::uint64_t>(suspects.largest, witnesses.size());
  }
  suspects.complete = suspects.rounds == options.rounds && !options.stop.ended();
  for (std::uint64_t i = 0; i < rows; ++i) {
    if (count[i] > 0) suspects.ranked.push_back({i, count[i]});
  }
  std::stable_sort(suspects.ranked.begin(), suspects.ranked.end(),
                   [](const Suspect& a, const Suspect& b) { return a.count > b.count; });
  return suspects;
}

}  // namespace halfspace
