// Perceptrons on their way through the shards: which rows they visit next, and what they are after that.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "driver/shard_facts.hpp"
#include "shard/packed.hpp"
#include "shard/question.hpp"
#include "solver/perceptron/perceptron.hpp"
#include "train/stream/stream_request.hpp"

namespace halfspace {

class VisitRuns {
 public:
  VisitRuns() = default;
  VisitRuns(const VisitRuns&) = delete;
  VisitRuns& operator=(const VisitRuns&) = delete;
  virtual ~VisitRuns() = default;

  /// Visited at the same time, by the choices of clean_after().
  virtual std::vector<Leg> legs() const = 0;
  virtual std::uint64_t clean_after() const = 0;

  /// The states after legs(), in their order. False: one is missing or damaged.
  virtual bool take(const std::vector<std::string>& states) = 0;

  virtual bool clean() const = 0;            ///< as many visits without a mistake as end the run
  virtual std::uint64_t passes() const = 0;  ///< whole ones
  virtual bool begun() const = 0;            ///< was a row visited?
  virtual std::vector<PerceptronResult> results() const = 0;
  virtual int decimals() const { return -1; }  ///< of all rows, where every run was exact

  virtual void pack(Packer& to) const = 0;
  virtual bool unpack(Unpacker& from) = 0;  ///< false: damaged
};

/// `runs` perceptrons one after another through all shards: the updates are those of one machine. `facts` and `choices`
/// outlive them.
std::unique_ptr<VisitRuns> travelling_runs(const ShardFacts& facts, const StreamRequest& choices, std::size_t runs);

/// Iterative parameter mixing (McDonald, Hall, Mann 2010, "Distributed training strategies for the structured perceptron",
/// figure 3): choices.mixing_blocks blocks of consecutive rows, as equal as may be, are each visited from the same weights,
/// whose mean begins the next pass. Blocks are of the numbers of the rows, so that partitions change nothing.
std::unique_ptr<VisitRuns> mixing_runs(const ShardFacts& facts, const StreamRequest& choices, std::size_t runs);

/// Does the run end on visits without a mistake?
inline bool ends_clean(const PerceptronChoices& o) { return o.stop == Stop::clean_pass || o.ends_on_clean_pass; }

}  // namespace halfspace
