// From what floating-point arithmetic suggests to whole numbers: multipliers of given rows, weights that vanish on a
// span, and, where the suggestion fails, pivoting on a growing set of rows.
#pragma once

#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "base/stop.hpp"
#include "certify/find/decide.hpp"
#include "exact/linear.hpp"

namespace halfspace {

/// Rows that span the tied rows, independent, with what is needed to work orthogonally to them.
class TiedSpan {
 public:
  /// What is solved with it asks `stop` and throws Stopped.
  explicit TiedSpan(const SignedRows& z, const StopToken& stop = {}) : z_(z), span_(z.dims(), stop) {}

  /// Adds what is independent of the rows before.
  void add(std::uint64_t row);

  std::span<const std::uint64_t> rows() const { return rows_; }
  std::span<const IntegerVector> vectors() const { return vectors_; }
  const ModularSpan& modular() const { return span_; }

  /// Which rows of the data lie in the span: all that do, and others with probability 2^-61.
  Result<std::vector<bool>> members() const;

  /// Coordinates that some row uses and that the tied rows leave free. Each has one vector of complement().
  Result<std::vector<std::uint64_t>> free_coordinates() const;

  /// Along these coordinates, vectors that span what is orthogonal to the tied rows. Refers to this.
  OrthogonalSpace complement() const { return {vectors_, span_}; }

  /// What depends on the tied rows. Refers to this.
  Dependencies dependencies() const { return {vectors_, span_}; }

 private:
  const SignedRows& z_;
  ModularSpan span_;
  std::vector<std::uint64_t> rows_;
  std::vector<IntegerVector> vectors_;
};

/// Σ λ_i z_i + Σ μ_b z_b = 0 over some of `rows` (λ > 0) and the tied span (μ of any sign).
struct Dependency {
  std::vector<Multiplier> rows;
  std::vector<Multiplier> tied;
};

/// From rows in the order of falling weight: the first that depends on those before it. Nothing when none does or the
/// signs differ.
Result<std::optional<Dependency>> dependency_of(const SignedRows& z, std::span<const std::uint64_t> rows,
                                                const TiedSpan& tied, const StopToken& stop);

using ExactWeights = std::vector<Integer>;

/// Gordan's alternative for the rows that are not left out, modulo the tied span, by exact pivoting on `working` rows,
/// to which the rows that a separator of them violates are added until none is left. A reason when that would be too
/// much work.
using Settled = std::variant<Dependency, ExactWeights, std::string>;
Result<Settled> settle(const SignedRows& z, std::vector<std::uint64_t> working, const std::vector<bool>& left_out,
                       const TiedSpan& tied, const DecideOptions& options);

/// Do the tied rows span all rows, exactly? They do when nothing is orthogonal to them but to no row, and when every
/// other row is a sum of them: by the side that has fewer systems to solve. True where it was stopped before.
Result<bool> spans_all(const SignedRows& z, const TiedSpan& tied, const DecideOptions& options);

/// Rows with w.z_i <= 0 among those not left out.
Result<std::vector<std::uint64_t>> violated(const SignedRows& z, std::span<const Integer> w,
                                            const std::vector<bool>& left_out, unsigned threads);

}  // namespace halfspace
