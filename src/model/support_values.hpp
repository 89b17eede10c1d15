// Kernel values k(x_j, x) of rows x, before the model's scaling, and all support rows x_j.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "kernel/kernel_values.hpp"
#include "model/model.hpp"

namespace halfspace {

class SupportValues {
 public:
  SupportValues(const Support& support, const FeatureMap& map)
      : SupportValues(support.kernel, support.rows, map, support.phase) {}

  /// `map` and `phase` must outlive this.
  SupportValues(const Kernel& kernel, const CsrMatrix<double>& rows, const FeatureMap& map,
                std::span<const double> phase = {})
      : map_(map), values_(rows, kernel, phase), moved_(!map.shift.empty()) {
    origin_.reserve(rows.cols + 1);
    for (std::size_t k = 0; k < map.shift.size(); ++k) origin_.push_back(-map.shift[k] * map.factor[k]);
    origin_.resize(rows.cols + 1);
  }

  std::size_t size() const { return values_.size(); }

  /// Multiplications of a row, cosines and exponentials included.
  std::uint64_t work() const { return values_.work(); }

  /// Of one row; `unseen` is what columns beyond those of the model add to |x|^2.
  template <class Row>
  std::vector<double> operator()(Row row, double unseen = 0) const {
    Batch<Row> batch(*this);
    batch.add(row, unseen);
    return batch.values();
  }

  /// Rows that meet the support rows together, while those are in cache.
  template <class Row>
  class Batch {
   public:
    explicit Batch(const SupportValues& of) : of_(of) {}

    std::size_t size() const { return rows_.size(); }
    bool full() const { return rows_.size() == (of_.origin_.size() <= few_columns ? most_rows : 1); }

    void add(Row row, double unseen = 0) {
      const std::size_t cols = of_.origin_.size();
      const std::size_t s = rows_.size();
      if (x_.size() == s * cols) x_.insert(x_.end(), of_.origin_.begin(), of_.origin_.end());
      rows_.push_back({nullptr, 0, unseen});
      double* const x = x_.data() + s * cols;
      for_each_entry(row, [&](std::size_t j, double v) {
        const double shift = of_.moved_ ? of_.map_.shift[j] : 0;
        x[j] = of_.map_.factor.empty() ? v : (v - shift) * of_.map_.factor[j];
        if (is_sparse) used_.push_back(static_cast<std::uint32_t>(j));
      });
      const std::span<const std::uint32_t> used = std::span(used_).subspan(used_.size() - (is_sparse ? row.size : 0));
      rows_[s].square =
          (is_sparse && !of_.moved_ ? squared_norm_at(used, x) : squared_norm(DenseRow<double>{x, cols - 1})) + unseen;
      end_.push_back(used_.size());
    }

    /// size() values of each row added, in this order; those rows leave.
    const std::vector<double>& values() {
      const std::size_t cols = of_.origin_.size();
      for (std::size_t s = 0; s < rows_.size(); ++s) rows_[s].value = x_.data() + s * cols;
      out_.resize(rows_.size() * of_.size());
      of_.values_(rows_, out_.data());
      std::size_t k = 0;
      for (std::size_t s = 0; s < rows_.size(); ++s)
        for (; k < end_[s]; ++k) x_[s * cols + used_[k]] = of_.origin_[used_[k]];
      rows_.clear();
      used_.clear();
      end_.clear();
      return out_;
    }

   private:
    /// |x|^2 of x that is 0 but in these columns, which ascend: the bits of squared_norm(DenseRow).
    static double squared_norm_at(std::span<const std::uint32_t> columns, const double* x) {
      double a[8] = {};  // NOLINT(cppcoreguidelines-avoid-c-arrays)
      for (const std::uint32_t c : columns) a[c % 8] += x[c] * x[c];
      return detail::lane_sum(a);
    }

    static constexpr bool is_sparse = requires(Row r) { r.column; };
    static constexpr std::size_t most_rows = 16;
    static constexpr std::size_t few_columns = std::size_t{1} << 16U;

    const SupportValues& of_;
    std::vector<double> x_;  // a row after the other, 0 behind each
    std::vector<SpreadRow> rows_;
    std::vector<std::uint32_t> used_;  // columns of sparse rows
    std::vector<std::size_t> end_;     // in used_, of each row
    std::vector<double> out_;
  };

 private:
  const FeatureMap& map_;
  KernelValues values_;
  bool moved_;                  // zeros are not 0 after scaling
  std::vector<double> origin_;  // a row of zeros, scaled, and the 0 behind it
};

}  // namespace halfspace
