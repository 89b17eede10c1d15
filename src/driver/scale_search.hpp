// How --scale shifts and scales the columns of rows in partitions, from sums and ranges over all rows: the numbers of
// feature/feature_map.hpp, in one round, of `standard` two.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "driver/shard_facts.hpp"
#include "feature/learner_rows.hpp"
#include "shard/answer.hpp"
#include "shard/packed.hpp"
#include "shard/question.hpp"

namespace halfspace {

class ScaleSearch {
 public:
  /// `facts` are of the rows as they are.
  ScaleSearch(ShardFacts facts, Scaling kind) : facts_(std::move(facts)), kind_(kind) {}

  bool done() const { return scale_.on(); }

  /// Not when done().
  Question ask() const;

  /// Errors (bad_data): a column that overflows when it is scaled, an answer that is not whole.
  Result<void> tell(const Answer& answer);

  /// When done().
  const ColumnScale& scale() const { return scale_; }

  void pack(Packer& to) const;
  bool unpack(Unpacker& from);

 private:
  Result<void> take_ranges(const Answer& answer);
  Result<void> take_deviations(const Answer& answer);
  Result<void> check_factors() const;

  ShardFacts facts_;
  Scaling kind_;
  double most_weight_ = 0;    // the largest c
  std::vector<double> mean_;  // of each column
  std::vector<double> least_;
  std::vector<double> most_;
  ColumnScale scale_;
};

/// The rows of a data set called `name`, whose model says `scale`.
Result<LearnerRows> learner_rows(const Dataset& data, Scaling kind, const ColumnScale& scale, const std::string& name);

}  // namespace halfspace
