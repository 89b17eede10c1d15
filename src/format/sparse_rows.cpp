#include "format/sparse_rows.hpp"

#include <algorithm>
#include <utility>

#include "base/huge_pages.hpp"

namespace halfspace {

void SparseRows::expect(double entries, double rows, std::uint64_t most_bytes) {
  const double needed = entries * (wide_ ? 12 : 8) + rows * 8;
  const double share = most_bytes == 0 ? 1 : std::min(1.0, static_cast<double>(most_bytes) / needed);
  expect_values(start_, share * rows);
  expect_values(column_, share * entries);
  wide_ ? expect_values(doubles_, share * entries) : expect_values(floats_, share * entries);
}

void SparseRows::append(std::span<const std::uint32_t> columns, std::span<const double> values, std::size_t nonzeros,
                        bool floats) {
  if (!wide_ && !floats) widen();
  column_.append(columns);
  nonzeros_ += nonzeros;
  if (wide_) return doubles_.append(values);
  floats_.make_room(values.size());
  float* to = floats_.end();
  for (std::size_t k = 0; k < values.size(); ++k) to[k] = static_cast<float>(values[k]);
  floats_.resize(floats_.size() + values.size());
}

void SparseRows::end_rows(std::span<const std::uint32_t> ends, std::size_t first) {
  start_.make_room(ends.size());
  for (const std::uint32_t end : ends) start_.push_back(first + end);
}

/// The floats as doubles.
void SparseRows::widen() {
  doubles_.resize(floats_.size());
  std::transform(floats_.begin(), floats_.end(), doubles_.begin(), [](float v) { return static_cast<double>(v); });
  floats_ = {};
  wide_ = true;
}

Matrix SparseRows::finish(std::uint64_t cols) && {
  const auto shaped = [&](auto m, auto values) -> Matrix {
    m.rows = rows();
    m.cols = cols;
    m.start = std::move(start_);
    m.column = std::move(column_);
    m.value = std::move(values);
    m.start.shrink();
    m.column.shrink();
    m.value.shrink();
    return held(std::move(m));
  };
  if (wide_) return shaped(CsrMatrix<double>{}, std::move(doubles_));
  return shaped(CsrMatrix<float>{}, std::move(floats_));
}

}  // namespace halfspace
