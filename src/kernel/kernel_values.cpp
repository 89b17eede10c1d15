#include "kernel/kernel_values.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "base/parallel.hpp"
#include "kernel/centre.hpp"
#include "simd/panel_ops.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t dense_bytes = std::uint64_t{256} << 20U;
constexpr std::uint64_t worth_sharing = std::uint64_t{1} << 18U;  // multiplications
constexpr std::size_t rows_at_once = 16;                          // rows u that meet a panel while it is in cache

constexpr std::size_t cache_line = 8;  // doubles

/// The first double from `p` on that begins a cache line: no vector then crosses two.
double* aligned(double* p) {
  const std::size_t off = std::bit_cast<std::uintptr_t>(p) / sizeof(double) % cache_line;
  return p + (cache_line - off) % cache_line;
}

/// Of entry k of row l in a panel of rows of `entries`.
std::size_t place(std::size_t entries, std::size_t k, std::size_t l) {
  return (l / group_rows * entries + k) * group_rows + l % group_rows;
}

}  // namespace

template <class M>
KernelValues::KernelValues(const M& rows, const Kernel& kernel, std::span<const double> phase)
    : kernel_(kernel), phase_(phase), size_(rows.rows), cols_(rows.cols), order_(rows.rows) {
  if (phase.empty() && kernel.base() == KernelBase::squared_distance) centre_ = far_centre(rows);
  centre_.empty() ? hold(rows) : hold(moved_by(rows, centre_));
}

template <class M>
void KernelValues::hold(const M& rows) {
  std::iota(order_.begin(), order_.end(), 0U);
  std::stable_sort(order_.begin(), order_.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return rows.row_size(a) > rows.row_size(b); });
  in_order_ = std::is_sorted(order_.begin(), order_.end());
  const std::size_t panels = (size_ + panel_rows - 1) / panel_rows;
  square_.assign(panels * panel_rows, 0.0);
  entries_.assign(panels * panel_rows, 0U);
  for (std::size_t j = 0; j < size_; ++j) {
    square_[j] = squared_norm(rows.row(order_[j]));
    entries_[j] = static_cast<std::uint32_t>(rows.row_size(order_[j]));
    stored_ += entries_[j];
    largest_square_ = std::isfinite(square_[j]) ? std::max(largest_square_, square_[j]) : square_[j];
  }
  dense_ = distances() && panels * panel_rows * cols_ * sizeof(double) <= dense_bytes;
  std::size_t values = 0;
  for (std::size_t first = 0; first < size_; first += panel_rows)
    values += panel_rows * (dense_ ? cols_ : entries_[first]);
  storage_ = Buffer<double>(values + cache_line);
  value_ = aligned(storage_.data());
  panels_.reserve(panels);
  for (std::size_t first = 0; first < size_; first += panel_rows) {
    add_panel(rows, first);
  }
}

template <class M>
void KernelValues::add_panel(const M& rows, std::size_t first) {
  const std::size_t last = std::min(first + panel_rows, size_);
  const std::size_t entries = dense_ ? cols_ : entries_[first];
  const std::size_t before = panels_.empty() ? 0 : panels_.back().value + panels_.back().entries * panel_rows;
  Panel panel{before, column_.size(), entries, true};
  // what a row lacks is 0 times the number behind the columns
  std::vector<std::uint32_t> column(dense_ ? 0 : entries * panel_rows, static_cast<std::uint32_t>(cols_));
  for (std::size_t j = first; j < last; ++j) {
    std::size_t k = 0;
    for_each_entry(rows.row(order_[j]), [&](std::size_t c, double v) {
      const std::size_t at = place(entries, dense_ ? c : k++, j - first);
      value_[panel.value + at] = v;
      if (!dense_) column[at] = static_cast<std::uint32_t>(c);
    });
  }
  for (std::size_t l = 0; l < last - first && !dense_; ++l)
    for (std::size_t k = 0; k < entries; ++k)
      panel.same_columns = panel.same_columns && column[place(entries, k, l)] == column[place(entries, k, 0)];
  const std::size_t kept = !panel.same_columns ? column.size() : dense_ ? 0 : entries;
  for (std::size_t k = 0; k < kept; ++k) column_.push_back(column[panel.same_columns ? place(entries, k, 0) : k]);
  panels_.push_back(panel);
}

std::uint64_t KernelValues::work() const {
  constexpr std::uint64_t of_function = 16;
  return (distances() ? size_ * cols_ : stored_) + of_function * size_ + 2 * cols_;
}

/// Σ_c of(|u_c - x_c|) of row l of a panel.
template <class F>
double KernelValues::sum_of_distances(std::size_t p, std::size_t l, const double* u, F of) const {
  const Panel& panel = panels_[p];
  const std::size_t entries = entries_[p * panel_rows + l];
  const auto column = [&](std::size_t k) {
    return column_.data()[panel.column + (panel.same_columns ? k : place(panel.entries, k, l))];
  };
  double sum = 0;
  std::size_t k = 0;
  for (std::size_t c = 0; c < cols_; ++c) {
    const bool both = k < entries && column(k) == c;
    sum += of(std::fabs(both ? u[c] - value_[panel.value + place(panel.entries, k++, l)] : u[c]));
  }
  return sum;
}

/// t[64 s + l] = x_l . u_s, or |x_l - u_s|_1
void KernelValues::base_values(std::size_t p, std::span<const double* const> u, double* t) const {
  const Panel& panel = panels_[p];
  const double* const value = value_ + panel.value;
  const std::uint32_t* const column = column_.data() + panel.column;
  if (dense_) {
    panel_ops().distances(value, cols_, u.data(), u.size(), t);
  } else if (distances()) {
    for (std::size_t k = 0; k < u.size() * panel_rows; ++k)
      t[k] = sum_of_distances(p, k % panel_rows, u[k / panel_rows], [](double v) { return v; });
  } else if (panel.same_columns) {
    panel_ops().dots(value, column, panel.entries, u.data(), u.size(), t);
  } else {
    scattered_dots(p, u, t);
  }
}

/// Numbers one after the other are faster than gathers.
void KernelValues::scattered_dots(std::size_t p, std::span<const double* const> u, double* t) const {
  const Panel& panel = panels_[p];
  const std::size_t rows = std::min(panel_rows, size_ - p * panel_rows);
  const std::size_t size = panel.entries * group_rows;
  ScratchPool<double>::Loan loan(scratch_);
  std::vector<double>& x = loan.values();
  if (x.size() < size) x.resize(size);
  for (std::size_t g = 0; g * group_rows < rows; ++g) {
    const std::uint32_t* const column = column_.data() + panel.column + g * size;
    for (std::size_t s = 0; s < u.size(); ++s) {
      const double* const from = u[s];
      for (std::size_t k = 0; k < size; ++k) x[k] = from[column[k]];
      panel_ops().group_dots(value_ + panel.value + g * size, x.data(), panel.entries,
                             t + s * panel_rows + g * group_rows);
    }
  }
}

void KernelValues::map_values(std::size_t p, const SpreadRow& u, double* t) const {
  const double* const square = square_.data() + p * panel_rows;
  const bool squared = kernel_.base() == KernelBase::squared_distance;
  if (squared) vector_ops<double>().squared_distances(t, square, u.square, panel_rows);
  if (squared && !std::isfinite(u.square + largest_square_)) {  // |u|^2 or |x|^2 overflows: |u - x|^2 itself
    for (std::size_t l = 0; l < panel_rows; ++l) {
      if (std::isfinite(u.square + square[l])) continue;
      t[l] = std::fmax(0.0, sum_of_distances(p, l, u.value, [](double v) { return v * v; }) + u.unseen);
    }
  }
  switch (kernel_.map()) {
    case KernelMap::exponential:
      panel_ops().exponentials(t, -kernel_.gamma);
      break;
    case KernelMap::power:
      vector_ops<double>().powers(t, kernel_.gamma, kernel_.coef0, kernel_.degree, panel_rows);
      break;
    case KernelMap::hyperbolic_tangent:
      for (std::size_t l = 0; l < panel_rows; ++l) t[l] = kernel_.of(t[l]);
      break;
    default:
      break;
  }
}

void KernelValues::operator()(std::span<const SpreadRow> u, double* out, unsigned threads) const {
  if (centre_.empty()) return values_of(u, out, threads);
  std::vector<double> moved(u.size() * (cols_ + 1));
  std::vector<SpreadRow> rows;
  rows.reserve(u.size());
  for (const SpreadRow& row : u) {
    double* const to = moved.data() + rows.size() * (cols_ + 1);
    for (std::size_t c = 0; c < cols_; ++c) to[c] = row.value[c] - centre_[c];
    rows.push_back({to, squared_norm(DenseRow<double>{to, cols_}) + row.unseen, row.unseen});
  }
  values_of(rows, out, threads);
}

void KernelValues::values_of(std::span<const SpreadRow> u, double* out, unsigned threads) const {
  const unsigned used = u.size() * work() > worth_sharing ? threads : 1;
  parallel_items(panels_.size(), used, [&](std::size_t p) {
    for (std::size_t s = 0; s < u.size(); s += rows_at_once)
      panel_values(p, u.subspan(s, std::min(rows_at_once, u.size() - s)), out + s * size_);
  });
}

void KernelValues::panel_values(std::size_t p, std::span<const SpreadRow> u, double* out) const {
  std::array<const double*, rows_at_once> value{};
  for (std::size_t s = 0; s < u.size(); ++s) value[s] = u[s].value;
  alignas(cache_line * sizeof(double)) std::array<double, rows_at_once * panel_rows> t{};
  base_values(p, std::span(value).first(u.size()), t.data());
  const std::size_t first = p * panel_rows;
  const std::size_t count = std::min(panel_rows, size_ - first);
  for (std::size_t s = 0; s < u.size(); ++s) {
    double* const of_source = t.data() + s * panel_rows;
    if (phase_.empty()) {
      map_values(p, u[s], of_source);
    } else {
      for (std::size_t l = 0; l < count; ++l) of_source[l] = elementary::cos(of_source[l] + phase_[order_[first + l]]);
    }
    double* const to = out + s * size_;
    if (in_order_) {
      std::copy_n(of_source, count, to + first);
    } else {
      for (std::size_t l = 0; l < count; ++l) to[order_[first + l]] = of_source[l];
    }
  }
}

template KernelValues::KernelValues(const DenseMatrix<double>&, const Kernel&, std::span<const double>);
template KernelValues::KernelValues(const DenseMatrix<float>&, const Kernel&, std::span<const double>);
template KernelValues::KernelValues(const CsrMatrix<double>&, const Kernel&, std::span<const double>);
template KernelValues::KernelValues(const CsrMatrix<float>&, const Kernel&, std::span<const double>);

}  // namespace halfspace
