// How --scale shifts and scales the columns of rows in partitions, from sums and ranges over all rows: the numbers of
// feature/feature_map.hpp, in one round, of `standard` two. Deviations are summed as shares of the largest one, so that their
// squares neither overflow nor vanish.
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
  ScaleSearch(ShardFacts facts, Scaling kind);

  bool done() const { return stage_ == Stage::done; }

  /// Not when done().
  Question ask() const;

  /// Errors (bad_data): a column that overflows when it is scaled, an answer that is not whole.
  Result<void> tell(const Answer& answer);

  /// Questions answered so far.
  std::uint64_t rounds() const;

  /// When done().
  const ColumnScale& scale() const { return scale_; }

  void pack(Packer& to) const;
  bool unpack(Unpacker& from);

 private:
  enum class Stage : std::uint8_t { ranges, deviations, done };

  bool of_columns(const std::vector<double>& v) const { return v.size() == facts_.cols; }
  Result<void> take_ranges(const Answer& answer);
  Result<void> take_deviations(const Answer& answer);
  Result<void> check_factors() const;
  Error refused(std::size_t column, const std::string& why) const;
  double total_weight() const;
  Result<void> finish();

  ShardFacts facts_;
  Scaling kind_;
  Stage stage_ = Stage::ranges;
  double most_weight_ = 0;  // the largest c
  ColumnCenters centers_;   // means
  ColumnScale scale_;
};

/// The rows of a data set called `name`, whose model says `scale`.
Result<LearnerRows> learner_rows(const Dataset& data, Scaling kind, const ColumnScale& scale, const std::string& name);

}  // namespace halfspace
