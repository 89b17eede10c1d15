// What exact arithmetic found of the classes of a run: verdict, witness, margin.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "certify/find/margin.hpp"
#include "separate/unavoidable.hpp"

namespace halfspace {

struct Separability {
  std::optional<Decision> decision;        // nothing: not asked
  std::vector<std::uint32_t> others;       // more than two classes: the other class of each row of the witness
  std::optional<Margin> margin;            // augmented; without a bias of boundaries through the origin; of scaled rows
  Rational radius_squared;                 // R^2, beside a margin, of the same rows
  bool by_the_run = false;                 // its own weights are the separator
  std::optional<Unavoidable> unavoidable;  // of a pocket run: disjoint witnesses

  bool separable() const { return decision && decision->verdict == Verdict::separable; }
  bool not_separable() const { return decision && !decision->witness.empty(); }
};

/// The same direction at length 1.
std::vector<double> unit_vector(const std::vector<Integer>& w);

/// "6 rows of the data cannot all be on their right side (Gordan): lines 52, 71, ..."
std::string witness_text(const Separability& known, const Dataset& data);

/// "no hard margin exists in the feature space of this kernel: 4 rows cannot all be on their right side ..."
std::string feature_space_witness_text(const std::vector<Multiplier>& witness, const Dataset& data);

/// "at least 4 are unavoidable (proof: 4 disjoint witnesses)"; "" for none, and where fewer `mistakes` were counted,
/// which only rounded scores can do.
std::string unavoidable_text(const std::optional<Unavoidable>& known, std::uint64_t mistakes);

}  // namespace halfspace
