#include "solver/kernel/smo_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/kernel/options.hpp"

namespace halfspace {

template <class T>
SmoKernel<T>::SmoKernel(const BoxProblem& problem, const BoxOptions& options)
    : options_(options), rows_(problem.x, problem.kernel, problem.constant), cache_(rows_.rows(), options.cache_bytes) {
  double most = 0;
  for (std::size_t i = 0; i < rows_.rows(); ++i) {
    diagonal_.push_back(rows_.diagonal(i));
    most = std::max(most, std::fabs(static_cast<double>(diagonal_.back())));
  }
  tau_ = static_cast<T>(16 * std::numeric_limits<T>::epsilon() *
                        std::max(most, std::numeric_limits<double>::min() * 1e30));
}

template <class T>
std::size_t SmoKernel<T>::batch() const {
  constexpr std::size_t block = 128;
  return std::min(block, cache_.capacity() / 2);
}

template <class T>
void SmoKernel<T>::fetch(const std::vector<std::uint32_t>& wanted) {
  cache_.make_room(wanted.size());
  std::vector<T*> out;
  out.reserve(wanted.size());
  for (const std::uint32_t i : wanted) out.push_back(cache_.add(i));
  rows_.compute(wanted, out, options_.threads, options_.stop);
  computed_ += wanted.size();
}

template <class T>
void SmoKernel<T>::change_columns(const std::vector<std::uint32_t>& before, const std::vector<std::uint32_t>& active) {
  constexpr std::uint32_t missing = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> place(rows_.rows(), missing);
  for (std::size_t l = 0; l < before.size(); ++l) place[before[l]] = static_cast<std::uint32_t>(l);
  std::vector<std::uint32_t> added;
  std::vector<std::uint32_t> from(active.size());
  for (std::size_t l = 0; l < active.size(); ++l) {
    from[l] = place[active[l]];
    if (from[l] == missing) added.push_back(active[l]);
  }
  cache_.expect(active.size(), least_kernel_rows);
  const std::vector<std::uint32_t> held = cache_.held();
  std::vector<T> fresh(held.size() * added.size());  // of rows that were left too early; no larger than the cache
  if (!fresh.empty()) {
    rows_.look_at(added);
    std::vector<T*> out;
    out.reserve(held.size());
    for (std::size_t s = 0; s < held.size(); ++s) out.push_back(fresh.data() + s * added.size());
    rows_.compute(held, out, options_.threads, options_.stop);
  }
  std::vector<std::uint32_t> number(rows_.rows());
  for (std::size_t s = 0; s < held.size(); ++s) number[held[s]] = static_cast<std::uint32_t>(s);
  cache_.resize(active.size(), least_kernel_rows, [&](std::uint32_t i, const T* old, T* row) {
    const T* next = fresh.data() + number[i] * added.size();
    for (std::size_t l = 0; l < from.size(); ++l) row[l] = from[l] == missing ? *next++ : old[from[l]];
  });
  rows_.look_at(active);
}

template <class T>
void SmoKernel<T>::start_on(const std::vector<std::uint32_t>& active) {
  cache_.clear();
  cache_.resize(active.size(), least_kernel_rows, [](std::uint32_t, const T*, T*) {});
  rows_.look_at(active);
}

template class SmoKernel<float>;
template class SmoKernel<double>;

}  // namespace halfspace
