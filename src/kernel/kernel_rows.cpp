#include "kernel/kernel_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "base/elementary.hpp"
#include "base/parallel.hpp"
#include "kernel/used_columns.hpp"

namespace halfspace {
namespace {

constexpr std::size_t batch = 16;                                 // sources that meet a panel while it is in cache
constexpr std::uint64_t always_kept = std::uint64_t{256} << 20U;  // bytes of panels
constexpr std::uint64_t kept_share = 16;                          // ... or so many times the bytes of the rows
constexpr std::uint64_t worth_threads = std::uint64_t{1} << 18U;  // values

}  // namespace

template <class T>
KernelRows<T>::KernelRows(const Matrix& x, const Kernel& kernel, double constant)
    : kernel_(kernel), constant_(static_cast<T>(constant)) {
  start_.push_back(0);
  std::visit(
      [&](const auto& m) {
        cols_ = m.cols;
        for (std::size_t i = 0; i < m.rows; ++i) {
          double size = 0;
          for_each_entry(m.row(i), [&](std::size_t j, double v) {
            if (v == 0) return;
            column_.push_back(static_cast<std::uint32_t>(j));
            value_.push_back(static_cast<T>(v));
            const auto rounded = static_cast<double>(value_.back());
            size += kernel.base() == KernelBase::l1_distance ? std::fabs(rounded) : rounded * rounded;
          });
          start_.push_back(value_.size());
          size_.push_back(static_cast<T>(size));
          largest_ = std::max(largest_, size);
          longest_ = std::max<std::size_t>(longest_, start_[i + 1] - start_[i]);
        }
      },
      x);
  const std::uint64_t dense_bytes = (rows() + panel_rows) * cols_ * sizeof(T);
  most_kept_ = std::max(always_kept, kept_share * value_.size() * (sizeof(T) + 4));
  constexpr std::uint64_t sparse_enough = 64;  // dense columns a used one: gathers are faster
  dense_ = dense_bytes <= most_kept_ || cols_ * (rows() + panel_rows) <= sparse_enough * value_.size();
  if (!dense_ && !kernel.listed()) renumber();
}

/// Columns without a value cost no memory: what is spread out has one number for each of the others.
template <class T>
void KernelRows<T>::renumber() {
  UsedColumns used(cols_);
  for (const std::uint32_t c : column_) used.add(c);
  cols_ = used.count();
  for (std::uint32_t& c : column_) c = used.place(c);
}

template <class T>
void KernelRows<T>::look_at(std::vector<std::uint32_t> targets) {
  targets_ = std::move(targets);
  target_size_.assign(panels() * panel_rows, T(0));
  for (std::size_t l = 0; l < targets_.size(); ++l) target_size_[l] = size_[targets_[l]];
  panel_ = Buffer<T>();
  const std::uint64_t size = panels() * panel_rows * cols_;
  if (!dense_ || kernel_.listed() || size * sizeof(T) > most_kept_) return;
  panel_ = Buffer<T>(size);
  for (std::size_t p = 0; p < panels(); ++p) fill_panel(p, panel_.data() + p * panel_rows * cols_);
}

template <class T>
void KernelRows<T>::fill_panel(std::size_t panel, T* out) const {
  const std::size_t first = panel * panel_rows;
  for (std::size_t l = first; l < std::min(first + panel_rows, targets_.size()); ++l) {
    const SparseVector<T> row = source(targets_[l]);
    for (std::size_t k = 0; k < row.size; ++k) out[std::size_t{row.column[k]} * panel_rows + l - first] = row.value[k];
  }
}

template <class T>
const T* KernelRows<T>::kept_panel(std::size_t panel, std::vector<T>& scratch) const {
  if (!dense_ || kernel_.listed()) return nullptr;
  if (!panel_.empty()) return panel_.data() + panel * panel_rows * cols_;
  scratch.assign(panel_rows * cols_, T(0));
  fill_panel(panel, scratch.data());
  return scratch.data();
}

/// u.v, or |u - v|_1, of one source and the targets of a panel, all sparse.
template <class T>
void KernelRows<T>::sparse_values(std::uint32_t i, std::size_t panel, std::vector<double>& u, T* out) const {
  const SparseVector<T> from = source(i);
  for (std::size_t k = 0; k < from.size; ++k) u[from.column[k]] = static_cast<double>(from.value[k]);
  const std::size_t first = panel * panel_rows;
  for (std::size_t l = first; l < std::min(first + panel_rows, targets_.size()); ++l) {
    const SparseVector<T> row = source(targets_[l]);
    double sum = 0;
    if (kernel_.base() == KernelBase::l1_distance) {
      sum = static_cast<double>(size_[i]);
      for (std::size_t k = 0; k < row.size; ++k) {
        const double a = u[row.column[k]];
        sum += std::fabs(a - static_cast<double>(row.value[k])) - std::fabs(a);
      }
      sum = std::max(sum, 0.0);
    } else {
      sum = dot(row.column, row.value, row.size, u.data());
    }
    out[l - first] = static_cast<T>(sum);
  }
  for (std::size_t k = 0; k < from.size; ++k) u[from.column[k]] = 0;
}

/// The matrix itself holds the values.
template <class T>
void KernelRows<T>::picked_values(std::uint32_t i, std::size_t panel, T* out) const {
  const SparseVector<T> row = source(i);
  const std::size_t first = panel * panel_rows;
  for (std::size_t l = first; l < std::min(first + panel_rows, targets_.size()); ++l) {
    const auto* const at = std::lower_bound(row.column, row.column + row.size, targets_[l]);
    out[l - first] = at != row.column + row.size && *at == targets_[l] ? row.value[at - row.column] : T(0);
  }
}

template <class T>
void KernelRows<T>::to_kernel(std::size_t i, std::size_t panel, T* v) const {
  const VectorOps<T>& ops = vector_ops<T>();
  const auto gamma = static_cast<T>(kernel_.gamma);
  const auto c = static_cast<T>(kernel_.coef0);
  if (kernel_.base() == KernelBase::squared_distance)
    ops.squared_distances(v, target_size_.data() + panel * panel_rows, size_[i], panel_rows);
  switch (kernel_.map()) {
    case KernelMap::exponential:
      ops.exponentials(v, -gamma, panel_rows);
      break;
    case KernelMap::power:
      ops.powers(v, gamma, c, kernel_.degree, panel_rows);
      break;
    case KernelMap::hyperbolic_tangent:
      for (std::size_t l = 0; l < panel_rows; ++l) v[l] = static_cast<T>(elementary::tanh(gamma * v[l] + c));
      break;
    default:
      break;
  }
  for (std::size_t l = 0; l < panel_rows && constant_ != 0; ++l) v[l] += constant_;
}

template <class T>
void KernelRows<T>::panel_values(std::span<const std::uint32_t> sources, std::size_t panel, const T* rows,
                                 T* out) const {
  std::array<SparseVector<T>, batch> entries{};
  for (std::size_t s = 0; s < sources.size(); ++s) entries[s] = source(sources[s]);
  if (kernel_.listed()) {
    for (std::size_t s = 0; s < sources.size(); ++s) picked_values(sources[s], panel, out + s * panel_rows);
  } else if (rows == nullptr) {
    typename ScratchPool<double>::Loan loan(spread_);
    std::vector<double>& u = loan.values();
    if (u.empty()) u.resize(cols_);
    for (std::size_t s = 0; s < sources.size(); ++s) sparse_values(sources[s], panel, u, out + s * panel_rows);
  } else if (kernel_.base() == KernelBase::l1_distance) {
    vector_ops<T>().distances(entries.data(), sources.size(), rows, target_size_.data() + panel * panel_rows, out,
                              panel_rows);
  } else {
    vector_ops<T>().dots(entries.data(), sources.size(), rows, out, panel_rows);
  }
  for (std::size_t s = 0; s < sources.size(); ++s) to_kernel(sources[s], panel, out + s * panel_rows);
}

/// Multiplications of these sources against a panel, the kernel's function included.
template <class T>
std::uint64_t KernelRows<T>::work_of(std::span<const std::uint32_t> sources) const {
  constexpr std::uint64_t of_function = 8;
  std::uint64_t entries = of_function * sources.size();
  for (const std::uint32_t i : sources) entries += start_[i + 1] - start_[i];
  if (dense_) return entries * panel_rows;
  return entries + sources.size() * panel_rows * (of_function + value_.size() / std::max<std::size_t>(rows(), 1));
}

template <class T>
void KernelRows<T>::compute(std::span<const std::uint32_t> sources, std::span<T* const> out, unsigned threads,
                            const StopToken& stop) const {
  const unsigned used = sources.size() * targets_.size() >= worth_threads ? threads : 1;
  parallel_items(panels(), used, [&](std::size_t p) {
    typename ScratchPool<T>::Loan loan(scratch_);
    std::array<T, batch * panel_rows> values{};
    const T* const rows = kept_panel(p, loan.values());
    const std::size_t first = p * panel_rows;
    const std::size_t size = std::min(panel_rows, targets_.size() - first);
    for (std::size_t s = 0; s < sources.size(); s += batch) {
      const auto part = sources.subspan(s, std::min(batch, sources.size() - s));
      stop.check(work_of(part));
      panel_values(part, p, rows, values.data());
      for (std::size_t k = 0; k < part.size(); ++k)
        std::copy_n(values.data() + k * panel_rows, size, out[s + k] + first);
    }
  });
}

template <class T>
void KernelRows<T>::add_scores(std::span<const std::uint32_t> sources, std::span<const double> c, std::span<double> f,
                               unsigned threads, const StopToken& stop) const {
  const unsigned used = sources.size() * targets_.size() >= worth_threads ? threads : 1;
  parallel_items(panels(), used, [&](std::size_t p) {
    typename ScratchPool<T>::Loan loan(scratch_);
    std::array<T, batch * panel_rows> values{};
    std::array<double, panel_rows> sum{};
    std::array<double, panel_rows> lost{};  // by rounding of `sum` (Neumaier 1974)
    const T* const rows = kept_panel(p, loan.values());
    const std::size_t first = p * panel_rows;
    const std::size_t size = std::min(panel_rows, targets_.size() - first);
    for (std::size_t s = 0; s < sources.size(); s += batch) {
      const auto part = sources.subspan(s, std::min(batch, sources.size() - s));
      stop.check(work_of(part));
      panel_values(part, p, rows, values.data());
      std::array<double, panel_rows> few{};
      for (std::size_t k = 0; k < part.size(); ++k) {
        const T* const v = values.data() + k * panel_rows;
        for (std::size_t l = 0; l < panel_rows; ++l) few[l] += c[s + k] * static_cast<double>(v[l]);
      }
      for (std::size_t l = 0; l < panel_rows; ++l) {
        const double next = sum[l] + few[l];
        lost[l] += std::fabs(sum[l]) >= std::fabs(few[l]) ? (sum[l] - next) + few[l] : (few[l] - next) + sum[l];
        sum[l] = next;
      }
    }
    for (std::size_t l = 0; l < size; ++l) f[first + l] += sum[l] + lost[l];
  });
}

template <class T>
T KernelRows<T>::diagonal(std::size_t i) const {
  if (kernel_.listed()) {
    const SparseVector<T> row = source(i);
    const auto* const at = std::lower_bound(row.column, row.column + row.size, i);
    return constant_ + (at != row.column + row.size && *at == i ? row.value[at - row.column] : T(0));
  }
  if (kernel_.of_distance()) return static_cast<T>(kernel_.of(0)) + constant_;
  const auto square = static_cast<double>(size_[i]);
  return static_cast<T>(kernel_(square, square, square)) + constant_;
}

template <class T>
std::uint64_t KernelRows<T>::bytes() const {
  return start_.size() * 8 + column_.size() * 4 + value_.size() * sizeof(T) + panel_.size() * sizeof(T);
}

template class KernelRows<float>;
template class KernelRows<double>;

}  // namespace halfspace
