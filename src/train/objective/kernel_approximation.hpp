// Features whose inner products are near the values of a kernel, so that a linear solver learns from many rows what a
// kernel machine would:
//
//   Nyström (Williams, Seeger 2001)      z(x) = L^{-1} (k(x_1, x), ..., k(x_m, x)),  L L' = K of m rows x_1, ..., x_m
//   Fourier (Rahimi, Recht 2007)         z_j(x) = sqrt(2/m) cos(ω_j.x + u_j),  ω_j drawn from the kernel's transform
//
// Rows and draws are seeded. The weights w of z become coefficients of k(x_j, .) or of the cosines, so the model is one
// of support rows: c = L^{-T} w, c = sqrt(2/m) w.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/stop.hpp"
#include "model/model.hpp"
#include "solver/kernel/options.hpp"

namespace halfspace {

/// γ = 1/d where it is not given. Error (bad_data): more features than a kernel takes.
Result<void> resolve_kernel(KernelChoices& k, const Dataset& rows, const std::string& source);

/// Error (usage): a kernel that is no inner product, so that no features have it as theirs.
Result<void> check_has_features(const KernelChoices& k);

/// |k(u, v) - z(u).z(v)| over pairs of a sample of rows.
struct KernelError {
  std::uint64_t pairs = 0;
  double mean = 0;
  double largest = 0;
};

class KernelApproximation {
 public:
  /// These ask `stop` and throw Stopped. Errors (bad_data): kernel values that overflow, features beyond `max_bytes`
  /// (0: no bound), rows that are all 0 for the kernel.
  static Result<KernelApproximation> fit(const Dataset& rows, const KernelChoices& options, std::uint64_t seed,
                                         unsigned threads, std::uint64_t max_bytes, const std::string& source,
                                         const StopToken& stop = {});

  /// The features that bytes() gave. Error (bad_data) in `name`.
  static Result<KernelApproximation> parse(std::string_view bytes, const std::string& name);

  /// Equal features give equal bytes (docs/formats/features.md).
  std::string bytes() const;

  std::size_t size() const { return support_.rows.rows; }
  std::size_t cols() const { return support_.rows.cols; }
  const Kernel& kernel() const { return support_.kernel; }

  /// Nyström: the places of x_1, ..., x_m among the rows; Fourier: empty.
  const std::vector<std::uint64_t>& landmarks() const { return landmarks_; }

  /// z of every row, row after row: rows x size() numbers.
  void write(const Dataset& rows, std::span<double> z, unsigned threads, const StopToken& stop = {}) const;

  /// The same as rows to learn from.
  Dataset apply(const Dataset& rows, unsigned threads, const StopToken& stop = {}) const;

  KernelError error(const Dataset& rows, const Dataset& features, std::uint64_t seed, const StopToken& stop = {}) const;

  /// Of the model; nothing is left behind.
  Support take_support() { return std::move(support_); }

  /// Weights of z, one vector of size() after another, as coefficients of the support rows.
  std::vector<double> coefficients(std::span<const double> w) const;

 private:
  /// "" or what is wrong with bytes whose checksum is right.
  std::string problem() const;

  Support support_;
  std::vector<double> factor_;  // Nyström: L by rows, size() x size(); Fourier: empty
  std::vector<std::uint64_t> landmarks_;
};

}  // namespace halfspace
