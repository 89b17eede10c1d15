// Everything `separate` says of two classes: the verdict with its proof, margins, the mistake bound, single features.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "certify/certificate.hpp"
#include "certify/find/margin.hpp"
#include "certify/find/single_features.hpp"
#include "separate/separation.hpp"
#include "separate/unavoidable.hpp"

namespace halfspace {

struct SeparationAnswer {
  Decision decision;
  std::optional<Margin> augmented;         // separable: γ over w̄ (bias none: over w)
  std::optional<Margin> geometric;         // separable, with a bias and both classes
  Rational radius_squared;                 // R^2
  std::optional<Rational> mistake_bound;   // R^2/γ^2, rounded down to a whole number; from the lower end of γ
  std::vector<SingleFeature> alone;        // features that separate alone, proved; at most ten
  std::optional<Unavoidable> unavoidable;  // where asked: disjoint witnesses
  std::optional<Fewest> fewest;            // where asked: the fewest mistakes of any weights
  std::optional<Suspects> suspects;        // where asked: rows by the witnesses they stand in
};

struct MistakeQuestions {
  bool fewest = false;  // with a packing of witnesses
  bool suspects = false;
  std::uint64_t seed = 0;  // of the packings behind suspects
};

Result<SeparationAnswer> answer_separation(const SeparationRows& rows, const DecideOptions& options,
                                           const MistakeQuestions& mistakes);

/// Who is +1 and who is -1; one may be empty.
struct ClassNames {
  std::string negative;
  std::string positive;
};

/// Is there anything to certify?
inline bool provable(const Decision& d) { return d.verdict != Verdict::undecided || !d.witness.empty(); }

/// The certificate of a provable answer; of an undecided one that of its witness. `sha256` is of the text.
Certificate certificate_of(const SeparationAnswer& answer, const SeparationRows& rows, const Dataset& data,
                           const ClassNames& classes, const std::string& missing, const std::string& sha256);

}  // namespace halfspace
