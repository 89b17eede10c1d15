// One question of separability over rows in shards, by cutting planes: the rows seen so far are decided exactly, and
// all rows are asked whether they agree.
//
//   separable        w.z > 0 on the rows seen:  which rows have w.z <= 0?
//   quasi-separable  w.z >= 0 on the rows seen: which have w.z < 0?
//   overlapping      the rows seen span a space: which lie outside of it?
//
// None: the verdict is that of all rows. Else the worst of them are seen from then on. A witness among the rows seen is
// one of all rows. Each round sees rows that it had not, so there is an end; weights of a large margin make it a near
// one. Kelley 1960 ("The cutting-plane method for solving convex programs").
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "certify/find/margin.hpp"
#include "separate/separation.hpp"
#include "separate/shards/sharded_rows.hpp"

namespace halfspace {

struct PursuitOptions {
  bool bias = true;
  bool margins = false;  // of separable rows: their margins too
  std::uint64_t max_bytes = 0;
  DecideOptions decide;
};

class Pursuit {
 public:
  /// `facts`, `seen` and `options` outlive it.
  Pursuit(const ShardedFacts& facts, SeenRows& seen, const PursuitOptions& options, std::uint32_t positive,
          std::uint32_t negative)
      : facts_(facts), seen_(seen), options_(options), positive_(positive), negative_(negative) {}

  /// Which rows to draw.
  SignTask draw() const;

  /// What it asks next; nothing when done.
  const std::vector<SignTask>& tasks() const { return tasks_; }

  /// The rows found for draw(), or for each of tasks(). Errors: those of deciding, the memory for the rows.
  Result<void> take(std::span<FoundRows> found);

  /// Ends here: what was not asked of all rows is not known.
  void end(const std::string& why);

  bool done() const { return tasks_.empty(); }
  const Decision& decision() const { return decision_; }
  const std::optional<Margin>& margin(MarginKind kind) const { return margins_[kind == MarginKind::geometric ? 1 : 0]; }
  std::uint32_t positive() const { return positive_; }
  std::uint32_t negative() const { return negative_; }
  std::uint64_t size() const;  // rows of its classes

  /// The rows it has seen: rows of decision() and margin() are theirs.
  const std::vector<std::uint64_t>& places() const { return places_; }
  const Dataset& data() const { return *data_; }
  const SeparationRows& rows() const { return *rows_; }

 private:
  Result<void> see(std::span<FoundRows> found);
  Result<void> decide_rows();
  Result<void> ask_about();
  Result<void> ask_about_span();
  Result<void> ask_about_margins();
  Result<bool> ask_about_margin(MarginKind kind);
  Result<void> ask_about_bounds();
  Result<void> take_bounds(std::span<FoundRows> found);
  SignTask task(SignTask::Wanted wanted, std::vector<Integer> weights) const;
  std::vector<Integer> of_all_columns(std::span<const Integer> w) const;

  const ShardedFacts& facts_;
  SeenRows& seen_;
  const PursuitOptions& options_;
  std::uint32_t positive_;
  std::uint32_t negative_;
  std::vector<std::uint64_t> places_;  // ascending
  std::unique_ptr<Dataset> data_;
  std::unique_ptr<SeparationRows> rows_;
  Decision decision_;
  std::vector<SignTask> tasks_;
  bool sampled_ = false;  // tasks_ is one plane in place of all that are orthogonal to the rows seen
  bool for_margins_ = false;
  bool bounds_ = false;  // tasks_ is the least product
  std::array<std::optional<Margin>, 2> margins_;
};

}  // namespace halfspace
