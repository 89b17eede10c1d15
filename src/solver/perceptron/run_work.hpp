// The work of a run: what its reports and its bound count (docs/algorithms.md section 4), never the clock.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "data/rows.hpp"
#include "solver/perceptron/options.hpp"

namespace halfspace {

template <class M, class W>
class RunWork {
 public:
  RunWork(const M& x, const W& w, const PerceptronChoices& o) : x_(x), w_(w), slowness_(slowness(o)) {}

  /// Of a look at one row, and at all.
  std::uint64_t cost(std::uint64_t i) const { return w_.looks() * x_.row_size(i) + visit_cost; }
  std::uint64_t cost_of_all() const { return w_.looks() * x_.stored() + visit_cost * x_.rows; }
  /// Of a row of the kernel matrix.
  std::uint64_t cost_of_kernel_row() const { return x_.stored() + visit_cost * x_.rows; }

  void add(std::uint64_t work) { work_ += work; }
  std::uint64_t since_report() const { return work_; }
  bool report_due() const { return work_ >= report_every; }

  /// A report begins; returns the work of the run so far, in the unit of its bound.
  std::uint64_t spend(std::uint64_t updates) {
    spent_ += std::exchange(work_, 0) * slowness_ + update_cost * (updates - std::exchange(counted_updates_, updates));
    return spent_;
  }

 private:
  static constexpr std::uint64_t report_every = std::uint64_t{1} << 20U;
  static constexpr std::uint64_t visit_cost = 8;    // a visit without values takes as long as so many, ...
  static constexpr std::uint64_t update_cost = 64;  // ... an update besides, ...
  static constexpr std::uint64_t slow_cost = 64;    // ... and a product that leaves the normal doubles

  /// How much longer than other looks those at these rows take: products that leave the normal doubles are slow.
  std::uint64_t slowness(const PerceptronChoices& o) const {
    const double step = o.step == Step::minibatch ? o.tau : o.step == Step::rate || o.step == Step::delta ? o.eta : 1;
    const double least = 0x1p-511 / std::sqrt(std::min(1.0, step));  // weights are about step times values
    std::uint64_t small = 0;
    for (std::size_t i = 0; i < x_.rows; ++i)
      for_each_entry(x_.row(i), [&](std::size_t, double v) { small += v != 0 && std::fabs(v) < least ? 1 : 0; });
    return 1 + slow_cost * w_.looks() * small / cost_of_all();
  }

  const M& x_;
  const W& w_;
  std::uint64_t slowness_;   // of a look, for the bound
  std::uint64_t work_ = 0;   // since the last report
  std::uint64_t spent_ = 0;  // before it, of the bound
  std::uint64_t counted_updates_ = 0;
};

}  // namespace halfspace
