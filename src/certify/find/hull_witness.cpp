#include "certify/find/hull_witness.hpp"

#include <algorithm>
#include <utility>

namespace halfspace {

HullWitnesses::HullWitnesses(const SignedRows& z, DecideOptions options) : z_(z), options_(std::move(options)) {
  options_.peel = false;
}

WitnessFinder HullWitnesses::finder() {
  return [this](const std::vector<bool>& alive) { return find(alive); };
}

StopToken HullWitnesses::stop() const {
  return options_.stop.part([this] { return failed_; });
}

std::optional<Witness> HullWitnesses::find(const std::vector<bool>& alive) {
  if (failed_ || std::find(alive.begin(), alive.end(), true) == alive.end()) return std::nullopt;
  options_.only = alive;
  auto decision = decide(z_, options_);
  if (!decision || (decision.value().witness.empty() && decision.value().verdict != Verdict::separable)) failed_ = true;
  if (failed_ || decision.value().witness.empty()) return std::nullopt;
  std::vector<Multiplier>& multipliers = decision.value().witness;
  std::sort(multipliers.begin(), multipliers.end(), [](const auto& a, const auto& b) { return a.row < b.row; });
  Witness witness;
  for (const Multiplier& m : multipliers) witness.push_back(m.row);
  found_[witness] = std::move(multipliers);
  return witness;
}

}  // namespace halfspace
