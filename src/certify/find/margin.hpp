// The margin of separable data, exactly where few rows carry it, else between two proven numbers.
//
//   augmented  γ = min |Σ λ_i z_i|,  λ >= 0, Σ λ = 1            = max_w̄ min_i w̄.z_i / |w̄|
//   geometric  γ = min |Σ_+ λ x - Σ_- λ x| / 2,  each sum 1     = max_{w,b} min_i y_i (w.x_i + b) / |w|
//
// (Wolfe 1976 over the rows, or over differences of rows of the two classes, best row of each chosen apart.) On the
// rows S that carry it the minimum solves a linear system: G λ = τ with Σ λ = 1, G the Gram matrix; when its exact
// solution is positive and no row lies below the margin it is the margin (Karush, Kuhn, Tucker).
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "certify/find/decide.hpp"

namespace halfspace {

enum class MarginKind { augmented, geometric };

struct Margin {
  MarginKind kind = MarginKind::augmented;
  std::vector<Integer> weights;    // w̄ (geometric: w and b) with the lower bound, up to a positive factor
  std::vector<Multiplier> lambda;  // of the upper bound, up to one positive factor
  Rational lower_squared;
  Rational upper_squared;
  bool exact() const { return lower_squared == upper_squared; }
};

/// (min_i w̄.z_i / |w̄|)^2, cut to twenty digits, where `least` is min_i w̄.z_i times unit() (geometric: |w|).
Rational squared_margin(const SignedRows& z, MarginKind kind, const std::vector<Integer>& weights,
                        const Integer& least);

/// Doubles that the margin lies between.
double margin_at_least(const Margin& margin);
double margin_at_most(const Margin& margin);

/// `separator`: weights that separate, the bound from below where the search for better ones fails. Nothing when that
/// would take more memory than a gigabyte, or when `stop` says so before there is an upper bound. Geometric margins
/// need a bias and both classes.
Result<std::optional<Margin>> find_margin(const SignedRows& z, MarginKind kind, const std::vector<Integer>& separator,
                                          const DecideOptions& options);

/// The same bounds without a search: from a separator and multipliers of a point of the hull (which may be empty: then
/// nothing).
Result<std::optional<Margin>> margin_bounds(const SignedRows& z, MarginKind kind, const std::vector<Integer>& separator,
                                            const std::vector<Multiplier>& hull, const DecideOptions& options);

}  // namespace halfspace
