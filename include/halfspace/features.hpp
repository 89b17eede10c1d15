// Kernel features: columns for linear learners, here or elsewhere, that stand for a kernel (docs/kernels.md).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "halfspace/choices.hpp"
#include "halfspace/data.hpp"
#include "halfspace/export.h"
#include "halfspace/result.hpp"

namespace halfspace {

// With `= {}` callers may write {.components = 50} without a warning about the rest.
// NOLINTBEGIN(readability-redundant-member-init)

/// Explicit features z(x) with z(u).z(v) ~ k(u, v): Nystroem (Williams, Seeger 2001) or random Fourier features
/// (Rahimi, Recht 2007). A choice that the kernel does not know, set, is an Error (usage).
struct KernelFeatureOptions {
  Approximation approximation = Approximation::nystrom;  ///< nystrom or fourier; exact is an Error (usage)
  /// nystrom: linear, polynomial (coef0 >= 0), rbf, laplacian, which are inner products; fourier: rbf, laplacian.
  KernelKind kernel = KernelKind::rbf;
  std::optional<double> gamma = {};          ///< (0, inf), default 1/d: of polynomial, rbf, laplacian
  std::optional<std::uint64_t> degree = {};  ///< 1..2^63 - 1, default 3: of the polynomial kernel
  std::optional<double> coef0 = {};          ///< [0, inf), default 0: c of the polynomial kernel
  std::uint64_t components = 100;            ///< 1..100,000
  std::uint64_t seed = 0;                    ///< 0..2^63 - 1: of the rows or frequencies drawn
  int threads = 0;                           ///< 1..4096; 0: all cores. Results do not depend on it
  std::int64_t max_memory_mib = 0;           ///< 1..10^12, most memory; 0: half of what the machine has
};

// NOLINTEND(readability-redundant-member-init)

class KernelApproximation;

/// Fitted features; immutable, copies share them, and any number of threads may use one. With equal options, seed and
/// rows they are those that train() with the option `approximation` learns from.
class HALFSPACE_API KernelFeatures {
 public:
  /// Draws what the features are made of; needs no labels. The rows have neither weights, groups, categories nor
  /// missing cells. Errors: usage (options, sizes that do not fit), bad_data (no rows, a number that is not finite,
  /// kernel values that overflow or are 0 on every row drawn, too little memory).
  static Result<KernelFeatures> fit(const DenseRows& rows, const KernelFeatureOptions& options);
  static Result<KernelFeatures> fit(const CsrRows& rows, const KernelFeatureOptions& options);

  std::int64_t columns() const;     ///< d of the rows
  std::int64_t components() const;  ///< m, at most those asked for (Nystroem: the rank of the rows drawn)
  double gamma() const;             ///< γ of the kernel, 1/d where it was not set

  /// z of n rows of columns() columns: n * m numbers, row after row; of no rows none. `threads`: as in the options.
  /// Errors: usage for sizes that do not fit, weights, groups and categories; bad_data for a number that is not finite
  /// (row and column named, from 0), a feature that overflows, n * m numbers beyond half of the machine's memory.
  Result<std::vector<double>> transform(const DenseRows& rows, int threads = 0) const;
  Result<std::vector<double>> transform(const CsrRows& rows, int threads = 0) const;

  /// Nystroem: the m rows of the fit, from 0, in the order of the features; Fourier: empty.
  std::vector<std::int64_t> landmarks() const;

  /// To keep (docs/formats/features.md): equal features give equal bytes.
  std::string bytes() const;

  /// The features in such bytes. Errors: bad_data. Safe for bytes of unknown origin.
  static Result<KernelFeatures> from_bytes(std::string_view bytes);

  KernelFeatures(const KernelFeatures& other);  // no move: there are always features
  KernelFeatures& operator=(const KernelFeatures& other);
  ~KernelFeatures();

 private:
  explicit KernelFeatures(std::shared_ptr<const KernelApproximation> fitted);
  std::shared_ptr<const KernelApproximation> fitted_;
};

}  // namespace halfspace
