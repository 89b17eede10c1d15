#include "solver/linear/joint/joint_proof.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/wide_elementary.hpp"

namespace halfspace {
namespace {

using Wide = long double;
constexpr Wide last_place = std::numeric_limits<Wide>::epsilon();
constexpr double infinite = std::numeric_limits<double>::infinity();

/// log Σ e^{t_k} with t_y = 0 left out of `t`, or max(0, 1 + t_k).
Wide loss_of_lags(LossKind kind, std::span<const Wide> t) {
  const Wide most = *std::max_element(t.begin(), t.end());
  if (traits_of(kind).joint == Multiclass::crammer_singer) return std::max<Wide>(0, 1 + most);
  const Wide shift = std::max<Wide>(0, most);
  Wide sum = 0;
  for (const Wide v : t) sum += elementary::wide_exp(v - shift);
  return shift == 0 ? elementary::wide_log1p(sum) : shift + elementary::wide_log(elementary::wide_exp(-shift) + sum);
}

/// -Σ_k p_k log p_k with p_y = 1 - Σ of the others; what rounding can have added goes to `slip`.
Wide entropy(std::span<const Wide> p, Wide& slip) {
  constexpr Wide deepest = 50;  // -log of what rounding leaves of 1
  const Wide length = static_cast<Wide>(p.size() + 8);
  Wide sum = 0;
  Wide size = 0;
  Wide others = 0;
  for (const Wide v : p) {
    others += v;
    if (!(v > 0)) continue;
    sum -= v * elementary::wide_log(v);
    size += v * (1 + std::fabs(elementary::wide_log(v)));
  }
  if (others < 1) sum -= (1 - others) * elementary::wide_log1p(-others);
  slip += length * last_place * (size + deepest * others);
  return sum;
}

/// The sums of a proof, row by row.
class JointSums {
 public:
  JointSums(const JointRows& z, std::span<const double> W, std::span<const double> a)
      : z_(z), W_(W), a_(a), q_(z.size()), error_(z.size()) {
    add_losses();
    add_multipliers();
    for (std::size_t j = 0; j < z.size(); ++j) {
      if (z.penalised(j)) primal_ += Wide{W[j]} * W[j] / 2;
    }
    slip_ += static_cast<Wide>(z.n() + z.size() + 8) * last_place * primal_;
  }

  Proof proof() {
    const auto f = static_cast<double>(primal_ + slip_);
    const Wide length = static_cast<Wide>(z_.n() + z_.classes() + 8);
    std::vector<Wide> rest(z_.classes());
    for (std::size_t j = 0; j < q_.size(); ++j) {
      const Wide most = std::fabs(q_[j]) + length * last_place * error_[j];
      if (z_.penalised(j)) {
        squares_ += most * most / 2;
      } else {
        rest[j / z_.side()] = most;
      }
    }
    const Wide dual = gain_ - squares_ - bias_charge(rest, f);
    const Wide slip =
        slip_ + static_cast<Wide>(z_.n() + z_.size() + 8) * last_place * (gain_ + squares_ + std::fabs(dual));
    Proof out;
    out.primal = static_cast<double>(primal_);
    out.dual = std::isfinite(dual) ? std::nextafter(static_cast<double>(dual - slip), -infinite) : -infinite;
    const auto gap = static_cast<double>(primal_ - dual + 2 * slip);
    const double rounding = std::numeric_limits<double>::epsilon() * (out.primal + std::fabs(out.dual)) / 2;  // of both
    out.gap = std::isfinite(gap) ? std::nextafter(std::max(0.0, gap) + rounding, infinite) : infinite;
    return out;
  }

 private:
  void add_losses() {
    constexpr std::size_t most_scores = std::size_t{1} << 18U;  // 8 MB
    const std::size_t K = z_.classes();
    const std::size_t most_rows = std::max<std::size_t>(1, most_scores / K);
    std::vector<Wide> score;
    std::vector<Wide> size;
    z_.each_block(
        [&](const auto& x, std::size_t first, std::size_t last, std::size_t k) {
          score.resize((last - first) * K);
          size.resize(score.size());
          const double* w = W_.data() + k * z_.side();
          const Wide b = z_.bias() ? w[z_.features()] : 0;
          for (std::size_t i = first; i < last; ++i) {
            Wide s = b;
            Wide sizes = std::fabs(b);
            for_each_entry(x.row(i), [&](std::size_t j, double v) {
              s += Wide{v} * w[j];
              sizes += std::fabs(Wide{v} * w[j]);
            });
            score[(i - first) * K + k] = s;
            size[(i - first) * K + k] = sizes;
          }
          for (std::size_t i = first; i < last && k + 1 == K; ++i)
            add_loss(i, score.data() + (i - first) * K, size.data() + (i - first) * K);
        },
        most_rows);
  }

  void add_loss(std::size_t i, const Wide* score, const Wide* size) {
    const std::size_t y = z_.label(i);
    lag_.clear();
    const Wide length = static_cast<Wide>(z_.side() + 4);
    for (std::size_t k = 0; k < z_.classes(); ++k) {
      if (k != y) lag_.push_back(score[k] - score[y] + length * last_place * (size[k] + size[y]));
    }
    const Wide loss = loss_of_lags(z_.loss(), lag_);
    primal_ += z_.cost(i) * loss;
    slip_ += 2 * static_cast<Wide>(z_.classes() + 8) * last_place * z_.cost(i) * loss;
  }

  /// own_i: Σ of row i, cut to C_i; α_ik is -factor_i a_ik, α_iy is own_i.
  void add_multipliers() {
    const std::size_t K = z_.classes();
    std::vector<Wide> own(z_.n());
    std::vector<Wide> factor(z_.n());
    Pace pace(z_.stop_token());
    for (std::size_t i = 0; i < z_.n(); ++i) {
      pace.check(16 * K);
      const std::size_t y = z_.label(i);
      const Wide C = z_.cost(i);
      for (std::size_t k = 0; k < K; ++k) own[i] += k == y ? 0 : a_[i * K + k];
      if (!(own[i] > 0 && C > 0)) continue;
      factor[i] = own[i] > C ? C / own[i] : 1;
      own[i] *= factor[i];
      if (traits_of(z_.loss()).joint == Multiclass::crammer_singer) {
        gain_ += own[i];
        continue;
      }
      share_.clear();
      for (std::size_t k = 0; k < K; ++k) {
        if (k != y) share_.push_back(factor[i] * a_[i * K + k] / C);
      }
      Wide slip = 0;
      gain_ += C * entropy(share_, slip);
      slip_ += C * slip;
    }
    z_.each_block([&](const auto& x, std::size_t first, std::size_t last, std::size_t k) {
      Wide* q = q_.data() + k * z_.side();
      Wide* error = error_.data() + k * z_.side();
      for (std::size_t i = first; i < last; ++i) {
        if (factor[i] == 0) continue;
        const Wide alpha = k == z_.label(i) ? own[i] : -factor[i] * a_[i * K + k];
        for_each_entry(x.row(i), [&](std::size_t j, double v) {
          q[j] += alpha * v;
          error[j] += std::fabs(alpha * v);
        });
        if (!z_.bias()) continue;
        q[z_.features()] += alpha;
        error[z_.features()] += std::fabs(alpha);
      }
    });
  }

  /// Σ rest_k times the most that max b* - min b* can be.
  Wide bias_charge(const std::vector<Wide>& rest, double f) const {
    std::vector<double> least(z_.classes(), infinite);  // of max b* - b*_l
    for (std::size_t i = 0; i < z_.n(); ++i) {
      if (z_.cost(i) <= 0) continue;
      double& at = least[z_.label(i)];
      at = std::min(at, f / z_.cost(i) + 2 * std::sqrt(f * z_.squared_norm(i)));
    }
    Wide sum = 0;
    Wide range = 0;
    for (std::size_t k = 0; k < rest.size(); ++k) {
      if (rest[k] <= 0) continue;  // a class without rows pulls nothing
      sum += rest[k];
      range = std::max<Wide>(range, least[k]);
    }
    return sum > 0 ? sum * range : 0;
  }

  const JointRows& z_;
  std::span<const double> W_;
  std::span<const double> a_;
  Wide primal_ = 0, gain_ = 0, squares_ = 0;
  Wide slip_ = 0;  // what rounding can have taken
  std::vector<Wide> q_, error_, lag_, share_;
};

}  // namespace

Proof prove_joint(const JointRows& z, std::span<const double> W, std::span<const double> a) {
  return JointSums(z, W, a).proof();
}

}  // namespace halfspace
