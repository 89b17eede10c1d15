#include "solver/kernel/box_scores.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "solver/kernel/box_judge.hpp"

namespace halfspace {
namespace {

constexpr double unit = std::numeric_limits<double>::epsilon();

}  // namespace

BoxScores::BoxScores(const BoxProblem& problem)
    : q_(problem), rows_(problem.x, problem.kernel, problem.constant), alpha_(rows_.rows()), f_(rows_.rows()) {
  std::vector<std::uint32_t> all(rows_.rows());
  std::iota(all.begin(), all.end(), 0U);
  rows_.look_at(std::move(all));
}

bool BoxScores::follow(std::span<const double> alpha, unsigned threads, const StopToken& stop) {
  std::vector<std::uint32_t> changed;
  std::vector<double> c;
  for (std::size_t t = 0; t < alpha.size(); ++t) {
    if (alpha[t] == alpha_[t]) continue;
    changed.push_back(static_cast<std::uint32_t>(t));
    c.push_back(q_.y[t] * (alpha[t] - alpha_[t]));
    moved_ += std::fabs(c.back());
    alpha_[t] = alpha[t];
  }
  try {
    rows_.add_scores(changed, c, f_, threads, stop);
  } catch (const Stopped&) {
    return false;
  }
  ++checks_;
  return true;
}

void BoxScores::judge(BoxSolution& out) const {
  out.alpha = alpha_;
  out.f = f_;
  const double summed = unit * (score_roundings + checks_) * rows_.largest_value();
  const double error = (rows_.rounding() + summed) * moved_;  // of each f
  BoxJudge<double>(q_, alpha_, f_).judge({error, moved_, rows_.largest_value()}, out);
}

}  // namespace halfspace
