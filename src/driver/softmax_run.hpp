// Multinomial regression minimised by questions: a run never sees a row. Each take() is a round.
//
//   few weights    Newton's method: loss, slopes and curvatures of one pass give the next point
//   many weights   conjugate gradients, a product a pass: Lin, Weng, Keerthi 2008, with a line search, preconditioned by what
//                  all classes have in common (mean_block.hpp; of very many columns by the diagonal) and the products of
//                  the step before (product_pairs.hpp); where the biases alone keep the gap from being small, a Newton
//                  step of them
//
// P and the probabilities are the same for b + c: of all of them the one with Σ b = 0 is asked for.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "driver/mean_block.hpp"
#include "driver/product_pairs.hpp"
#include "driver/shard_facts.hpp"
#include "driver/softmax_values.hpp"
#include "shard/softmax_task.hpp"
#include "solver/linear/linear.hpp"

namespace halfspace {

/// Where a run is: all that a checkpoint keeps of it. Vectors are as in shard/softmax_task.hpp.
struct SoftmaxState {
  enum class Waits : std::uint8_t { first_values, trial, product, nothing };
  Waits waits = Waits::first_values;
  std::vector<double> point;       // accepted
  std::vector<double> trial;       // asked for
  std::vector<double> gradient;    // at the point
  std::vector<double> diagonal;    // of H there, many weights
  std::vector<double> mean_block;  // there or at an earlier point, its matrix
  std::vector<double> step;        // from the point, its direction
  std::vector<double> residual;    // conjugate gradients
  std::vector<double> conjugate;   // their direction
  ProductPairs before;             // of the steps before, which tell of H
  ProductPairs now;                // of this step
  double length = 1;               // of the step tried
  double slope = 0;                // gradient . step
  double residual_product = 0;
  double first_residual = 0;
  bool by_diagonal = false;    // the inverse of the mean block was of no use
  std::uint64_t products = 0;  // of this step
  double loss_bound = 0;       // Σ c_i loss_i of the trial is at most this, or it is asked again
  double marked_gap = 0;       // when rounds last changed something
  std::uint64_t idle = 0;      // points in a row that changed next to nothing
  double share = 1;            // of the rows in the curvatures asked for
  double primal = 0;           // at the point
  double dual = 0;             // the best so far
  double gap = 0;
  std::uint64_t rounds = 0;
  std::uint8_t status = 0;  // of Status
  std::string stop_reason;
};

class SoftmaxRun {
 public:
  /// `facts` and `options` outlive it.
  SoftmaxRun(const ShardFacts& facts, const LinearOptions& options) : facts_(&facts), o_(&options) {}

  /// Once the facts have the answer to `sizes`.
  void begin();
  void go_on_with(SoftmaxState state) {
    s_ = std::move(state);
    block_.reset();
  }

  bool done() const { return s_.waits == SoftmaxState::Waits::nothing; }

  /// What it asks next; not when done().
  SoftmaxTask task() const;

  /// The sums of task().
  void take(std::span<const double> sum, std::span<const ExactSum> exact);

  /// Was a point accepted?
  bool has_point() const { return !s_.point.empty() && std::isfinite(s_.gap); }

  /// Ends where it is.
  void end(Halt why);

  const SoftmaxState& state() const { return s_; }
  std::size_t dims() const { return facts_->cols + (o_->bias == Bias::none ? 0 : 1); }
  std::size_t size() const { return classes() * dims(); }

  /// The weights of class k.
  std::vector<double> weights_of(std::size_t k) const;

  /// w: of the classes, one after another. Their biases are biases().
  LinearResult result() const;
  std::vector<double> biases() const;

 private:
  std::size_t classes() const { return facts_->classes.size(); }
  std::size_t first_bias() const { return classes() * facts_->cols; }
  std::size_t penalised_columns() const { return penalised_weights(*facts_, *o_) / classes(); }
  bool few_weights() const;
  bool has_bias_block() const;
  bool asks_mean_block() const;
  double gap_of(std::span<const double> gradient) const;
  bool is_enough(double residual_product) const;
  double small_share() const;
  double loss_reach() const { return std::sqrt(most_squared_softmax_slope * s_.loss_bound); }
  bool is_idle(double primal, double gap);
  void take_values(std::span<const double> sum, std::span<const ExactSum> exact);
  void take_product(std::span<const double> product);
  void begin_step(std::span<const double> curvature);
  void begin_conjugates();
  void take_mean_block(std::span<const double> curvature);
  void precondition_by_all(std::vector<double>& r);
  void begin_bias_step(std::span<const double> bias_block);
  void try_step(double length);
  void shorten(double primal);
  void finish(Status status, const std::string& reason);

  const ShardFacts* facts_;
  const LinearOptions* o_;
  SoftmaxState s_;
  std::optional<MeanBlock> block_;  // the factor of s_.mean_block
};

}  // namespace halfspace
