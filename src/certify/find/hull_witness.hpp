// Witnesses among some of the rows, found by decide(): what packings and searches for the fewest mistakes ask for.
#pragma once

#include <map>

#include "base/stop.hpp"
#include "certify/find/decide.hpp"
#include "certify/find/witness_finder.hpp"

namespace halfspace {

class HullWitnesses {
 public:
  /// `z` must outlive this.
  HullWitnesses(const SignedRows& z, DecideOptions options);

  /// Refers to this.
  WitnessFinder finder();

  /// The stop that goes with it: also ended once a question was left undecided or the text could not be read again.
  StopToken stop() const;

  /// The multipliers of a witness that was found, rows rising.
  const std::vector<Multiplier>& multipliers(const Witness& witness) const { return found_.at(witness); }

 private:
  std::optional<Witness> find(const std::vector<bool>& alive);

  const SignedRows& z_;
  DecideOptions options_;
  bool failed_ = false;
  std::map<Witness, std::vector<Multiplier>> found_;
};

}  // namespace halfspace
