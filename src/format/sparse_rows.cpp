#include "format/sparse_rows.hpp"

#include <algorithm>
#include <utility>

#include "base/huge_pages.hpp"

namespace halfspace {

SparseRows::Room SparseRows::room(std::size_t entries) {
  column_.make_room(entries);
  if (wide_) {
    doubles_.make_room(entries);
    return {column_.data() + column_.size(), doubles_.data() + doubles_.size()};
  }
  if (doubles_.size() < entries) doubles_.resize(entries);
  return {column_.data() + column_.size(), doubles_.data()};
}

void SparseRows::expect(double entries, double rows) {
  const auto most = static_cast<std::size_t>(entries);
  const auto reserve = [](auto& values, std::size_t size) {
    values.reserve(size);
    prefer_huge_pages(values.data(), size * sizeof(*values.data()));
  };
  reserve(start_, static_cast<std::size_t>(rows));
  reserve(column_, most);
  wide_ ? reserve(doubles_, most) : reserve(floats_, most);
}

void SparseRows::take(std::size_t entries, std::size_t nonzeros, bool floats) {
  if (!wide_ && !floats) widen();
  column_.resize(column_.size() + entries);
  nonzeros_ += nonzeros;
  if (wide_) {
    doubles_.resize(doubles_.size() + entries);
    return;
  }
  floats_.make_room(entries);
  float* to = floats_.data() + floats_.size();
  for (std::size_t k = 0; k < entries; ++k) to[k] = static_cast<float>(doubles_[k]);
  floats_.resize(floats_.size() + entries);
}

/// The floats as doubles, before the values of the last room().
void SparseRows::widen() {
  const std::size_t before = floats_.size();
  Buffer<double> all;
  all.resize(before + doubles_.size());
  for (std::size_t k = 0; k < before; ++k) all[k] = static_cast<double>(floats_[k]);
  std::copy(doubles_.begin(), doubles_.end(), all.begin() + before);
  all.resize(before);
  doubles_ = std::move(all);
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
    return m;
  };
  if (wide_) return shaped(CsrMatrix<double>{}, std::move(doubles_));
  return shaped(CsrMatrix<float>{}, std::move(floats_));
}

}  // namespace halfspace
