// Models of several sets of rows, all of them asked in the same rounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "driver/fold_ground.hpp"
#include "driver/model_runs.hpp"

namespace halfspace {

class ManyModels {
 public:
  /// One more, of the rows that `left_out` leaves.
  void add(FoldGround ground, std::uint32_t left_out, const Targets& targets, Multiclass multiclass);

  /// One of the rows that each part leaves.
  void add_folds(const FoldSizes& sizes, const ShardFacts& all, const LinearOptions& options,
                 const LinearChoices& choices);

  /// The facts are whole now.
  void begin();

  bool empty() const { return models_.empty(); }
  std::size_t size() const { return models_.size(); }
  const ModelRuns& operator[](std::size_t k) const { return *models_[k]->runs; }

  bool done() const;
  bool have_points() const;                  ///< every run of every model has one; false: there are no models
  std::pair<double, double> values() const;  ///< objectives summed, the largest gap

  void ask(Question& question) const;

  /// Takes the answer to that. Error (bad_data): it is not whole.
  Result<void> take(const Answer& answer, const Question& asked);

  /// Ends them where they are.
  void end(Halt why);

  void pack(Packer& to) const;
  bool unpack(Unpacker& from);

 private:
  struct OfRows {
    FoldGround ground;
    std::unique_ptr<ModelRuns> runs;
  };
  std::vector<std::unique_ptr<OfRows>> models_;
};

}  // namespace halfspace
