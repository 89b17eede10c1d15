// Joint objectives of K classes, one weight vector (w_k, b_k) each:
//
//   min over w_k, b_k   P = 1/2 Σ_k |w_k|^2 + Σ_i C_i loss(s_i., y_i),   s_ik = w_k.x_i + b_k
//   max over a          D = -1/2 Σ_k |q_k|^2 + Σ_i g_i(a_i.),            q_k = Σ_i α_ik (x_i, 1)
//
//   α_ik = -a_ik for k != y_i, α_iy = σ_i = Σ_{k != y} a_ik,   a_ik >= 0, σ_i <= C_i
//   hinge     loss = max_k (s_k - s_y + [k != y]),   g = σ_i                          Crammer and Singer 2001
//   logistic  loss = log Σ_k e^{s_k - s_y},          g = -C Σ_k p_k log p_k           p_k = a_k/C, p_y = 1 - σ/C
//
// A free bias asks Σ_i α_ik = 0 of every k. The slot a_iy is nobody's: kept out of α, a p_y near 1 costs no digits.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/stop.hpp"
#include "solver/linear/rounds.hpp"

namespace halfspace {

/// n rows with classes 0..K-1 and weights C_i = C c_i.
struct ClassProblem {
  const Matrix& x;
  std::span<const std::uint32_t> label;
  std::uint32_t classes;
  std::span<const double> weight;  // c_i; empty: all 1
};

/// A result whose w holds K vectors one after another; `b` is theirs.
struct ClassResult {
  LinearResult result;
  std::vector<double> b;
};

/// The rows of the problem behind two products. W and Q are K x side, side = d, or d + 1 with a bias; a is n x K.
class JointRows {
 public:
  JointRows(const ClassProblem& problem, const LinearOptions& options, StopToken stop = {});

  std::size_t n() const { return cost_.size(); }
  std::size_t classes() const { return classes_; }
  std::size_t features() const { return features_; }
  std::size_t side() const { return features_ + (bias_ ? 1 : 0); }
  std::size_t size() const { return side() * classes_; }
  bool bias() const { return bias_; }
  bool free_bias() const { return free_; }
  bool penalised(std::size_t j) const { return !free_ || j % side() != features_; }
  LossKind loss() const { return loss_; }
  std::uint32_t label(std::size_t i) const { return label_[i]; }
  double cost(std::size_t i) const { return cost_[i]; }
  const Matrix& matrix() const { return x_; }
  double squared_norm(std::size_t i) const;  // of (x_i, 1)

  /// Of what stands between the run and its answer: the token of all products below becomes its grace().
  void in_grace() { stop_ = stop_.grace(); }
  const StopToken& stop_token() const { return stop_; }

  /// f(x, first, last, k) for blocks of rows and, of each block, every class in turn: what belongs to class k is near.
  /// Rows ascend for each class. `most_rows`: 0 for no limit. These products ask the token and throw Stopped.
  template <class F>
  void each_block(F f, std::size_t most_rows = 0) const;

  /// f(i K + k) for every k != y_i
  template <class F>
  void each_other(std::size_t i, F f) const {
    for (std::size_t k = 0; k < classes_; ++k) {
      if (k != label_[i]) f(i * classes_ + k);
    }
  }

  /// s_ik = w_k.x_i + b_k
  void scores(std::span<const double> W, std::span<double> s) const;

  /// q_k = Σ_i α_ik (x_i, 1) of these a
  void combine(std::span<const double> a, std::span<double> Q) const;

  /// The same of multipliers α themselves.
  void combine_all(std::span<const double> alpha, std::span<double> Q) const;

  /// Multiplications of scores() and combine() together.
  std::uint64_t pass_work() const { return 2 * classes_ * (stored_ + n()); }

  /// Multiplications of add_square().
  std::uint64_t square_work(std::size_t i) const {
    const std::uint64_t entries = std::visit([&](const auto& x) { return x.row_size(i); }, x_) + 1;
    return classes_ * classes_ * entries * (entries + 1) / 4;
  }

  /// H += M ⊗ (x_i, 1)(x_i, 1)' on the lower triangle, M the lower one of K x K; `row` has room for side numbers.
  void add_square(std::size_t i, std::span<const double> M, std::span<double> row, std::span<double> H) const;

 private:
  template <class F>
  void add_all(F alpha, std::span<double> Q) const;

  const Matrix& x_;
  std::span<const std::uint32_t> label_;
  StopToken stop_;
  std::uint64_t stored_ = 0;
  std::size_t classes_;
  std::size_t features_ = 0;
  bool bias_;
  bool free_;
  LossKind loss_;
  std::vector<double> cost_;
};

template <class F>
void JointRows::each_block(F f, std::size_t most_rows) const {
  constexpr std::uint64_t block = std::uint64_t{1} << 15U;  // entries
  Pace pace(stop_);
  std::visit(
      [&](const auto& x) {
        std::size_t last = 0;
        for (std::size_t first = 0; first < n(); first = last) {
          std::uint64_t work = 0;
          for (; last < n() && work < block && (most_rows == 0 || last - first < most_rows); ++last)
            work += x.row_size(last) + 1;
          for (std::size_t k = 0; k < classes_; ++k) {
            pace.check(work);
            f(x, first, last, k);
          }
        }
      },
      x_);
}

/// The rounds of a joint run and its best proven answer.
class JointRun : public Rounds {
 public:
  JointRun(const JointRows& z, const LinearOptions& options, const LinearObserver& observer)
      : Rounds(options, observer), z_(z) {}

  /// Proves W by a and keeps the best answer; true when that is within the tolerance.
  bool proven(std::span<const double> W, std::span<const double> a);

  /// For a run whose end was too near to prove W: without an answer so far W is it, with this objective and no gap, or
  /// where W is 0 the objective and the gap of that.
  void unproven(std::span<const double> W, double primal);

  ClassResult finished(std::string why) const;

 private:
  const JointRows& z_;
  Proof proof_;
  std::vector<double> W_;
  std::uint64_t support_vectors_ = 0;
};

}  // namespace halfspace
