// Scores of kernel models, a batch of rows at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "model/linear_scorer.hpp"
#include "model/support_values.hpp"

namespace halfspace {

/// A kernel model is linear in the kernel values of its support rows.
class KernelScorer {
 public:
  KernelScorer(const Model& m, bool raw) : values_(*m.support, m.map), linear_(m, std::nullopt, raw) {}

  std::uint64_t work(std::size_t entries) const { return entries + values_.work() + linear_.work(values_.size()); }

  std::size_t outputs() const { return linear_.outputs(); }

  /// As LinearScorer::Rows, a batch at a time; the last with finish().
  template <class Row>
  class Rows {
   public:
    Rows(const KernelScorer& scorer, double* out) : scorer_(scorer), batch_(scorer.values_), out_(out) {}
    void add(Row row, double unseen) {
      batch_.add(row, unseen);
      if (batch_.full()) finish();
    }
    void finish() {
      const std::size_t size = scorer_.values_.size();
      const std::size_t rows = batch_.size();
      const double* k = batch_.values().data();
      for (std::size_t s = 0; s < rows; ++s, k += size, out_ += scorer_.outputs())
        scorer_.linear_.score(DenseRow<double>{k, size}, out_);
    }

   private:
    const KernelScorer& scorer_;
    SupportValues::Batch<Row> batch_;
    double* out_;
  };

 private:
  SupportValues values_;
  LinearScorer linear_;
};

}  // namespace halfspace
