// A path over partitions: the null model first, then a chain of points of all rows and one of the rows that each fold leaves
// (path_chain.hpp), all asked in the same rounds. Points of folds are scored on the rows held out; the point that is told of is
// counted on all rows at the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "driver/counted.hpp"
#include "driver/objective_method.hpp"
#include "driver/path_chain.hpp"
#include "select/path_training.hpp"
#include "select/path_validation.hpp"

namespace halfspace {

class PathMethod final : public ObjectiveMethod {
 public:
  PathMethod(const ShardFacts& facts, LinearChoices choices, PathRequest request);

  DriverProgress progress() const override;
  Result<Trained> trained(const Dataset&) const override {
    return Error{Code::usage, "run", "is a path and has no single model"};
  }
  std::optional<Result<PathTraining>> path_training(const Dataset& data) const override;

 private:
  RowFolds folds() const override { return sizes_.folds; }
  Result<void> begin_runs(const Answer& sizes) override;
  void ask_runs(Question& q) const override;
  Result<void> take_runs(const Answer& answer, const Question& asked) override;
  bool runs_are_done() const override;
  bool end_runs(Halt why) override;
  void ask_scores(Question& q) const override;
  Result<void> take_scores(const Answer& answer, const Question& asked) override;
  bool has_scores() const override { return counted_.known(); }
  void pack_runs(Packer& to) const override;
  bool unpack_runs(Unpacker& from) override;

  double rows_weight() const;
  std::vector<double> null_point() const;
  Result<void> take_null(const Answer& answer, const Question& asked);
  void make_chains(const std::vector<double>& costs);
  void add_chain(FoldGround ground, std::uint32_t part, const std::vector<double>& costs);
  std::size_t unscored_numbers() const;
  void ask_held_out(Question& q) const;
  Result<void> take_held_out(const Answer& answer, const Question& asked);
  PathTraining told(bool with_weights) const;
  std::size_t reported(const PathTraining& path) const;

  PathRequest path_;
  FoldSizes sizes_;
  NullModel null_;
  std::vector<double> costs_;                       // of all rows; empty: the null model is not known
  std::vector<std::unique_ptr<PathChain>> chains_;  // of all rows, then of each part
  std::vector<FoldValues> values_;                  // of each part: of the points that are scored
  Counted counted_;                                 // of the point that is told of
  std::optional<Status> ended_;
};

}  // namespace halfspace
