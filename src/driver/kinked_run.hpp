// Penalty L1 or elastic net: one objective minimised by questions (objective_run.hpp), f its part without l1, g = f'.
//
//   few columns    u <- argmin g.u + 1/2 u.H u + Σ l1 |v_j + u_j|,  v <- v + t u: Newton's method, the model by coordinates
//                  and faces (kinked_parabola.hpp); loss, slopes and Σ h x x' of one pass give the next point
//   many columns   the same over W alone: the weights that are not 0, and those of the steepest |g_j|, as many as violate |g_j| <= l1
//                  and some more. Columns that a dual point proves to be 0 (gap-safe screening) are in none
//   a longer W     the same over part of it, the largest p_j, p the least subgradient; once that gains little, H s = -p on the
//                  face of the signs of v and of -p by conjugate gradients, a product a pass, and v + t s with 0 for each weight
//                  that would change its sign. Where that gains nothing, parts of W again, which always do
//
// Lee, Sun, Saunders 2014 ("Proximal Newton-type methods"); Massias, Gramfort, Salmon 2018 (Celer); Andrew and Gao 2007 (faces
// of signs); Byrd, Chin, Nocedal, Wu 2012; Ndiaye et al. 2017 (gap-safe screening).
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "driver/kinked_values.hpp"
#include "driver/objective_run.hpp"
#include "driver/shard_facts.hpp"
#include "solver/linear/options.hpp"

namespace halfspace {

/// Where a run is: all that a checkpoint keeps of it.
struct KinkedState {
  enum class Waits : std::uint8_t { values, trial, product, nothing };
  Waits waits = Waits::values;
  std::vector<double> point;           // accepted
  std::vector<double> trial;           // asked for
  std::vector<double> gradient;        // g at the point
  std::vector<double> step;            // from the point, its direction
  std::vector<double> diagonal;        // of H there, a longer W
  std::vector<double> residual;        // conjugate gradients
  std::vector<double> conjugate;       // their direction
  std::vector<std::uint32_t> columns;  // W of the trial
  std::vector<std::uint8_t> gone;      // 1: proven to be 0
  std::uint8_t on_face = 0;            // the step is along a face
  std::uint8_t longer = 0;             // W of the trial would be too long: its step is along a face
  std::uint64_t parts = 30;            // so many steps by parts of such a W come first
  double length = 1;                   // of the step tried
  double slope = 0;                    // what the step promises
  double expected = 0;                 // the same of the length tried
  double damping = 0;                  // of the largest curvatures there can be, added to H
  double residual_product = 0;
  double first_residual = 0;
  std::uint64_t products = 0;
  double entry = 0;        // |g_j| of a column that comes to the face is larger
  double loss_bound = -1;  // Σ c_i loss(m_i) of the trial is at most this, or it is asked again; below 0: not set
  double primal = std::numeric_limits<double>::infinity();
  double rounding = 0;
  double dual = 0;  // the best so far
  double marked_gap = std::numeric_limits<double>::infinity();
  std::uint64_t idle = 0;
  std::uint64_t rounds = 0;
  std::uint8_t status = 0;
  std::string stop_reason;
};

/// Of W, whose Σ h x x' has half a square of them.
inline constexpr std::size_t most_working_columns = 1024;

class KinkedRun final : public ObjectiveRun {
 public:
  /// `facts` and `options` outlive it.
  KinkedRun(const ShardFacts& facts, const LinearOptions& options, std::uint32_t positive);

  void begin() override;
  void begin_at(std::span<const double> point, double loss) override;
  bool done() const override { return s_.waits == KinkedState::Waits::nothing; }
  Task task() const override;
  void take(std::span<const double> sum, std::span<const ExactSum> exact) override;
  std::span<const double> point() const override { return s_.point; }
  double primal() const override { return has_point() ? s_.primal : 0; }
  double gap() const override;
  void end(Halt why) override;
  LinearResult result() const override;
  std::vector<char> proven_zero() const override;
  void pack(Packer& to) const override;
  bool unpack(Unpacker& from) override;

 private:
  std::size_t dims() const { return facts_->cols + (o_->bias == Bias::none ? 0 : 1); }
  Penalty penalty(std::size_t j) const { return penalty_at(*facts_, *o_, j); }
  double most_curvature(std::size_t j) const;
  bool few_columns() const;
  double loss_bound() const;
  double loss_reach() const;
  double least_subgradient(std::size_t j) const;
  bool is_free(std::size_t j) const;
  double entry_slope() const;
  bool is_idle(double primal, double gap);

  void take_values(std::span<const double> sum, std::span<const ExactSum> exact);
  void accept(const KinkedValues& now, std::span<const double> curvature);
  void screen(const KinkedValues& now);
  void shorten(double primal);
  void finish(Status status, const std::string& reason);

  // steps (kinked_steps.cpp)
  double damped(double h, std::size_t j) const;
  void begin_step(std::span<const double> curvature);
  void begin_face(std::span<const double> diagonal);
  void take_product(std::span<const double> product);
  void leave_face();
  void begin_line();
  void try_step(double length);
  bool choose_columns();
  void keep_steepest(std::vector<std::uint32_t>& columns, std::size_t count, std::span<const std::uint32_t> seen) const;

  const ShardFacts* facts_;
  const LinearOptions* o_;
  std::uint32_t positive_;
  KinkedState s_;
};

}  // namespace halfspace
