// Where a run over many rows begins: near the optimum of a sample of them, whose rounds cost a share of the others'.
#include <algorithm>
#include <utility>

#include "driver/newton_run.hpp"
#include "loss/losses.hpp"

namespace halfspace {

/// A sixteenth of the rows, where that has enough of each column and class; elsewhere all.
double NewtonRun::start_share() const {
  constexpr std::uint64_t least_rounds = 50;
  constexpr double rows_of_a_column = 200;
  constexpr double rows_of_a_class = 1000;
  constexpr double sample = 1.0 / 16;
  const bool few_rounds = o_->max_rounds > 0 && o_->max_rounds < least_rounds;
  if (few_rounds || traits_of(o_->loss).soft_margin) return 1;
  double needed = rows_of_a_column * static_cast<double>(dims()) / static_cast<double>(facts_->rows);
  for (const ClassLabel& c : facts_->classes)
    needed = std::max(needed, rows_of_a_class / static_cast<double>(std::max<std::uint64_t>(c.rows, 1)));
  return needed <= sample ? sample : 1;
}

/// Has every column about the curvature at w = 0 that all rows give it, C l''(0) Σ c x_j^2, among those of a sample? Of one whose
/// few large values it lacks a step would lead to margins so far off that they have no curvature to come back by.
bool NewtonRun::sees_all_columns(std::span<const double> curvature, double share) const {
  constexpr double much = 16;
  const double of_all = o_->C * most_bend(o_->loss);
  for (std::size_t j = 0; j < dims(); ++j) {
    const double seen = o_->C / share * curvature[j * (j + 1) / 2 + j];
    if (of_all * facts_->second[j] + 1 > much * (seen + 1)) return false;
  }
  return true;
}

/// A step of Newton's method for C/rows Σ over the sample, which proves nothing. The last one leads to the first point of all
/// rows.
void NewtonRun::take_start(std::span<const double> sum, std::span<const ExactSum> exact) {
  constexpr std::uint64_t most_rounds = 8;
  LinearOptions scaled = *o_;
  scaled.C /= s_.rows;
  const TaskValues now = values_of(*facts_, scaled, positive_, s_.trial, loss_reach(), sum, exact);
  const bool first = s_.waits == NewtonState::Waits::first_values;
  if (first && !sees_all_columns(sum.subspan(dims()), s_.rows)) {
    s_.rows = 1;
    return;
  }
  const bool lower = now.loss <= loss_bound() && (first || now.smooth < s_.objective);
  const bool ends = !lower || s_.rounds >= most_rounds || (!first && s_.objective - now.smooth < 0.01 * now.smooth);
  if (lower) {
    s_.loss_bound = 4 * now.loss;
    s_.objective = now.smooth;
    s_.point = s_.trial;
    s_.gradient = now.gradient;
    const double share = std::exchange(s_.share, s_.rows);
    begin_step(sum.subspan(dims()));
    s_.share = share;
  }
  if (done() || !lower) s_.trial = s_.point;
  if (!done() && !ends) return;
  s_.loss_bound = s_.loss_bound < 0 ? -1 : s_.loss_bound / s_.rows;
  s_.rows = 1;
  s_.waits = NewtonState::Waits::first_values;
}

}  // namespace halfspace
