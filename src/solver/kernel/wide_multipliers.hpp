// Multipliers α of a BoxProblem in long double, and their scores f_t = Σ_s α_s y_s k(x_s, x_t): changes of α wait until
// they are added to the scores of all rows at once.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "base/stop.hpp"
#include "solver/kernel/box_problem.hpp"
#include "solver/kernel/free_rows.hpp"
#include "solver/kernel/wide_errors.hpp"
#include "solver/kernel/wide_kernel.hpp"

namespace halfspace {

class WideMultipliers {
 public:
  /// `free` holds the kernel values of rows that move.
  WideMultipliers(const BoxProblem& q, const WideKernel& kernel, std::span<const double> alpha, FreeRows& free);

  std::size_t size() const { return alpha_.size(); }
  const BoxProblem& problem() const { return q_; }
  long double alpha(std::size_t t) const { return alpha_[t]; }
  long double f(std::size_t t) const { return f_[t]; }  // without the changes that wait
  long double cap(std::size_t t) const { return q_.cap[t]; }
  long double ridge(std::size_t t) const { return q_.ridge.empty() ? 0 : q_.ridge[t]; }
  bool interior(std::size_t t) const { return alpha_[t] > 0 && alpha_[t] < cap(t); }
  const WideErrors& errors() const { return errors_; }
  long double moved() const { return moved_; }  // Σ |change of α|

  std::vector<std::uint32_t> support() const;  // α > 0

  /// f of α as it is.
  void compute_scores(unsigned threads, const StopToken& stop);

  /// g_t with the changes that f does not know yet.
  long double gradient(std::uint32_t t) const;

  /// The largest θ up to `most` for which α + θ d of these rows is in the box.
  long double room(const std::vector<std::uint32_t>& rows, const std::vector<long double>& d, long double most) const;

  /// α += θ d, to the bound exactly where it comes there.
  void move(const std::vector<std::uint32_t>& rows, const std::vector<long double>& d, long double theta);

  std::size_t waiting() const { return pending_.size(); }

  /// f takes up the changes; multiply-adds.
  double catch_up();

  /// What Σ y α of each group lacks.
  OfGroups<long double> lacks() const;

  std::vector<long double> take_alpha() { return std::move(alpha_); }
  std::vector<long double> take_f() { return std::move(f_); }

 private:
  void count_move(std::size_t t, long double by);

  const BoxProblem& q_;
  const WideKernel& kernel_;
  FreeRows& free_;
  std::vector<long double> alpha_;
  std::vector<long double> f_;
  std::map<std::uint32_t, long double> pending_;  // y α that f lacks
  OfGroups<long double> kept_;                    // Σ y α of each group
  WideErrors errors_;
  long double moved_ = 0;
};

}  // namespace halfspace
