#include "linalg/outer_products.hpp"

#include <algorithm>
#include <span>

namespace halfspace {
namespace {

constexpr std::size_t waiting_blocks = 8192;  // 512 KiB, in the second cache beside a row of H

/// Entries that wait: a row of H is fetched once for about 16 of them, and few columns stay in the first cache.
std::size_t waiting_entries(std::size_t columns) { return std::max<std::size_t>(16 * columns, 2048); }

/// The first number from here on that stands at a multiple of 64 bytes; there are 7 spare ones.
double* aligned(double* p) {
  constexpr std::size_t line = 64;
  const auto off = reinterpret_cast<std::uintptr_t>(p) % line;  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
  return p + (line - off) % line / sizeof(double);
}

}  // namespace

OuterProducts::OuterProducts(std::size_t columns, double filled, double* H, std::size_t first, std::size_t last)
    : columns_(columns), first_(first), last_(last), by_blocks_(filled >= 1.0 / 6), H_(H) {
  entry_ = std::make_unique_for_overwrite<Entry[]>(waiting_entries(columns) + columns);  // NOLINT(*-avoid-c-arrays)
  if (!by_blocks_) return;
  const std::size_t of_row = (columns + column_block - 1) / column_block;
  end_.resize(columns + 1);
  terms_.reserve(waiting_entries(columns) + columns);
  block_ = std::make_unique_for_overwrite<std::uint32_t[]>(waiting_blocks + of_row);  // NOLINT(*-avoid-c-arrays)
  room_ = std::make_unique_for_overwrite<double[]>(                                   // NOLINT(*-avoid-c-arrays)
      (waiting_blocks + 2 * of_row + 1) * column_block);
  value_ = aligned(room_.get());
  sum_ = value_ + (waiting_blocks + of_row) * column_block;
  std::fill_n(sum_, of_row * column_block, 0.0);
}

void OuterProducts::end_row(double c) {
  if (!by_blocks_) return add_by_entries(c);
  if (entries_ == row_entry_) {  // nothing in these rows of H
    blocks_ = row_block_;
    return;
  }
  row_.push_back({row_entry_, row_block_, c});
  row_entry_ = entries_;
  row_block_ = blocks_;
  if (blocks_ >= waiting_blocks || entries_ >= waiting_entries(columns_)) add_by_blocks();
}

void OuterProducts::finish() {
  if (!row_.empty()) add_by_blocks();
}

/// Two rows of H at a time.
void OuterProducts::add_by_entries(double c) {
  const Entry* e = entry_.get();
  const std::size_t size = entries_;
  std::size_t a = 0;
  while (a < size && e[a].column < first_) ++a;
  for (; a + 2 <= size; a += 2) {
    double* to = H_ + std::size_t{e[a].column} * columns_;
    double* next = H_ + std::size_t{e[a + 1].column} * columns_;
    const double s = c * e[a].value;
    const double t = c * e[a + 1].value;
    for (std::size_t b = 0; b <= a; ++b) {
      const double x = e[b].value;
      const std::size_t j = e[b].column;
      to[j] += s * x;
      next[j] += t * x;
    }
    next[e[a + 1].column] += t * e[a + 1].value;
  }
  if (a < size) {
    double* to = H_ + std::size_t{e[a].column} * columns_;
    const double s = c * e[a].value;
    for (std::size_t b = 0; b <= a; ++b) to[e[b].column] += s * e[b].value;
  }
  entries_ = 0;
}

void OuterProducts::add_by_blocks() {
  std::fill(end_.begin(), end_.end(), 0U);
  for (const Entry& e : std::span(entry_.get(), entries_)) ++end_[e.column + 1];
  for (std::size_t a = 0; a < columns_; ++a) end_[a + 1] += end_[a];  // where the terms of a column begin
  terms_.resize(entries_);
  for (std::size_t i = 0; i < row_.size(); ++i) {
    const std::size_t last = i + 1 < row_.size() ? row_[i + 1].first : entries_;
    const std::size_t b = row_[i].block;
    for (std::size_t k = row_[i].first; k < last; ++k) {
      const Entry& e = entry_[k];
      terms_[end_[e.column]++] = {block_.get() + b, value_ + b * column_block, e.upto, row_[i].scale * e.value};
    }
  }
  std::size_t first = 0;
  for (std::size_t a = first_; a < last_; ++a) {
    const std::size_t count = end_[a] - first;
    if (count == 0) continue;
    double* row = H_ + a * columns_;
    std::copy_n(row, a + 1, sum_);
    row_ops().add_blocks(terms_.data() + first, count, sum_);
    std::copy_n(sum_, a + 1, row);
    first = end_[a];
  }
  entries_ = 0;
  row_.clear();
  blocks_ = row_block_ = row_entry_ = 0;
}

}  // namespace halfspace
