#include "solver/kernel/box_scores.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace halfspace {
namespace {

constexpr double unit = std::numeric_limits<double>::epsilon();
constexpr double infinite = std::numeric_limits<double>::infinity();

double ridge_of(const BoxProblem& q, std::size_t t) { return q.ridge.empty() ? 0 : q.ridge[t]; }

}  // namespace

double gap_part(double y_u, double a, double cap, double ridge) {
  const double slack = y_u + a * ridge;  // 1 - m
  const double xi = std::max(0.0, slack);
  const double loss = ridge > 0 ? xi * xi / (2 * ridge) + a * a * ridge / 2 : xi > 0 ? cap * xi : 0;
  return loss - a * slack;
}

BoxScores::BoxScores(const BoxProblem& problem)
    : q_(problem), rows_(problem.x, problem.kernel, problem.constant), alpha_(rows_.rows()), f_(rows_.rows()) {
  std::vector<std::uint32_t> all(rows_.rows());
  std::iota(all.begin(), all.end(), 0U);
  rows_.look_at(std::move(all));
}

void BoxScores::follow(std::span<const double> alpha, unsigned threads) {
  std::vector<std::uint32_t> changed;
  std::vector<double> c;
  for (std::size_t t = 0; t < alpha.size(); ++t) {
    if (alpha[t] == alpha_[t]) continue;
    changed.push_back(static_cast<std::uint32_t>(t));
    c.push_back(q_.y[t] * (alpha[t] - alpha_[t]));
    moved_ += std::fabs(c.back());
    alpha_[t] = alpha[t];
  }
  rows_.add_scores(changed, c, f_, threads);
  ++checks_;
}

double BoxScores::u(std::size_t t) const { return -f_[t] - q_.y[t] * (q_.p[t] + ridge_of(q_, t) * alpha_[t]); }

/// d/db of the losses of the rows of one sign, or of all (sign 0).
double BoxScores::slope(int sign, double b) const {
  double sum = 0;
  for (std::size_t t = 0; t < f_.size(); ++t) {
    if (sign != 0 && q_.y[t] != sign) continue;
    const double r = ridge_of(q_, t);
    const double xi = q_.y[t] * (u(t) - b) + alpha_[t] * r;
    if (xi > 0) sum -= q_.y[t] * (r > 0 ? xi / r : q_.cap[t]);
    sum += q_.y[t] * alpha_[t];
  }
  return sum;
}

double BoxScores::best_level(int sign) const {
  constexpr int halvings = 70;
  double low = infinite;
  double high = -infinite;
  for (std::size_t t = 0; t < f_.size(); ++t) {
    if (sign != 0 && q_.y[t] != sign) continue;
    const double middle = u(t) + q_.y[t] * alpha_[t] * ridge_of(q_, t);
    low = std::min(low, middle);
    high = std::max(high, middle);
  }
  if (!(low <= high)) return 0;
  for (int k = 0; k < halvings; ++k) {
    const double b = (low + high) / 2;
    if (b <= low || b >= high) break;
    (slope(sign, b) < 0 ? low : high) = b;
  }
  return (low + high) / 2;
}

/// b of all rows; of hard margins midway between the classes.
std::array<double, 2> BoxScores::best_levels() const {
  if (q_.equality == Equality::none) return {0, 0};
  if (q_.equality == Equality::classes) return {best_level(-1), best_level(1)};
  const bool hard =
      std::any_of(q_.cap.begin(), q_.cap.end(), [](double c) { return std::isinf(c); }) && q_.ridge.empty();
  if (!hard) {
    const double b = best_level(0);
    return {b, b};
  }
  double up = infinite;
  double down = -infinite;
  for (std::size_t t = 0; t < f_.size(); ++t) {
    if (q_.y[t] > 0) up = std::min(up, f_[t]);
    if (q_.y[t] < 0) down = std::max(down, f_[t]);
  }
  return {-(up + down) / 2, -(up + down) / 2};
}

/// The weights divided by their least margin are feasible.
double BoxScores::hard_gap(double square, double error, BoxSolution& out) const {
  double least = infinite;
  for (std::size_t t = 0; t < f_.size(); ++t) least = std::min(least, q_.y[t] * (f_[t] + out.level[1]));
  const double sure = least - 2 * error;
  if (!(sure > 0) || !std::isfinite(least)) return infinite;
  out.least_margin = least;
  return (square + error * moved_) / (2 * sure * sure) - out.dual + error * moved_;
}

void BoxScores::judge(BoxSolution& out) const {
  out.alpha = alpha_;
  out.f = f_;
  out.level = best_levels();
  long double square = 0;            // |w|^2
  long double linear = 0;            // p'α
  long double rest = 0;              // Σ r α^2
  std::array<long double, 2> sum{};  // Σ y (α - α at the start), by sign: 0 in all, of each for `classes`
  double total = 0;                  // Σ α
  double largest = 0;                // |p|
  for (std::size_t t = 0; t < f_.size(); ++t) {
    const double a = alpha_[t];
    square += static_cast<long double>(a) * q_.y[t] * f_[t];
    linear += static_cast<long double>(q_.p[t]) * a;
    rest += static_cast<long double>(ridge_of(q_, t)) * a * a;
    sum[q_.y[t] > 0 ? 1 : 0] += q_.y[t] * static_cast<long double>(a - (q_.start.empty() ? 0 : q_.start[t]));
    total += a;
    largest = std::max(largest, std::fabs(q_.p[t]));
  }
  out.dual = static_cast<double>(-(square + rest) / 2 - linear);
  const double summed = unit * (score_roundings + checks_) * rows_.largest_value();
  const double error = (rows_.rounding() + summed) * moved_;  // of each f
  const double drift = q_.equality == Equality::none ? 0 : static_cast<double>(std::fabs(sum[0]) + std::fabs(sum[1]));
  const double off = q_.equality == Equality::sum ? std::fabs(static_cast<double>(sum[0] + sum[1])) : drift;
  const auto reach =
      [&](double gap) {  // the levels of the optimum: |b*| <= |p| + |w*| sqrt(k), |w*|^2 <= 2 |objective|
        const double objective = std::max(std::fabs(out.dual), std::fabs(out.dual + gap));
        return largest + std::sqrt(2 * objective * rows_.largest_value());
      };
  out.error = error;
  if (q_.ridge.empty() && std::any_of(q_.cap.begin(), q_.cap.end(), [](double c) { return std::isinf(c); })) {
    out.gap = hard_gap(static_cast<double>(square), error, out) + error * total;
    if (off > 0 && std::isfinite(out.gap)) out.gap += off * reach(out.gap);
    return;
  }
  long double gap = 0;
  double costs = 0;
  for (std::size_t t = 0; t < f_.size(); ++t) {
    const double b = out.level[q_.y[t] > 0 ? 1 : 0];
    const double slack = q_.y[t] * (u(t) - b);
    gap += gap_part(slack, alpha_[t], q_.cap[t], ridge_of(q_, t));
    const double r = ridge_of(q_, t);
    if (r == 0 && slack > -error) costs += q_.cap[t];
    if (r > 0 && slack + alpha_[t] * r > -error) costs += std::fabs(slack) / r + alpha_[t];
  }
  out.gap = std::max(static_cast<double>(gap), 0.0) + error * (total + costs);
  if (off > 0) out.gap += off * reach(out.gap);
}

}  // namespace halfspace
