// What a model's labels are wrong of, asked of all rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/counts.hpp"
#include "shard/packed.hpp"
#include "shard/question.hpp"

namespace halfspace {

class Counted {
 public:
  /// `weights`: of each output of the model.
  static void ask(Question& question, std::vector<std::vector<double>> weights);

  /// Takes the answer to that. Error (bad_data): it is not whole.
  Result<void> take(const Answer& answer, const Question& asked);

  bool known() const { return !confusion_.empty(); }
  const Counts& counts() const { return counts_; }

  void pack(Packer& to) const;
  bool unpack(Unpacker& from, std::size_t classes);

 private:
  std::vector<std::uint64_t> confusion_;
  Counts counts_;
};

}  // namespace halfspace
