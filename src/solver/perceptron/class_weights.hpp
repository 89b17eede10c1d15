// Weights of the multiclass perceptron (argmax; docs/algorithms.md section 7): one vector w̄_k a class, in the scales of
// decimal_scale.hpp. The "score" of row i is its margin s_t - s_r: t the true class, r the best other (of equals the
// one that sorts first); a mistake moves w̄_t += c x̄_i, w̄_r -= c x̄_i. Duda, Hart, Stork 2001, section 5.12; Crammer and
// Singer 2003.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.hpp"
#include "data/rows.hpp"
#include "solver/perceptron/decimal_scale.hpp"
#include "solver/perceptron/options.hpp"

namespace halfspace {

template <class M>
class ClassWeights {
 public:
  static constexpr bool primal = true;

  ClassWeights(const M& x, std::span<const std::uint32_t> label, std::uint32_t classes, const PerceptronChoices& o,
               const DecimalScale& scale)
      : x_(x),
        label_(label),
        classes_(classes),
        side_(x.cols + 1),
        scale_(scale),
        bias_(o.bias != Bias::none ? scale.data : 0),
        w_(classes * side_),
        exact_(scale.exact) {
    if (o.start == Start::random) start_at_random(o.seed);
    if (o.start == Start::given) start_at(o.start_weights);
    if (o.keep == Keep::average) sum_.resize(w_.size());
    reach_ = largest();
  }

  /// s_t - s_r, times unit()
  double score(std::size_t i) const {
    const Best best = best_other(i);
    return class_score(i, label_[i]) - best.score;
  }
  std::uint64_t looks() const { return classes_; }  ///< at a row's values, for its score
  double unit() const { return scale_.weights * scale_.data; }

  /// With margin 0: does a class that sorts before the true one have the same score?
  bool loses_tie(std::size_t i) const { return rival(i) < label_[i]; }

  /// The other class of the largest score, the first of those that tie.
  std::uint32_t rival(std::size_t i) const { return best_other(i).at; }

  /// The class the last moved row was taken for.
  std::int64_t rival() const { return rival_; }

  /// |z|^2 with z = x̄ at the true class, -x̄ at its rival
  double squared_length(std::size_t i) const {
    return 2 * (squared_norm(x_.row(i)) + bias_ * bias_) / (scale_.data * scale_.data);
  }

  void move(std::size_t i, double step, std::uint64_t visit) {
    const std::uint32_t other = rival(i);
    rival_ = other;
    const double c = in_scale(step);
    add(i, c, label_[i], visit);
    add(i, -c, other, visit);
    reach_ += std::fabs(c) * scale_.largest;
  }

  double in_scale(double step) const { return exact_ ? std::nearbyint(step * step_unit()) : step * step_unit(); }
  double step_unit() const { return scale_.weights / scale_.data; }

  void stay_exact() {
    const double sums = 2 * scale_.row_sum;  // a margin is the difference of two scores
    if (!exact_ || reach_ * sums <= exact_limit) return;
    reach_ = largest();
    exact_ = reach_ * sums <= exact_limit / 2;
  }

  void average(std::uint64_t visits) {
    for (std::size_t j = 0; j < sum_.size() && visits > 0; ++j) w_[j] -= sum_[j] / static_cast<double>(visits);
  }

  std::span<const double> state() const { return w_; }
  void save(std::vector<double>& to) const { to = w_; }
  void restore(const std::vector<double>& from) { w_ = from; }
  std::vector<double> values() const {
    std::vector<double> out(w_);
    for (double& v : out) v = v / scale_.weights + 0.0;  // + 0.0: no -0
    return out;
  }
  double squared_length() const {
    double sum = 0;
    for (const double v : w_) sum += v * v;  // exact as in weights.hpp
    return sum / (scale_.weights * scale_.weights);
  }
  bool zero() const {
    return std::all_of(w_.begin(), w_.end(), [](double v) { return v == 0; });
  }
  bool exact() const { return exact_; }

  void give(std::vector<double>& w, std::vector<double>& b) const {
    const auto shown = [&](double v) { return v / scale_.weights + 0.0; };  // + 0.0: no -0
    w.reserve(w.size() + w_.size() - classes_);
    for (const double* of = w_.data(); of != w_.data() + w_.size(); of += side_) {
      for (std::size_t j = 0; j + 1 < side_; ++j) w.push_back(shown(of[j]));
      b.push_back(shown(of[side_ - 1]));
    }
  }

 private:
  struct Best {
    double score;
    std::uint32_t at;
  };

  double class_score(std::size_t i, std::uint32_t k) const {
    const double* w = w_.data() + k * side_;
    return dot(x_.row(i), w) + bias_ * w[side_ - 1];
  }

  Best best_other(std::size_t i) const {
    const std::uint32_t first = label_[i] == 0 ? 1 : 0;
    Best best{class_score(i, first), first};
    for (std::uint32_t k = first + 1; k < classes_; ++k) {
      if (k == label_[i]) continue;
      const double s = class_score(i, k);
      if (s > best.score) best = {s, k};
    }
    return best;
  }

  void add(std::size_t i, double c, std::uint32_t k, std::uint64_t visit) {
    double* w = w_.data() + k * side_;
    axpy(c, x_.row(i), w);
    w[side_ - 1] += c * bias_;
    if (sum_.empty()) return;
    const auto earlier = static_cast<double>(visit - 1);  // as in weights.hpp
    double* sum = sum_.data() + k * side_;
    axpy(earlier * c, x_.row(i), sum);
    sum[side_ - 1] += earlier * c * bias_;
  }

  void start_at_random(std::uint64_t seed) {
    Rng rng(seed, Stream::start);
    for (std::size_t j = 0; j < w_.size(); ++j) {
      if (bias_ == 0 && (j + 1) % side_ == 0) continue;
      const double whole = static_cast<double>(rng.bounded(2000001)) - 1e6;  // times 10^-8: uniform in [-0.01, 0.01]
      w_[j] = exact_ ? whole * (scale_.weights / 1e8) : whole / 1e8;
    }
  }

  /// Class after class, d weights and a bias each.
  void start_at(std::span<const double> weights) {
    for (std::size_t j = 0; j < w_.size(); ++j)
      w_[j] = exact_ ? std::nearbyint(weights[j] * scale_.weights) : weights[j];
  }

  double largest() const {
    double most = 0;
    for (const double v : w_) most = std::max(most, std::fabs(v));
    return most;
  }

  const M& x_;
  std::span<const std::uint32_t> label_;
  std::uint32_t classes_;
  std::size_t side_;  // d weights and the bias
  DecimalScale scale_;
  double bias_;
  std::vector<double> w_;
  std::vector<double> sum_;
  bool exact_;
  double reach_ = 0;
  std::int64_t rival_ = -1;
};

}  // namespace halfspace
