// The weights of a kernel run in their dual form: w̄ = Σ_i a_i Φ(x_i) with a_i = y_i α_i, scores s_j = Σ_i a_i k̄(x_i,
// x_j) kept up to date, so a visit costs O(1) and an update one row of the kernel matrix. With a bias k̄ = k + 1, which
// is the constant feature in the feature space, and b = Σ a_i. Aizerman, Braverman, Rozonoer 1964.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "data/rows.hpp"
#include "kernel/kernel_values.hpp"
#include "kernel/row_cache.hpp"
#include "solver/perceptron/kernel_scale.hpp"
#include "solver/perceptron/options.hpp"
#include "solver/perceptron/quotient_tolerance.hpp"

namespace halfspace {

template <class M>
class KernelWeights {
 public:
  static constexpr bool primal = false;

  /// `cache_bytes` bounds the rows of the kernel matrix that are kept.
  KernelWeights(const M& x, const PerceptronChoices& o, const KernelScale& scale, unsigned threads,
                std::uint64_t cache_bytes)
      : x_(x),
        kernel_(scale.kernel),
        scale_(scale),
        one_(o.bias != Bias::none ? scale.value : 0),
        threads_(threads),
        tolerance_(o),
        a_(x.rows),
        s_(x.rows),
        terms_(tolerance_.on() ? x.rows : 0),
        cache_(x.rows, kernel_.listed() ? 0 : cache_bytes),
        exact_(scale.exact) {
    if (kernel_.listed()) {
      row_.reserve(x.rows);
    } else {
      values_ = std::make_unique<KernelValues>(x, kernel_);
      spread_.resize(x.cols + 1);
      cache_.resize(x.rows, 1, [](std::uint32_t, const double*, double*) {});
    }
    if (o.keep == Keep::average) sum_.resize(x.rows);
  }

  double score(std::size_t i) const {
    return tolerance_.on() ? tolerance_.snapped(s_[i], [&] { return terms_[i]; }) : s_[i];
  }
  static std::uint64_t looks() { return 0; }  ///< at a row's values, for its score
  double unit() const { return scale_.value * scale_.step; }
  double squared_length(std::size_t i) const { return kernel_row(i)[i] / scale_.value; }

  void move(std::size_t i, double step, std::uint64_t visit) {
    const double c = in_scale(step);
    const std::span<const double> k = kernel_row(i);
    a_[i] += c;
    for (std::size_t j = 0; j < s_.size(); ++j) s_[j] += c * k[j];
    for (std::size_t j = 0; j < terms_.size(); ++j) terms_[j] += std::fabs(c * k[j]);
    reach_ += std::fabs(c) * scale_.largest;
    if (!sum_.empty()) sum_[i] += static_cast<double>(visit - 1) * c;  // as in weights.hpp
  }

  double in_scale(double step) const { return exact_ ? std::nearbyint(step * scale_.step) : step * scale_.step; }
  double step_unit() const { return scale_.step; }

  void stay_exact() { exact_ = exact_ && reach_ <= scale_.limit; }

  void average(std::uint64_t visits) {
    for (std::size_t i = 0; i < sum_.size() && visits > 0; ++i) a_[i] -= sum_[i] / static_cast<double>(visits);
  }

  /// Equal scores on all rows are equal weights: |w - v|^2 = (a - a')' K (a - a') = 0.
  std::span<const double> state() const { return s_; }
  void save(std::vector<double>& to) const {
    to = a_;
    for (const auto* part : {&s_, &terms_}) to.insert(to.end(), part->begin(), part->end());
  }
  void restore(const std::vector<double>& from) {
    const double* next = from.data();
    for (auto* part : {&a_, &s_, &terms_}) {
      std::copy(next, next + part->size(), part->begin());
      next += part->size();
    }
  }

  /// a_1, ..., a_n, b
  std::vector<double> values() const {
    std::vector<double> out(a_);
    double sum = 0;  // of whole numbers where the run is exact
    for (double& v : out) {
      sum += v;
      v = v / scale_.step + 0.0;
    }
    out.push_back(one_ != 0 ? sum / scale_.step + 0.0 : 0);
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
  bool snaps() const { return tolerance_.on(); }  ///< as in weights.hpp

  void give(std::vector<double>& w, std::vector<double>& b) const {
    w = values();
    b = {w.back()};
    w.pop_back();
  }

 private:
  bool precomputed() const { return kernel_.listed(); }

  /// k̄(x_i, x_j) for all j; valid until the next call.
  std::span<const double> kernel_row(std::size_t i) const {
    if (kernel_.listed()) {  // row i of the matrix that the rows are
      row_.assign(x_.rows, one_);
      for_each_entry(x_.row(i), [&](std::size_t j, double v) { row_[j] += v; });
      return row_;
    }
    const auto place = static_cast<std::uint32_t>(i);
    if (const double* const kept = cache_.find(place)) return {kept, x_.rows};
    cache_.make_room(1);
    double* const row = cache_.add(place);
    for_each_entry(x_.row(i), [&](std::size_t j, double v) { spread_[j] = v; });
    const SpreadRow source{spread_.data(), squared_norm(x_.row(i))};
    (*values_)(std::span(&source, 1), row, threads_);
    for_each_entry(x_.row(i), [&](std::size_t j, double) { spread_[j] = 0; });
    for (std::size_t j = 0; j < x_.rows; ++j) row[j] += one_;
    return {row, x_.rows};
  }

  const M& x_;
  Kernel kernel_;
  KernelScale scale_;
  double one_;  // the constant feature's share of k̄
  unsigned threads_;
  QuotientTolerance tolerance_;
  std::vector<double> a_;
  std::vector<double> s_;
  std::vector<double> terms_;  // Σ_i |a_i k̄(x_i, x_j)| where scores have a tolerance
  std::vector<double> sum_;
  std::unique_ptr<KernelValues> values_;  // of no listed kernel
  mutable RowCache<double> cache_;        // of k̄
  mutable std::vector<double> spread_;    // a row at its columns, zeros elsewhere
  mutable std::vector<double> row_;       // of a listed kernel
  bool exact_;
  double reach_ = 0;  // bound on |s_j|
};

}  // namespace halfspace
