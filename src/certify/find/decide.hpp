// Is the data linearly separable? Decided exactly; floating-point arithmetic only says where to look.
//
//   separable        w̄.z_i > 0 for all i
//   quasi-separable  not separable, but some w̄ has w̄.z_i >= 0 for all i and > 0 for some
//   overlapping      w̄.z_i >= 0 for all i only where w̄.z_i = 0 for all i
//
// (Gordan 1873; Albert and Anderson 1984.) The point of the hull of the z_i that is nearest to the origin (Wolfe 1976)
// gives a separator or rows whose hull holds the origin; peeling (docs/algorithms.md 9) tells the last two apart: rows
// of a witness are tied, every w̄ with all w̄.z_i >= 0 vanishes on their span, and the question is asked again of the
// others, orthogonally to that span.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.hpp"
#include "base/stop.hpp"
#include "certify/signed_rows.hpp"

namespace halfspace {

enum class Verdict { separable, quasi_separable, overlapping, undecided };

template <>
struct Names<Verdict> {
  static constexpr std::array<std::string_view, 4> list = {"separable", "quasi-separable", "overlapping", "undecided"};
};

struct Multiplier {
  std::uint64_t row;
  Integer value;
};

struct Decision {
  Verdict verdict = Verdict::undecided;
  std::vector<Integer> weights;           // separable, quasi-separable: w̄ up to a positive factor
  std::vector<Multiplier> witness;        // not separable: Σ λ_i z_i = 0, λ > 0; no row can be spared
  std::vector<Multiplier> span;           // overlapping: the same on rows that span all rows
  std::vector<Multiplier> hull;           // separable: λ of a point of the hull, where one came along with the weights
  std::vector<bool> tied;                 // options.untied: which rows every w̄ with all w̄.z_i >= 0 vanishes on ...
  std::vector<std::uint64_t> tied_basis;  // ... and rows that span them
  std::string reason;                     // undecided: why
  double distance = 0;                    // undecided: the hull is at most this far from the origin (standardised rows)
  std::uint64_t passes = 0;               // over the rows
};

struct DecideOptions {
  unsigned threads = 1;
  bool untied = false;     // quasi-separable: go on until the weights are positive on every row that can be
  bool peel = true;        // false: any witness ends the search, the verdict staying undecided
  std::vector<bool> only;  // the question is about these rows; empty: all. Not with peel
  StopToken stop = {};     // asked inside long operations too
  std::function<void(const std::string& what, double fraction, double count)> progress;  // fraction < 0: unknown
};

/// Errors: reading the text again for its decimals.
Result<Decision> decide(const SignedRows& z, const DecideOptions& options);

}  // namespace halfspace
