#include "solver/kernel/wide_multipliers.hpp"

#include <algorithm>
#include <cmath>

namespace halfspace {

WideMultipliers::WideMultipliers(const BoxProblem& q, const WideKernel& kernel, std::span<const double> alpha,
                                 FreeRows& free)
    : q_(q), kernel_(kernel), free_(free), alpha_(alpha.begin(), alpha.end()), f_(q.y.size()), errors_(kernel) {
  for (std::size_t t = 0; t < alpha_.size() && !q_.start.empty(); ++t) {
    const int g = group_of(q_, t);
    if (g >= 0) kept_[g] += q_.y[t] * static_cast<long double>(q_.start[t]);
  }
  for (const std::uint32_t t : support()) count_move(t, alpha_[t]);
}

std::vector<std::uint32_t> WideMultipliers::support() const {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t t = 0; t < alpha_.size(); ++t) {
    if (alpha_[t] != 0) rows.push_back(t);
  }
  return rows;
}

void WideMultipliers::compute_scores(unsigned threads, const StopToken& stop) {
  const std::vector<std::uint32_t> used = support();
  std::vector<long double> c;
  c.reserve(used.size());
  for (const std::uint32_t t : used) c.push_back(q_.y[t] * alpha_[t]);
  kernel_.add_scores(used, c, f_, threads, stop);
}

long double WideMultipliers::gradient(std::uint32_t t) const {
  long double f = f_[t];
  for (const auto& [s, change] : pending_) f += change * free_.kept_column(s)[t];
  return q_.y[t] * f + q_.p[t] + ridge(t) * alpha_[t];
}

long double WideMultipliers::room(const std::vector<std::uint32_t>& rows, const std::vector<long double>& d,
                                  long double most) const {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const long double a = alpha_[rows[k]];
    if (d[k] < 0) most = std::min(most, a / -d[k]);
    if (d[k] > 0) most = std::min(most, (cap(rows[k]) - a) / d[k]);
  }
  return most;
}

void WideMultipliers::move(const std::vector<std::uint32_t>& rows, const std::vector<long double>& d,
                           long double theta) {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const std::uint32_t t = rows[k];
    const long double before = alpha_[t];
    long double& a = alpha_[t];
    a += theta * d[k];
    if (d[k] < 0 && (before / -d[k] <= theta || a < 0)) a = 0;
    if (d[k] > 0 && ((cap(t) - before) / d[k] <= theta || a > cap(t))) a = cap(t);
    if (a == before) continue;
    free_.column(t);
    pending_[t] += q_.y[t] * (a - before);
    count_move(t, std::fabs(a - before));
  }
}

double WideMultipliers::catch_up() {
  for (const auto& [s, change] : pending_) {
    const std::vector<long double>& values = free_.kept_column(s);
    for (std::size_t t = 0; t < f_.size(); ++t) f_[t] += change * values[t];
  }
  const double work = static_cast<double>(f_.size()) * static_cast<double>(pending_.size());
  errors_.count_sums(pending_.size());
  pending_.clear();
  return work;
}

OfGroups<long double> WideMultipliers::lacks() const {
  OfGroups<long double> lack = kept_;
  for (std::size_t t = 0; t < alpha_.size(); ++t) {
    const int g = group_of(q_, t);
    if (g >= 0) lack[g] -= q_.y[t] * alpha_[t];
  }
  return lack;
}

void WideMultipliers::count_move(std::size_t t, long double by) {
  moved_ += by;
  errors_.count_move(t, by);
}

}  // namespace halfspace
