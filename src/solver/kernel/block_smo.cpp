#include "solver/kernel/block_smo.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "solver/kernel/smo_gap.hpp"

namespace halfspace {
namespace {

constexpr double of_first_violation = 0.1;  // what the steps within a set leave
constexpr std::uint64_t most_steps_a_row = 20;

BoxOptions with_cache(BoxOptions options, std::uint64_t bytes) {
  options.cache_bytes = bytes;
  return options;
}

}  // namespace

template <class T>
BlockSmo<T>::BlockSmo(const BoxProblem& problem, const BoxOptions& options, std::size_t block)
    : options_(with_cache(options, block * block * sizeof(T))),
      block_(block),
      kernel_(problem, options_),
      rows_(problem, kernel_),
      selection_(rows_, kernel_) {}

template <class T>
void BlockSmo<T>::restart(std::span<const double> alpha, std::span<const double> u, double dual) {
  rows_.restart(alpha, u);
  dual_ = dual;
}

template <class T>
double BlockSmo<T>::gap() const {
  return smo_gap(rows_, dual_);
}

template <class T>
std::vector<std::uint32_t> BlockSmo<T>::next_set() {
  const std::size_t kept = std::min(set_.size(), block_ / 2);
  std::vector<std::uint32_t> set(set_.end() - static_cast<std::ptrdiff_t>(kept), set_.end());
  std::vector<std::uint8_t> in(rows_.size());
  for (const std::uint32_t i : set) in[i] = 1;
  std::vector<std::uint8_t> left_out;
  left_out.reserve(in.size());
  for (const std::uint32_t i : rows_.numbers()) left_out.push_back(in[i]);
  const std::size_t sides = rows_.problem().equality == Equality::classes ? 4 : 2;
  for (const std::uint32_t i : worst_violators(rows_, std::span(std::as_const(left_out)), (block_ - kept) / sides)) {
    if (in[i] == 0) set.push_back(i);
    in[i] = 1;
  }
  return set;
}

template <class T>
void BlockSmo<T>::run(std::uint64_t most_steps) {
  set_ = next_set();
  rows_.set(set_);
  kernel_.start_on(rows_.numbers());
  rows_.look_at_hand();
  double size = 0;
  for (const double u : rows_.u()) size = std::max(size, std::fabs(u));
  const double rounding = 4 * std::numeric_limits<T>::epsilon() * size;
  const double least = std::max(rounding, of_first_violation * rows_.violation(rows_.open()));
  const std::uint64_t last = steps_ + std::min<std::uint64_t>(most_steps, most_steps_a_row * set_.size());
  while (steps_ < last) {
    options_.stop.count(8 * rows_.size());
    const WorkingPair pair = selection_.next();
    if (pair.i == WorkingPair::none || std::fabs(pair.difference) <= least) return;
    dual_ += take_step(rows_, kernel_, pair);
    ++steps_;
  }
}

template class BlockSmo<float>;
template class BlockSmo<double>;

}  // namespace halfspace
