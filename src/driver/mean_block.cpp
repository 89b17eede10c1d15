#include "driver/mean_block.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/simd_choice.hpp"

namespace halfspace {
namespace {

constexpr double work_of_a_round = 1e7;  // multiply-adds that take as long as an engine takes to ask and answer

std::vector<double> whole_rows(std::span<const double> triangle, std::size_t dims) {
  std::vector<double> out(dims * dims);
  for (std::size_t j = 0, at = 0; j < dims; at += ++j)
    std::copy_n(triangle.begin() + static_cast<std::ptrdiff_t>(at), j + 1,
                out.begin() + static_cast<std::ptrdiff_t>(j * dims));
  return out;
}

}  // namespace

MeanBlockPlan mean_block_plan(const ShardFacts& facts, std::size_t dims) {
  const auto n = static_cast<double>(facts.rows);
  const auto K = static_cast<double>(facts.classes.size());
  const auto d = static_cast<double>(dims);
  const double entries = std::accumulate(facts.stored.begin(), facts.stored.end(), 0.0);  // zeros are passed over
  const double filled = entries / static_cast<double>(facts.entries);
  const double squares = static_cast<double>(facts.squared_entries) * filled * filled / 2;
  const double pass = work_of_a_round + K * (2 * entries + 20 * n);
  const double share = std::min(1.0, std::max(pass / squares, 8 * d / n));
  return {K * d * d <= pass, share, (share * squares + d * d * d / 3) / pass};
}

std::vector<double> mean_block_matrix(const MeanBlockSums& sums, double C, std::size_t dims, std::size_t penalised) {
  const std::size_t K = sums.diagonal.size() / dims;
  std::vector<double> out(sums.block.begin(), sums.block.end());
  for (double& v : out) v *= C / sums.share;
  for (std::size_t j = 0; j < dims; ++j) {
    double of_all = 0;
    for (std::size_t k = 0; k < K; ++k) of_all += sums.diagonal[j * K + k];
    double& h = out[j * (j + 1) / 2 + j];
    h = std::max(h, C * of_all / static_cast<double>(K - 1));
    h += j < penalised ? 1 : 1e-10 * (1 + h);
  }
  return out;
}

MeanBlock::MeanBlock(std::span<const double> matrix, std::size_t dims, std::size_t penalised)
    : dims_(dims), penalised_(penalised), own_(dims), factor_([&] {
        const SimdScope scope(Simd::portable);  // the same bits whatever machine the driver runs on
        return Cholesky(whole_rows(matrix, dims), dims, Dependent::kept);
      }()) {
  for (std::size_t j = 0; j < dims; ++j) own_[j] = matrix[j * (j + 1) / 2 + j];
}

void MeanBlock::solve(std::span<double> r, std::span<const double> diagonal) const {
  const SimdScope scope(Simd::portable);
  const std::size_t K = r.size() / dims_;
  const double more = static_cast<double>(K) / static_cast<double>(K - 1);
  std::vector<double> scale(dims_);
  std::vector<double> of_class(dims_);
  for (std::size_t k = 0; k < K; ++k) {
    for (std::size_t j = 0; j < dims_; ++j) {
      const double l2 = j < penalised_ ? 1 : 0;
      scale[j] = std::sqrt(own_[j] / (l2 + (diagonal[j * K + k] - l2) * more));
      of_class[j] = r[j * K + k] * scale[j];
    }
    factor_.solve(of_class);
    for (std::size_t j = 0; j < dims_; ++j) r[j * K + k] = of_class[j] * scale[j];
  }
}

}  // namespace halfspace
