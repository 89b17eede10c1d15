// The linear problem as the solvers see it: signed augmented rows behind three products.
//
//   z_i = y_i (x_i, 1)   (y_i x_i without a bias)      v = (w, b)      C_i = C c_i > 0
//   min over v   f(v) = Σ_i C_i loss(z_i.v) + Σ_j (l1_j |v_j| + l2_j/2 v_j^2)
//
// l1_j = l2_j = 0 for a free bias. Rows of weight 0 are left out; where many rows are equal, i counts distinct ones, of
// the weight of all their equals, which are kept apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/rng.hpp"
#include "base/stop.hpp"
#include "base/team.hpp"
#include "solver/linear/options.hpp"
#include "solver/linear/problem.hpp"

namespace halfspace {

struct DistinctRows;

class Design {
 public:
  /// gram() asks `stop` and throws Stopped.
  Design(const LinearProblem& problem, const LinearOptions& options, StopToken stop = {});

  /// The same rows under another C.
  void set_cost(double C);

  /// About one row in `share`, drawn at random, each with `share` times its cost; of k equal ones about k / share.
  Design sample(std::size_t share, Rng& rng) const;

  /// The same problem on other rows and columns, row i of `x` in place of row i.
  Design on_rows(Matrix x) const;

  /// The same rows over other columns, in the place of matrix().
  Design on_columns(std::shared_ptr<const Matrix> x) const;

  std::size_t n() const { return row_.size(); }
  std::size_t dims() const { return features_ + (bias_ ? 1 : 0); }  // d, or d + 1 with a bias
  std::size_t features() const { return features_; }
  double filled() const;  // share of the entries that are stored
  std::size_t stored() const { return stored_; }
  bool bias() const { return bias_; }
  bool free_bias() const { return bias() && free_; }

  /// Is there a penalty on the weights, and so a dual point that is feasible to within rounding?
  bool penalised() const { return features_ > 0 && (penalty_.l1 > 0 || penalty_.l2 > 0); }

  LossKind loss() const { return loss_; }
  const Penalty& penalty(std::size_t j) const { return j < features_ ? penalty_ : bias_penalty_; }
  std::span<const double> cost() const { return cost_; }  // C_i; infinity for the hard margin
  double sign(std::size_t i) const { return sign_[i]; }
  std::size_t row(std::size_t i) const { return row_[i]; }  // where row i stands in matrix()
  std::size_t problem_rows() const { return problem_rows_; }

  /// By how much column j, or the bias, was moved to what it is.
  double moved(std::size_t j) const { return j < moved_.size() ? moved_[j] : 0; }

  /// Calls f(row of the problem, i, its share of C_i) for each row of the problem that is part of a row i.
  template <class F>
  void for_each_part(F f) const {
    if (part_of_.empty()) {
      for (std::size_t i = 0; i < n(); ++i) f(row_[i], i, 1.0);
    }
    for (std::size_t r = 0; r < part_of_.size(); ++r) {
      const double c = weight_.empty() ? 1 : weight_[r];
      if (c > 0) f(r, std::size_t{part_of_[r]}, c / total_[part_of_[r]]);
    }
  }

  const Matrix& matrix() const { return *x_; }
  const StopToken& stop_token() const { return stop_; }
  double squared_norm(std::size_t i) const;  // |z_i|^2

  /// Writes z_i in full.
  void write_row(std::size_t i, std::span<double> to) const;

  /// z_i.v
  double margin(std::size_t i, std::span<const double> v) const;

  /// v += c z_i
  void add_row(std::size_t i, double c, std::span<double> v) const;

  /// m = Z v
  void margins(std::span<const double> v, std::span<double> m) const;

  /// s_r = w.x_r + b of every row r of the problem, from m = Z v.
  std::vector<double> scores(std::span<const double> v, std::span<const double> m) const;

  /// v = Z' a
  void combine(std::span<const double> a, std::span<double> v) const;

  /// Lower triangle of H = Z' diag(c) Z, row after row of `columns.size()` numbers, over these columns (ascending).
  void gram(std::span<const double> c, std::span<const std::size_t> columns, std::span<double> H) const;

  /// H += Z' diag(c) Z, lower triangle, over all columns
  void add_gram(std::span<const double> c, std::span<double> H) const;

  /// diag(Z' diag(c) Z)
  void gram_diagonal(std::span<const double> c, std::span<double> h) const;

  /// Passes over the rows are passes over so many ranges of them, and what they sum is summed range by range: for
  /// numbers, and for vectors of `size` numbers (of which there are fewer where they cost more than the rows). Neither
  /// depends on the threads.
  std::size_t ranges() const { return stored_ < shared ? 1 : most_ranges; }
  std::size_t ranges_of_sums(std::size_t size) const;

  /// Calls f(k, first, last) for `count` ranges of rows, on the threads there are.
  void for_ranges(std::size_t count, const std::function<void(std::size_t, std::size_t, std::size_t)>& f) const;

  /// Calls f(k) for 0..count-1, on the threads there are.
  void for_items(std::size_t count, const std::function<void(std::size_t)>& f) const;
  std::size_t threads() const { return team_ ? team_->size() : 1; }

 private:
  static constexpr std::size_t shared = std::size_t{1} << 16U;  // entries: a pass takes longer than waking a thread
  static constexpr std::size_t most_ranges = 16;

  template <class Products, class Put>
  void add_products(std::span<const double> c, Products& products, Put put) const;
  std::vector<std::size_t> shares_of_gram() const;
  void add_rows(std::span<const double> a, std::size_t first, std::size_t last, double* v) const;
  void take_rows(const LinearProblem& problem, double C);
  void take_distinct_rows(const LinearProblem& problem, double C, DistinctRows rows);

  const Matrix* problem_x_;
  const Matrix* x_;
  std::shared_ptr<const Matrix> distinct_;  // what x_ is where equal rows are merged
  std::size_t problem_rows_;
  StopToken stop_;
  std::size_t features_ = 0;
  std::size_t stored_ = 0;
  bool bias_;
  bool free_;
  LossKind loss_;
  std::vector<std::size_t> row_;
  std::span<const double> weight_;      // of the problem
  std::span<const double> moved_;       // ... and by how much its columns were moved
  std::vector<std::uint32_t> part_of_;  // row of the problem -> i, where equal rows are merged
  std::vector<double> total_;           // weight of each row i then
  std::vector<std::uint32_t> count_;    // and how many rows it stands for
  std::vector<double> sign_;
  std::vector<double> cost_;
  Penalty penalty_;  // of each weight
  Penalty bias_penalty_;
  std::shared_ptr<Team> team_;            // null: one thread
  std::vector<std::size_t> gram_shares_;  // where the share of each thread in the columns begins, and their end
};

/// Σ C_i loss(m_i)
double loss_sum(const Design& z, std::span<const double> m);

/// The same with α_i = -C_i loss'(m_i) and D_i = C_i loss''(m_i), for losses with a curvature.
double look_at_margins(const Design& z, std::span<const double> m, std::span<double> alpha, std::span<double> D);

/// Ω(v)
double penalty_sum(const Design& z, std::span<const double> v);

/// α_i = -C_i loss'(m_i)
void dual_of_margins(const Design& z, std::span<const double> m, std::span<double> alpha);

/// D_i = C_i loss''(m_i)
void curvatures(const Design& z, std::span<const double> m, std::span<double> D);

/// The largest α_i may be: -C_i least_slope.
double dual_cap(const Design& z, std::size_t i);

}  // namespace halfspace
