// The weights of a kernel run in their dual form: w̄ = Σ_i a_i Φ(x_i) with a_i = y_i α_i, scores s_j = Σ_i a_i k̄(x_i,
// x_j) kept up to date, so a visit costs O(1) and an update one row of the kernel matrix. With a bias k̄ = k + 1, which
// is the constant feature in the feature space, and b = Σ a_i. Aizerman, Braverman, Rozonoer 1964.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/parallel.hpp"
#include "data/rows.hpp"
#include "solver/perceptron/kernel_scale.hpp"
#include "solver/perceptron/options.hpp"

namespace halfspace {

template <class M>
class KernelWeights {
 public:
  static constexpr bool primal = false;

  /// `cache_bytes` bounds the rows of the kernel matrix that are kept.
  KernelWeights(const M& x, const PerceptronOptions& o, const KernelScale& scale, unsigned threads,
                std::uint64_t cache_bytes)
      : x_(x),
        kernel_(scale.kernel),
        scale_(scale),
        one_(o.bias != Bias::none ? scale.value : 0),
        threads_(threads),
        cache_rows_(cache_bytes / (8 * (x.rows + 8))),
        a_(x.rows),
        s_(x.rows),
        squared_(x.rows),
        exact_(scale.exact) {
    for (std::size_t i = 0; i < x.rows && !precomputed(); ++i) squared_[i] = halfspace::squared_norm(x.row(i));
    if (o.keep == Keep::average) sum_.resize(x.rows);
  }

  double score(std::size_t i) const { return s_[i]; }
  static std::uint64_t looks() { return 0; }  ///< at a row's values, for its score
  double unit() const { return scale_.value * scale_.step; }
  double squared_length(std::size_t i) const { return kernel_row(i)[i] / scale_.value; }

  void move(std::size_t i, double step, std::uint64_t visit) {
    const double c = exact_ ? std::nearbyint(step * scale_.step) : step * scale_.step;
    const std::span<const double> k = kernel_row(i);
    a_[i] += c;
    for (std::size_t j = 0; j < s_.size(); ++j) s_[j] += c * k[j];
    reach_ += std::fabs(c) * scale_.largest;
    if (!sum_.empty()) sum_[i] += static_cast<double>(visit - 1) * c;  // as in weights.hpp
  }

  void stay_exact() { exact_ = exact_ && reach_ <= scale_.limit; }

  void average(std::uint64_t visits) {
    for (std::size_t i = 0; i < sum_.size() && visits > 0; ++i) a_[i] -= sum_[i] / static_cast<double>(visits);
  }

  /// Equal scores on all rows are equal weights: |w - v|^2 = (a - a')' K (a - a') = 0.
  std::span<const double> state() const { return s_; }
  std::span<const double> scaled_values() const { return a_; }
  void set_scaled_values(const std::vector<double>& a) { a_ = a; }

  /// a_1, ..., a_n, b
  std::vector<double> values() const {
    std::vector<double> out(a_);
    double sum = 0;
    for (double& v : out) {
      v = v / scale_.step + 0.0;
      sum += v;
    }
    out.push_back(one_ != 0 ? sum : 0);
    return out;
  }
  double squared_length() const {
    long double sum = 0;  // of whole numbers where the run is exact: terms cancel
    for (std::size_t i = 0; i < a_.size(); ++i) sum += static_cast<long double>(a_[i]) * s_[i];
    return static_cast<double>(sum / (static_cast<long double>(scale_.step) * unit()));
  }
  bool zero() const {
    return std::all_of(a_.begin(), a_.end(), [](double v) { return v == 0; });
  }
  bool exact() const { return exact_; }

  void give(std::vector<double>& w, std::vector<double>& b) const {
    w = values();
    b = {w.back()};
    w.pop_back();
  }

 private:
  bool precomputed() const { return kernel_.kind == KernelKind::precomputed; }

  /// Row i of the matrix that the rows are.
  std::span<const double> matrix_row(std::size_t i) const {
    scratch_.assign(x_.rows, one_);
    for_each_entry(x_.row(i), [&](std::size_t j, double v) { scratch_[j] += v; });
    return scratch_;
  }

  /// k̄(x_i, x_j) for all j; valid until the next call.
  std::span<const double> kernel_row(std::size_t i) const {
    if (precomputed()) return matrix_row(i);
    const auto kept = cache_.find(i);
    if (kept != cache_.end()) return kept->second;
    std::vector<double>& row = cache_.size() < cache_rows_ ? cache_[i] : scratch_;
    row.resize(x_.rows);
    std::vector<double> u(x_.cols);
    for_each_entry(x_.row(i), [&](std::size_t j, double v) { u[j] = v; });
    const unsigned threads = x_.stored() > (std::size_t{1} << 18U) ? threads_ : 1;
    parallel_blocks(x_.rows, threads, [&](std::size_t, std::size_t first, std::size_t last) {
      std::vector<double> difference;
      for (std::size_t j = first; j < last; ++j) {
        double product = 0;
        if (kernel_.kind == KernelKind::laplacian) {
          difference = u;
          for_each_entry(x_.row(j), [&](std::size_t c, double v) { difference[c] -= v; });
          for (const double v : difference) product += std::fabs(v);
        } else {
          product = dot(x_.row(j), u.data());
        }
        row[j] = kernel_(product, squared_[i], squared_[j]) + one_;
      }
    });
    return row;
  }

  const M& x_;
  Kernel kernel_;
  KernelScale scale_;
  double one_;  // the constant feature's share of k̄
  unsigned threads_;
  std::size_t cache_rows_;
  std::vector<double> a_;
  std::vector<double> s_;
  std::vector<double> squared_;  // |x_i|^2
  std::vector<double> sum_;
  mutable std::unordered_map<std::size_t, std::vector<double>> cache_;
  mutable std::vector<double> scratch_;
  bool exact_;
  double reach_ = 0;  // bound on |s_j|
};

}  // namespace halfspace
