#include "solver/kernel/wide_kernel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/parallel.hpp"
#include "base/wide_elementary.hpp"

namespace halfspace {
namespace {

constexpr long double double_epsilon = std::numeric_limits<double>::epsilon();
constexpr std::size_t targets_at_once = 64;

template <class T>
double entry_at(DenseRow<T> row, std::uint32_t j) {
  return static_cast<double>(row.value[j]);
}

template <class T>
double entry_at(SparseRow<T> row, std::uint32_t j) {
  const auto* const at = std::lower_bound(row.column, row.column + row.size, j);
  return at != row.column + row.size && *at == j ? static_cast<double>(row.value[at - row.column]) : 0;
}

}  // namespace

double work_of_value(const Matrix& x, const Kernel& kernel) {
  constexpr double of_exponential = 32;  // multiplications in long double
  if (kernel.listed()) return 2;
  const bool elementary = kernel.map() == KernelMap::exponential || kernel.map() == KernelMap::hyperbolic_tangent;
  return std::visit(
      [&](const auto& m) {
        const auto rows = static_cast<double>(std::max<std::size_t>(m.rows, 1));
        return 1 + static_cast<double>(m.stored()) / rows + (elementary ? of_exponential : 0);
      },
      x);
}

WideKernel::WideKernel(const Matrix& x, const Kernel& kernel, double constant)
    : x_(x), kernel_(kernel), constant_(constant), work_(work_of_value(x, kernel)) {
  std::visit(
      [&](const auto& m) {
        cols_ = m.cols;
        for (std::size_t i = 0; i < m.rows; ++i) {
          long double size = 0;
          std::size_t used = 0;
          for_each_entry(m.row(i), [&](std::size_t, double v) {
            size += kernel.base() == KernelBase::l1_distance ? std::fabs(v) : static_cast<long double>(v) * v;
            largest_entry_ = std::max<long double>(largest_entry_, std::fabs(v));
            ++used;
          });
          size_.push_back(size);
          largest_ = std::max(largest_, size);
          longest_ = std::max(longest_, used);
        }
      },
      x);
}

/// u.v or the distance of x_i and the rows of `targets` become kernel values.
void WideKernel::map(std::size_t i, std::span<const std::uint32_t> targets, std::span<long double> value) const {
  const auto gamma = static_cast<long double>(kernel_.gamma);
  if (kernel_.base() == KernelBase::squared_distance) {
    for (std::size_t l = 0; l < targets.size(); ++l)
      value[l] = std::max(0.0L, size_[i] + size_[targets[l]] - 2 * value[l]);
  }
  switch (kernel_.map()) {
    case KernelMap::power:
      for (long double& v : value) v = whole_power<long double>(gamma * v + kernel_.coef0, kernel_.degree);
      break;
    case KernelMap::exponential:
      for (long double& v : value) v *= -gamma;
      elementary::wide_exps(value);
      break;
    case KernelMap::hyperbolic_tangent:
      for (long double& v : value) v = elementary::wide_tanh(gamma * v + kernel_.coef0);
      break;
    default:
      break;
  }
  for (long double& v : value) v += constant_;
}

void WideKernel::values(std::size_t i, std::span<const std::uint32_t> targets, std::span<long double> out) const {
  ScratchPool<long double>::Loan loan(spread_);
  std::vector<long double>& u = loan.values();
  u.resize(cols_);
  std::visit(
      [&](const auto& m) {
        if (kernel_.listed()) {
          for (std::size_t l = 0; l < targets.size(); ++l) out[l] = entry_at(m.row(i), targets[l]) + constant_;
          return;
        }
        for_each_entry(m.row(i), [&](std::size_t j, double v) { u[j] = v; });
        for (std::size_t l = 0; l < targets.size(); ++l) {
          const std::size_t t = targets[l];
          long double sum = 0;
          if (kernel_.base() == KernelBase::l1_distance) {
            sum = size_[i];
            for_each_entry(m.row(t), [&](std::size_t j, double v) { sum += std::fabs(u[j] - v) - std::fabs(u[j]); });
            sum = std::max(sum, 0.0L);
          } else {
            for_each_entry(m.row(t), [&](std::size_t j, double v) { sum += u[j] * v; });
          }
          out[l] = sum;
        }
        for_each_entry(m.row(i), [&](std::size_t j, double) { u[j] = 0; });
        map(i, targets, out.first(targets.size()));
      },
      x_);
}

void WideKernel::add_scores(std::span<const std::uint32_t> sources, std::span<const long double> c,
                            std::span<long double> f, unsigned threads, const StopToken& stop) const {
  const std::size_t blocks = (rows() + targets_at_once - 1) / targets_at_once;
  parallel_items(blocks, threads, [&](std::size_t part) {
    std::vector<std::uint32_t> targets(std::min(targets_at_once, rows() - part * targets_at_once));
    std::iota(targets.begin(), targets.end(), static_cast<std::uint32_t>(part * targets_at_once));
    std::vector<long double> value(targets.size());
    Pace pace(stop);
    for (std::size_t s = 0; s < sources.size(); ++s) {
      pace.check(wide_work * targets.size() * static_cast<std::uint64_t>(work_ + 1));
      values(sources[s], targets, value);
      for (std::size_t l = 0; l < targets.size(); ++l) f[targets[l]] += c[s] * value[l];
    }
  });
}

long double WideKernel::diagonal(std::size_t i) const {
  if (kernel_.of_distance()) return kernel_.of(0) + constant_;
  if (!kernel_.listed()) {
    const std::array<std::uint32_t, 1> self = {static_cast<std::uint32_t>(i)};
    std::array<long double, 1> value = {size_[i]};
    map(i, self, value);
    return value[0];
  }
  return std::visit([&](const auto& m) { return entry_at(m.row(i), static_cast<std::uint32_t>(i)) + constant_; }, x_);
}

/// As KernelRows::largest_base.
long double WideKernel::largest_base() const {
  return kernel_.listed() ? largest_entry_ : kernel_.slope_of_base() * largest_;
}

long double WideKernel::largest_value() const {
  switch (kernel_.map()) {
    case KernelMap::exponential:
    case KernelMap::hyperbolic_tangent:
      return 1 + constant_;
    case KernelMap::power:
      return whole_power<long double>(kernel_.gamma * largest_base() + std::fabs(kernel_.coef0), kernel_.degree) +
             constant_;
    default:
      return largest_base() + constant_;
  }
}

/// By how much k is off, at most, for each unit that u.v and the sizes of u and v are off.
long double WideKernel::slope() const {
  const auto gamma = std::fabs(static_cast<long double>(kernel_.gamma));
  const long double of_base = kernel_.slope_of_base();
  if (kernel_.listed()) return 0;
  switch (kernel_.map()) {
    case KernelMap::exponential:
    case KernelMap::hyperbolic_tangent:
      return of_base * gamma;
    case KernelMap::power:
      return of_base * static_cast<long double>(kernel_.degree) * gamma *
             whole_power<long double>(gamma * largest_base() + std::fabs(kernel_.coef0), kernel_.degree - 1);
    default:
      return of_base;
  }
}

long double WideKernel::rounding() const {
  if (kernel_.listed()) return elementary::wide_place * largest_value();
  constexpr long double of_function = 8;  // units in the last place
  const long double of_powers = kernel_.uses_degree() ? 4 * static_cast<long double>(kernel_.degree) : 0;
  return elementary::wide_place *
         (slope() * static_cast<long double>(longest_ + 4) * largest_ + (of_function + of_powers) * largest_value());
}

/// (γ a b + c)^p <= sqrt((γ a^2 + c)^p (γ b^2 + c)^p) by Cauchy and Schwarz, a = |u|, b = |v|.
long double WideKernel::reach(std::size_t i) const {
  if (kernel_.linear()) return std::sqrt(size_[i] + constant_);
  if (!bounded_by_lengths()) return std::sqrt(largest_value());
  const long double base = std::fabs(static_cast<long double>(kernel_.gamma)) * size_[i] + std::fabs(kernel_.coef0);
  return std::sqrt(whole_power<long double>(base, kernel_.degree) + constant_);
}

/// p (γ a b) (γ a b + c)^(p-1) <= p (γ a b + c)^p.
long double WideKernel::units() const {
  constexpr long double of_function = 8;
  const auto of_product = static_cast<long double>(longest_ + 4);
  const auto p = static_cast<long double>(kernel_.degree);
  if (kernel_.linear()) return of_product + of_function;
  if (bounded_by_lengths()) return p * (of_product + 4) + of_function;
  return rounding() / (elementary::wide_place * largest_value());
}

long double WideKernel::decimal_error() const {
  if (kernel_.listed()) return double_epsilon * largest_value();
  const long double of_parameters =  // γ and c are decimals as well
      !kernel_.uses_gamma() ? 0 : (2 * static_cast<long double>(kernel_.degree) + 2) * largest_value();
  return double_epsilon * (2 * slope() * largest_ + of_parameters);
}

}  // namespace halfspace
