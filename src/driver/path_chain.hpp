// The points of a path, one after another, minimised by questions (objective_run.hpp): each begins where the points before it
// lead (solver/linear/path/path_start.hpp). Chains of several folds are asked in the same rounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "driver/fold_ground.hpp"
#include "driver/model_runs.hpp"
#include "solver/linear/path/path.hpp"
#include "solver/linear/path/path_start.hpp"

namespace halfspace {

class PathChain {
 public:
  /// The rows that `left_out` leaves, and ascending values of C.
  PathChain(FoldGround ground, std::uint32_t left_out, std::vector<double> costs);
  PathChain(const PathChain&) = delete;  // its run refers to its ground
  PathChain& operator=(const PathChain&) = delete;
  ~PathChain() = default;

  bool done() const { return points_.size() == costs_.size(); }

  void ask(Question& question) const;

  /// Takes the answer to that. False: it is not there.
  bool take(AnswerReader& answer, const Question& asked);

  /// Those done.
  const std::vector<PathPoint>& points() const { return points_; }

  /// Have the points from this one on their weights?
  bool have_weights(std::size_t from) const;

  /// Lets go of the weights of points that no other starts from, of those before this one.
  void forget_weights(std::size_t before);

  /// Of the point under work.
  const ObjectiveRun& run() const { return *run_; }

  std::uint32_t left_out() const { return left_out_; }

  void pack(Packer& to) const;
  bool unpack(Unpacker& from);

 private:
  void begin_point();
  void end_point();
  void keep(const PathPoint& point);
  std::size_t dims() const;

  FoldGround ground_;
  std::uint32_t left_out_;
  std::vector<double> costs_;
  PathStarts starts_;
  std::unique_ptr<ObjectiveRun> run_;
  std::vector<PathPoint> points_;
  bool led_well_ = true;
  double loss_ = -1;  // Σ c_i loss of the last point, below 0: of the null model
};

}  // namespace halfspace
