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
#include <utility>

#include "base/stop.hpp"
#include "model/model.hpp"
#include "solver/kernel/options.hpp"

namespace halfspace {

/// |k(u, v) - z(u).z(v)| over pairs of a sample of rows.
struct KernelError {
  std::uint64_t pairs = 0;
  double mean = 0;
  double largest = 0;
};

class KernelFeatures {
 public:
  /// These ask `stop` and throw Stopped. Errors (bad_data): kernel values that overflow, features beyond `max_bytes`
  /// (0: no bound), rows that are all 0 for the kernel.
  static Result<KernelFeatures> fit(const Dataset& rows, const KernelChoices& options, std::uint64_t seed,
                                    unsigned threads, std::uint64_t max_bytes, const std::string& source,
                                    const StopToken& stop = {});

  std::size_t size() const { return support_.rows.rows; }

  /// z of every row.
  Dataset apply(const Dataset& rows, unsigned threads, const StopToken& stop = {}) const;

  KernelError error(const Dataset& rows, const Dataset& features, std::uint64_t seed, const StopToken& stop = {}) const;

  /// Of the model; nothing is left behind.
  Support take_support() { return std::move(support_); }

  /// Weights of z, one vector of size() after another, as coefficients of the support rows.
  std::vector<double> coefficients(std::span<const double> w) const;

 private:
  Support support_;
  std::vector<double> factor_;  // Nyström: L by rows, size() x size(); Fourier: empty
};

}  // namespace halfspace
