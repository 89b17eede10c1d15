#include "solver/kernel/box_scores.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "solver/kernel/box_judge.hpp"
#include "solver/kernel/options.hpp"
#include "solver/linear/equal_rows.hpp"

namespace halfspace {
namespace {

constexpr double unit = std::numeric_limits<double>::epsilon();

/// Whatever their labels.
std::vector<std::uint32_t> first_equal_of(const Matrix& x, std::size_t rows) {
  const std::vector<std::int8_t> alike(rows, 1);
  return first_equal_rows({x, alike, {}});
}

}  // namespace

BoxScores::BoxScores(const BoxProblem& problem)
    : q_(problem), rows_(problem.x, problem.kernel, problem.constant), alpha_(rows_.rows()), f_(rows_.rows()) {
  if (GaussianSums::fits(problem.x, problem.kernel)) {
    sums_.emplace(problem.x, problem.kernel, problem.constant, first_equal_of(problem.x, rows_.rows()));
    return;
  }
  if (problem.kernel.linear() && rows_.rows() > few_for_weights) {
    weighted_.emplace(problem.x, problem.constant);
    return;
  }
  std::vector<std::uint32_t> all(rows_.rows());
  std::iota(all.begin(), all.end(), 0U);
  rows_.look_at(std::move(all));
}

bool BoxScores::follow(std::span<const double> alpha, unsigned threads, const StopToken& stop) {
  if (weighted_) return follow_by_weights(alpha, threads, stop);
  std::vector<std::uint32_t> changed;
  std::vector<double> c;
  double moved = 0;
  for (std::size_t t = 0; t < alpha.size(); ++t) {
    if (alpha[t] == alpha_[t]) continue;
    changed.push_back(static_cast<std::uint32_t>(t));
    c.push_back(q_.y[t] * (alpha[t] - alpha_[t]));
    moved += std::fabs(c.back());
  }
  std::vector<double> change(f_.size());
  try {
    if (sums_) {
      sums_->add(changed, c, change, threads, stop);
    } else {
      rows_.add_scores(changed, c, change, threads, stop);
    }
  } catch (const Stopped&) {
    return false;
  }
  for (std::size_t t = 0; t < f_.size(); ++t) f_[t] += change[t];
  error_.clear();
  alpha_.assign(alpha.begin(), alpha.end());
  moved_ += moved;
  ++checks_;
  return true;
}

/// Always all of them: that costs one pass, and y α is not rounded as differences would be.
bool BoxScores::follow_by_weights(std::span<const double> alpha, unsigned threads, const StopToken& stop) {
  std::vector<std::uint32_t> used;
  std::vector<double> c;
  double moved = 0;
  for (std::size_t t = 0; t < alpha.size(); ++t) {
    if (alpha[t] == 0) continue;
    used.push_back(static_cast<std::uint32_t>(t));
    c.push_back(q_.y[t] * alpha[t]);
    moved += alpha[t];
  }
  LinearSums::Scores scores;
  try {
    scores = weighted_->of(used, c, threads, stop);
  } catch (const Stopped&) {
    return false;
  }
  f_ = std::move(scores.f);
  error_ = std::move(scores.error);
  alpha_.assign(alpha.begin(), alpha.end());
  moved_ = moved;
  checks_ = 1;
  return true;
}

bool BoxScores::renew(unsigned threads, const StopToken& stop) {
  constexpr double many = 1.5;
  const double sum = std::accumulate(alpha_.begin(), alpha_.end(), 0.0);
  return !weighted_ && moved_ > many * sum && sum_anew(threads, stop);
}

bool BoxScores::sum_anew(unsigned threads, const StopToken& stop) {
  const std::vector<double> alpha = std::exchange(alpha_, std::vector<double>(alpha_.size()));
  std::vector<double> f = std::exchange(f_, std::vector<double>(f_.size()));
  const double moved = std::exchange(moved_, 0);
  const double checks = std::exchange(checks_, 0);
  if (follow(alpha, threads, stop)) return true;
  alpha_ = alpha;
  f_ = std::move(f);
  moved_ = moved;
  checks_ = checks;
  return false;
}

bool BoxScores::sharpen(unsigned threads, const StopToken& stop) {
  const std::optional<double> share = rows_.relative_rounding();
  if (!sums_ || !share || !error_.empty()) return false;
  if (checks_ > 1 && !sum_anew(threads, stop)) return false;
  std::vector<std::uint32_t> used;
  std::vector<double> weight;
  for (std::size_t t = 0; t < alpha_.size(); ++t) {
    if (alpha_[t] == 0) continue;
    used.push_back(static_cast<std::uint32_t>(t));
    weight.push_back(alpha_[t]);
  }
  std::vector<double> sizes(f_.size());  // Σ α k: of the terms of f
  try {
    sums_->add(used, weight, sizes, threads, stop);
  } catch (const Stopped&) {
    return false;
  }
  constexpr double least_value = 1e-307;  // smaller ones may be 0
  for (double& v : sizes) v = (*share + 2 * unit * (score_roundings + 1)) * v + least_value * moved_;
  error_ = std::move(sizes);
  return true;
}

void BoxScores::judge(BoxSolution& out) const {
  out.alpha = alpha_;
  out.f = f_;
  const double summed = unit * (score_roundings + checks_) * rows_.largest_value();
  double error = (rows_.rounding() + summed) * moved_;  // of each f
  if (!error_.empty()) error = *std::max_element(error_.begin(), error_.end());
  BoxJudge<double>(q_, alpha_, f_).judge({error, moved_, rows_.largest_value(), error_}, out);
}

}  // namespace halfspace
