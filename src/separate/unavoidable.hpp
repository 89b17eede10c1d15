// Mistakes that no weights avoid: a lower bound with its proof, for reports of runs and evaluations.
#pragma once

#include <optional>
#include <vector>

#include "certify/find/decide.hpp"
#include "certify/find/fewest_plane.hpp"
#include "certify/find/witness_packing.hpp"

namespace halfspace {

struct Unavoidable {
  std::vector<std::vector<Multiplier>> witnesses;  // no two share a row: so many mistakes m <= 0 at least
  bool complete = false;                           // the rows outside them are separable; false: not known

  bool known() const { return complete || !witnesses.empty(); }
};

/// Packs witnesses one after another. The work is bounded by a count that depends on the size of the data alone: a
/// large set may end with a bound that more patience would raise (`complete` is then false).
Unavoidable unavoidable_mistakes(const SignedRows& z, const DecideOptions& options);

/// The same of data with this verdict: what it proves is never lost to `options.stop`.
Unavoidable unavoidable_mistakes(const SignedRows& z, const DecideOptions& options, const Decision& known);

struct Fewest {
  std::uint64_t lower = 0;             // no weights make fewer mistakes
  std::optional<std::uint64_t> upper;  // some make so many: without these rows the others are separable
  std::vector<std::uint64_t> rows;     // these
  std::string method;                  // "lines in the plane", "branch and bound on witnesses"
  bool exact() const { return upper && *upper == lower; }
};

/// The fewest mistakes of any weights: exactly for one or two features and up to 5,000 rows, by branch and bound
/// otherwise, which ends with an interval when `options.stop` says so or after 20,000 branches.
Result<Fewest> fewest_mistakes(const SignedRows& z, const DecideOptions& options);

/// Rows by how many witnesses they stand in: suspects of a wrong label.
Suspects label_suspects(const SignedRows& z, const DecideOptions& options, std::uint64_t seed);

}  // namespace halfspace
