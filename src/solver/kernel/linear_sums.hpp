// Sums of linear kernel values over many rows, by their weights: Σ c_s x_s.x_t = w.x_t with w = Σ c_s x_s, which no
// kernel matrix does in so few operations.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/stop.hpp"
#include "data/rows.hpp"

namespace halfspace {

class LinearSums {
 public:
  /// `constant` is added to every value. `x` must outlive this.
  LinearSums(const Matrix& x, double constant) : x_(x), constant_(constant) {}

  struct Scores {
    std::vector<double> f;      // Σ_s c[s] (x_{rows[s]}.x_t + constant) of every row t
    std::vector<double> error;  // none farther than this from its exact value
  };

  /// Asks `stop` and throws Stopped.
  Scores of(std::span<const std::uint32_t> rows, std::span<const double> c, unsigned threads,
            const StopToken& stop) const;

 private:
  const Matrix& x_;
  double constant_;
};

}  // namespace halfspace
