// One objective minimised by questions: a run never sees a row. Each take() is a round.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "base/stop.hpp"
#include "shard/exact_sum.hpp"
#include "shard/packed.hpp"
#include "shard/question.hpp"
#include "solver/linear/linear.hpp"

namespace halfspace {

/// Why a run may ask no more; nullptr: it may. `asked`: --max-rounds, 0: not given.
inline const char* no_more_rounds(std::uint64_t rounds, std::uint64_t asked) {
  constexpr std::uint64_t most_rounds = 10000;
  if (asked > 0) return rounds >= asked ? "--max-rounds reached" : nullptr;
  return rounds >= most_rounds ? "10,000 rounds" : nullptr;
}

class ObjectiveRun {
 public:
  ObjectiveRun() = default;
  ObjectiveRun(const ObjectiveRun&) = delete;
  ObjectiveRun& operator=(const ObjectiveRun&) = delete;
  virtual ~ObjectiveRun() = default;

  /// The facts are whole now.
  virtual void begin() {}

  /// In place of begin(): with this point, whose Σ c_i loss is at most `loss`, or it is asked again.
  virtual void begin_at(std::span<const double> point, double loss) = 0;

  virtual bool done() const = 0;

  /// What it asks next; not when done().
  virtual Task task() const = 0;

  /// The sums of task().
  virtual void take(std::span<const double> sum, std::span<const ExactSum> exact) = 0;

  virtual std::span<const double> point() const = 0;
  virtual double primal() const = 0;
  virtual double gap() const = 0;

  /// Was a point accepted?
  bool has_point() const { return std::isfinite(gap()); }

  /// Ends where it is.
  virtual void end(Halt why) = 0;

  virtual LinearResult result() const = 0;

  /// 1 for each column that is proven to have weight 0; empty: none is.
  virtual std::vector<char> proven_zero() const { return {}; }

  /// Where it is, for a checkpoint. unpack() is false where what it takes back is of other columns.
  virtual void pack(Packer& to) const = 0;
  virtual bool unpack(Unpacker& from) = 0;
};

}  // namespace halfspace
