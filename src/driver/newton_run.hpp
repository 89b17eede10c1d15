// Penalty L2: one objective minimised by questions (objective_run.hpp).
//
//   few columns    Newton's method: loss, slopes and Σ h x x' of one pass give the next point
//   many columns   conjugate gradients with the diagonal before them, a product a pass: Lin, Weng, Keerthi 2008
//                  ("Trust region Newton method for large-scale logistic regression"), with a line search
//   hinge          the augmented Lagrangian of its dual, each by Newton's method (shard/curves.hpp)
//
// Far from the optimum Σ h x x' of the logistic loss is summed over a sample, drawn by the numbers of the rows, which changes
// the way and not the end (Roosta-Khorasani and Mahoney 2019, "Sub-sampled Newton methods").
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "driver/objective_run.hpp"
#include "driver/shard_facts.hpp"
#include "driver/task_values.hpp"
#include "solver/linear/options.hpp"

namespace halfspace {

/// Where a run is: all that a checkpoint keeps of it.
struct NewtonState {
  enum class Waits : std::uint8_t { first_values, trial, product, nothing };
  Waits waits = Waits::first_values;
  std::vector<double> point;      // accepted
  std::vector<double> trial;      // asked for
  std::vector<double> gradient;   // at the point
  std::vector<double> diagonal;   // of H there, many columns
  std::vector<double> step;       // from the point, its direction
  std::vector<double> residual;   // conjugate gradients
  std::vector<double> conjugate;  // their direction
  double objective = 0;           // smooth, at the point
  double length = 1;              // of the step tried
  double slope = 0;               // gradient . step
  double residual_product = 0;
  double first_residual = 0;
  std::uint64_t products = 0;  // of this step
  double width = 1;            // μ
  std::vector<Center> centers;
  double loss_bound = -1;  // Σ c_i loss(m_i) of the trial is at most this, or it is asked again; below 0: not set
  double marked_gap = 0;   // when rounds last changed something
  std::uint64_t idle = 0;  // rounds in a row that changed next to nothing
  double rows = 1;         // share of the rows asked; below 1 a start is sought (newton_start.cpp)
  double share = 1;        // of the rows in the Σ h x x' asked for
  double primal = 0;       // at the point, the loss itself
  double dual = 0;         // the best so far
  double gap = 0;
  std::vector<double> best;  // the point of the least gap, where a later one has a larger one
  double best_primal = 0;
  double best_gap = 0;
  std::uint64_t rounds = 0;
  std::uint8_t status = 0;  // of Status
  std::string stop_reason;
};

class NewtonRun final : public ObjectiveRun {
 public:
  /// `facts` and `options` outlive it.
  NewtonRun(const ShardFacts& facts, const LinearOptions& options, std::uint32_t positive);

  void begin_at(std::span<const double> point, double loss) override;
  bool done() const override { return s_.waits == NewtonState::Waits::nothing; }
  Task task() const override;
  void take(std::span<const double> sum, std::span<const ExactSum> exact) override;
  std::span<const double> point() const override { return s_.point; }
  double primal() const override { return s_.primal; }
  double gap() const override { return s_.gap; }
  void end(Halt why) override;
  LinearResult result() const override;
  void pack(Packer& to) const override;
  bool unpack(Unpacker& from) override;

 private:
  bool few_columns() const;
  double small_share() const;
  bool needs_all_rows(double objective, double gap) const;
  bool sees_all_columns(std::span<const double> curvature, double share) const;
  std::size_t dims() const { return facts_->cols + (o_->bias == Bias::none ? 0 : 1); }
  bool penalised(std::size_t j) const { return j < facts_->cols || o_->bias == Bias::augmented; }
  double loss_bound() const;
  double loss_reach() const;
  double flat_bias(double h) const;
  void keep_best(double next_gap);
  bool is_idle(double objective, double gap);
  double start_share() const;
  void take_start(std::span<const double> sum, std::span<const ExactSum> exact);
  void take_values(std::span<const double> sum, std::span<const ExactSum> exact);
  void take_product(std::span<const double> product);
  void accept(const TaskValues& values, std::span<const double> curvature);
  void center();
  void begin_step(std::span<const double> curvature);
  void try_step(double length);
  void finish(Status status, const std::string& reason);

  const ShardFacts* facts_;
  const LinearOptions* o_;
  std::uint32_t positive_;
  NewtonState s_;
};

}  // namespace halfspace
