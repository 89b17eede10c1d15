// The learners of a run over a stream, and what they have seen: block after block.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "format/read.hpp"
#include "solver/online/learners.hpp"
#include "train/stream/stream_classes.hpp"
#include "train/stream/stream_run.hpp"

namespace halfspace {

class StreamLearning {
 public:
  /// `max_bytes`: most memory for weights; 0: no bound.
  StreamLearning(const StreamRequest& request, const std::vector<std::string>& classes, std::uint64_t max_bytes,
                 std::string source);

  /// Learns the rows, or holds them until the classes are known. Errors (bad_data): a late label, a score beyond
  /// doubles, too many weights.
  Result<void> take(RowBlock& block, std::span<const std::uint32_t> order);

  /// After a pass. Errors (bad_data): the classes are not known even now.
  Result<void> end_pass();

  /// Did a whole pass make no mistake?
  bool clean() const { return clean_; }

  const StreamClasses& classes() const { return classes_; }
  const StreamTraining& so_far() const { return run_; }
  const Dataset& seen() const { return seen_; }  ///< form, columns and sizes of the rows so far; no rows
  std::vector<PerceptronResult> family() const;
  std::vector<OnlineWeights> weights() const;

 private:
  struct Held {
    Dataset rows;
    std::vector<std::uint32_t> order;
  };
  Result<void> check_held(const Dataset& rows, std::size_t n);
  void hold(RowBlock& block, std::span<const std::uint32_t> order);
  Result<void> learn(RowBlock& block, std::span<const std::uint32_t> order);
  Result<void> begin();
  Result<void> check_memory(std::uint64_t cols) const;
  void count(const Dataset& rows, std::size_t n, std::span<const std::uint32_t> order);
  bool awaits_clean() const;
  Error overflow(const Dataset& rows, std::size_t i) const;

  StreamTraining run_;
  StreamClasses classes_;
  std::uint64_t max_bytes_;
  std::string source_;
  Dataset seen_;
  std::vector<Held> held_;
  std::uint64_t held_bytes_ = 0;  // of rows that were held, ...
  std::uint64_t held_rows_ = 0;   // ... and how many
  std::vector<OnlineLearner> learners_;
  std::uint64_t first_rows_ = 0;  // of the first pass
  bool clean_ = false;
  std::vector<std::uint32_t> class_of_row_;
  std::vector<std::int8_t> y_;
  std::vector<double> score_;  // of all rows by each learner, one after another
};

}  // namespace halfspace
