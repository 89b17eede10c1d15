// The weights of a run, w̄ = (w, b), in the scales of decimal_scale.hpp: w' = D w̄ on rows x' = 10^k x̄.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/rng.hpp"
#include "data/rows.hpp"
#include "solver/perceptron/decimal_scale.hpp"
#include "solver/perceptron/options.hpp"
#include "solver/perceptron/quotient_tolerance.hpp"

namespace halfspace {

/// What weights are between the blocks of a stream.
struct WeightState {
  std::vector<double> w;    // w'; the bias last
  std::vector<double> sum;  // keep average
  bool exact = false;
  double reach = 0;
};

template <class M>
class Weights {
 public:
  static constexpr bool primal = true;

  Weights(const M& x, const PerceptronChoices& o, const DecimalScale& scale)
      : x_(x),
        scale_(scale),
        bias_(o.bias != Bias::none ? scale.data : 0),
        tolerance_(o),
        w_(x.cols + 1),
        exact_(scale.exact) {
    set_start(o);
    if (o.keep == Keep::average) sum_.resize(w_.size());
  }

  /// As they were left, on more rows; new columns have weight 0.
  Weights(const M& x, const PerceptronChoices& o, const DecimalScale& scale, WeightState state)
      : x_(x),
        scale_(scale),
        bias_(o.bias != Bias::none ? scale.data : 0),
        tolerance_(o),
        w_(std::move(state.w)),
        sum_(std::move(state.sum)),
        exact_(state.exact),
        reach_(state.reach) {
    widen(w_, x.cols + 1);
    if (o.keep == Keep::average) widen(sum_, x.cols + 1);
  }
  WeightState release() && { return {std::move(w_), std::move(sum_), exact_, reach_}; }

  /// w'.x'_i: the score times unit().
  double score(std::size_t i) const {
    const double s = dot(x_.row(i), w_.data()) + bias_ * w_.back();
    return tolerance_.on() ? tolerance_.snapped(s, [&] { return terms(i); }) : s;
  }
  static std::uint64_t looks() { return 1; }  ///< at a row's values, for its score
  double unit() const { return scale_.weights * scale_.data; }

  /// |x̄_i|^2, in true scale
  double squared_length(std::size_t i) const {
    return (squared_norm(x_.row(i)) + bias_ * bias_) / (scale_.data * scale_.data);
  }

  /// w̄ += step x̄_i, at the given visit
  void move(std::size_t i, double step, std::uint64_t visit) {
    const double c = in_scale(step);
    axpy(c, x_.row(i), w_.data());
    w_.back() += c * bias_;
    reach_ += std::fabs(c) * scale_.largest;
    if (sum_.empty()) return;
    const auto earlier =
        static_cast<double>(visit - 1);  // mean over t = 1..T of w̄_t = w̄_T - (1/T) sum_k (t_k - 1) step_k x̄_k
    axpy(earlier * c, x_.row(i), sum_.data());
    sum_.back() += earlier * c * bias_;
  }

  /// A step in the scale of w': c' = c D / 10^k, a whole number in exact mode.
  double in_scale(double step) const {
    const double c = step * step_unit();
    return exact_ ? std::nearbyint(c) : c;
  }
  double step_unit() const { return scale_.weights / scale_.data; }
  double bias_value() const { return bias_; }  ///< the constant feature, scaled; 0 without a bias
  double length() const { return std::sqrt(halfspace::squared_norm(w_.data(), w_.size())); }  ///< |w'|
  bool snaps() const { return tolerance_.on(); }  ///< are scores near 0 and the margin taken as equal to them?

  /// Leaves exact mode before a partial sum could pass 2^53.
  void stay_exact() {
    if (!exact_ || reach_ * scale_.row_sum <= exact_limit) return;
    reach_ = largest();
    exact_ = reach_ * scale_.row_sum <= exact_limit / 2;
  }

  /// w̄_t becomes the mean over all visits.
  void average(std::uint64_t visits) {
    for (std::size_t j = 0; j < sum_.size() && visits > 0; ++j) w_[j] -= sum_[j] / static_cast<double>(visits);
  }

  /// What two moments with equal weights have in common.
  std::span<const double> state() const { return w_; }
  void save(std::vector<double>& to) const { to = w_; }
  void restore(const std::vector<double>& from) { w_ = from; }
  double value(std::size_t j) const { return w_[j] / scale_.weights + 0.0; }  // + 0.0: no -0
  std::vector<double> values() const {
    std::vector<double> out(w_.size());
    for (std::size_t j = 0; j < out.size(); ++j) out[j] = value(j);
    return out;
  }
  double squared_length() const {
    double sum = 0;  // of whole numbers in exact mode: exact below 2^53
    for (const double v : w_) sum += v * v;
    return sum / (scale_.weights * scale_.weights);
  }
  /// w̄.v
  double along(std::span<const double> v) const {
    double sum = 0;
    for (std::size_t j = 0; j < v.size(); ++j) sum += value(j) * v[j];
    return sum;
  }
  bool zero() const {
    return std::all_of(w_.begin(), w_.end(), [](double v) { return v == 0; });
  }
  bool exact() const { return exact_; }

  void give(std::vector<double>& w, std::vector<double>& b) const {
    w = values();
    b = {w.back()};
    w.pop_back();
  }

 private:
  /// Sum of the absolute terms of the score of row i.
  double terms(std::size_t i) const {
    double sum = std::fabs(bias_ * w_.back());
    for_each_entry(x_.row(i), [&](std::size_t j, double v) { sum += std::fabs(v * w_[j]); });
    return sum;
  }

  /// The bias stays last.
  static void widen(std::vector<double>& w, std::size_t size) {
    if (w.size() >= size) return;
    const double b = w.empty() ? 0 : w.back();
    if (!w.empty()) w.back() = 0;
    w.resize(size);
    w.back() = b;
  }

  void set_start(const PerceptronChoices& o) {
    if (o.start == Start::random) {
      Rng rng(o.seed, Stream::start);
      const std::size_t count = bias_ != 0 ? w_.size() : w_.size() - 1;
      for (std::size_t j = 0; j < count; ++j) {
        const double whole = static_cast<double>(rng.bounded(2000001)) - 1e6;  // times 10^-8: uniform in [-0.01, 0.01]
        w_[j] = exact_ ? whole * (scale_.weights / 1e8) : whole / 1e8;
      }
    }
    for (std::size_t j = 0; j < o.start_weights.size(); ++j) {
      w_[j] = exact_ ? std::nearbyint(o.start_weights[j] * scale_.weights) : o.start_weights[j];
    }
    reach_ = largest();
  }

  double largest() const {
    double most = 0;
    for (const double v : w_) most = std::max(most, std::fabs(v));
    return most;
  }

  const M& x_;
  DecimalScale scale_;
  double bias_;  // the constant feature, scaled; 0 without a bias
  QuotientTolerance tolerance_;
  std::vector<double> w_;
  std::vector<double> sum_;  // keep average
  bool exact_;
  double reach_ = 0;  // bound on |w'_j|
};

}  // namespace halfspace
