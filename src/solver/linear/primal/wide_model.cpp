#include "solver/linear/primal/wide_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <variant>

#include "base/rng.hpp"

namespace halfspace {

void WideModel::hold(std::vector<std::size_t> columns) {
  if (columns == columns_) return;
  z_.stop_token().count(2 * z_.stored() + z_.dims());
  constexpr std::uint32_t absent = ~std::uint32_t{0};
  std::vector<std::uint32_t> place(z_.dims(), absent);
  for (const std::size_t j : columns_) holds_[j] = 0;
  columns_ = std::move(columns);
  for (std::size_t a = 0; a < columns_.size(); ++a) {
    place[columns_[a]] = static_cast<std::uint32_t>(a);
    holds_[columns_[a]] = 1;
  }
  held_.start.assign(columns_.size() + 1, 0);
  const auto for_each_held = [&](auto f) {
    std::visit(
        [&](const auto& x) {
          for (std::size_t i = 0; i < z_.n(); ++i) {
            for_each_entry(x.row(z_.row(i)), [&](std::size_t j, double v) {
              if (v != 0 && place[j] != absent) f(i, place[j], v);
            });
            if (z_.bias() && place[z_.features()] != absent) f(i, place[z_.features()], 1.0);
          }
        },
        z_.matrix());
  };
  for_each_held([&](std::size_t, std::uint32_t a, double) { ++held_.start[a + 1]; });
  std::partial_sum(held_.start.begin(), held_.start.end(), held_.start.begin());
  held_.row.resize(held_.start.back());
  held_.value.resize(held_.start.back());
  std::vector<std::size_t> next(held_.start.begin(), held_.start.end() - 1);
  for_each_held([&](std::size_t i, std::uint32_t a, double v) {
    held_.row[next[a]] = static_cast<std::uint32_t>(i);
    held_.value[next[a]++] = v;
  });
}

void WideModel::set(std::span<const double> D, std::vector<double> v, std::vector<double> g,
                    std::vector<Penalty> penalty) {
  D_.assign(D.begin(), D.end());
  v_ = std::move(v);
  g_ = std::move(g);
  penalty_ = std::move(penalty);
  z_.stop_token().count(2 * held_.row.size() + z_.n());
  h_.assign(v_.size(), 0.0);
  with_bias_.assign(v_.size(), 0.0);
  most_h_.assign(v_.size(), 0.0);
  const bool bias = !columns_.empty() && z_.bias() && columns_.back() == z_.features() && penalty_.back().l1 == 0 &&
                    penalty_.back().l2 == 0;
  bias_ = bias ? columns_.size() - 1 : columns_.size();
  for (std::size_t a = 0; a < h_.size(); ++a) {
    for (std::size_t k = held_.start[a]; k < held_.start[a + 1]; ++k) {
      const double square = held_.value[k] * held_.value[k];
      if (bias) with_bias_[a] += D_[held_.row[k]] * held_.value[k];
      h_[a] += D_[held_.row[k]] * square;
      most_h_[a] += z_.cost()[held_.row[k]] * square;
    }
    h_[a] += penalty_[a].l2;
    most_h_[a] *= most_bend(z_.loss());
  }
  on_ = &bent();
  Dt_.assign(z_.n(), 0.0);
  u_.assign(v_.size(), 0.0);
  bias_slope_ = 0;
}

/// Rows without curvature add nothing to slopes.
const WideModel::Entries& WideModel::bent() {
  constexpr std::size_t worth = 4;  // of so many rows one without
  const auto flat = static_cast<std::size_t>(std::count(D_.begin(), D_.end(), 0.0));
  if (worth * flat < D_.size()) return held_;
  kept_.start.assign(1, 0);
  kept_.row.clear();
  kept_.value.clear();
  for (std::size_t a = 0; a < columns_.size(); ++a) {
    for (std::size_t k = held_.start[a]; k < held_.start[a + 1]; ++k) {
      if (D_[held_.row[k]] == 0) continue;
      kept_.row.push_back(held_.row[k]);
      kept_.value.push_back(held_.value[k]);
    }
    kept_.start.push_back(kept_.row.size());
  }
  return kept_;
}

double WideModel::sum_of(std::size_t a, const std::vector<double>& t) const {
  double sum = 0;
  for (std::size_t k = on_->start[a]; k < on_->start[a + 1]; ++k) sum += on_->value[k] * t[on_->row[k]];
  return sum;
}

double WideModel::slope(std::size_t a) const {
  const double bias = bias_ < u_.size() ? with_bias_[a] * u_[bias_] : 0;
  return g_[a] + penalty_[a].l2 * u_[a] + sum_of(a, Dt_) + bias;
}

const std::vector<double>& WideModel::minimum(double damping, KinkedParabola::Accuracy accuracy) {
  constexpr int most_sweeps = 1000;
  int between_faces = 4;  // sweeps
  int next_face = between_faces - 1;
  constexpr std::uint64_t seed = 1;  // any order does
  const double largest = h_.empty() ? 0 : *std::max_element(h_.begin(), h_.end());
  added_.resize(h_.size());
  for (std::size_t a = 0; a < h_.size(); ++a) {
    added_[a] = h_[a] > 0 ? damping * h_[a] : damping * largest + std::numeric_limits<double>::min();
    added_[a] = std::max(added_[a], least_bend * most_h_[a] - h_[a]);  // else t loses all digits to steps without end
    h_[a] += added_[a];
  }
  eliminate_bias();
  std::vector<std::size_t> all(bias_);
  std::iota(all.begin(), all.end(), std::size_t{0});
  active_ = all;
  Rng order(seed, Stream::order);
  double first = 0;
  double resting = std::numeric_limits<double>::infinity();
  for (int round = 0; round < most_sweeps; ++round) {
    const bool whole = active_.size() == all.size();
    shuffle(std::span(active_), order);
    const double most = sweep(resting);
    first = std::max(first, most);
    resting = most;
    const double enough = std::max(accuracy.share * first, accuracy.least);
    if (most > enough) {
      if (steady_ && round >= next_face) {
        if (!face_step(enough)) between_faces *= 2;
        next_face = round + between_faces;
      }
      continue;
    }
    if (whole) break;
    active_ = all;
    resting = std::numeric_limits<double>::infinity();
  }
  gradient_.resize(u_.size());
  for (std::size_t a = 0; a < u_.size(); ++a) gradient_[a] = slope(a);
  return u_;
}

/// The bias is at its minimum for all other u_a, always: h_a is less by what it takes of their curvature.
void WideModel::eliminate_bias() {
  if (bias_ == columns_.size()) return;
  for (std::size_t a = 0; a < bias_; ++a)
    h_[a] = std::max(h_[a] - with_bias_[a] * (with_bias_[a] / h_[bias_]), added_[a] + least_bend * h_[a]);
  move_bias(0);
}

void WideModel::move_bias(double slope) {
  if (bias_ == columns_.size()) return;
  bias_slope_ += slope;
  u_[bias_] = -(g_[bias_] + bias_slope_) / h_[bias_];
}

/// One visit of each active coordinate; the largest change of a slope that one of them made. Those farther than `resting`
/// within their kink leave.
double WideModel::sweep(double resting) {
  double most = 0;
  steady_ = true;
  std::size_t stay = 0;
  Pace pace(z_.stop_token());
  for (const std::size_t a : active_) {
    const double at = v_[a] + u_[a];
    pace.check(2 * (on_->start[a + 1] - on_->start[a]));
    const double G = slope(a) + added_[a] * u_[a];
    if (at == 0 && std::fabs(G) < penalty_[a].l1 - resting) continue;
    active_[stay++] = a;
    const double next = Penalty{penalty_[a].l1, 0}.prox(at - G / h_[a], 1 / h_[a]);
    const double step = next - at;
    if (step == 0) continue;
    if (at * next <= 0) steady_ = false;
    u_[a] = next == 0 ? -v_[a] : u_[a] + step;
    for (std::size_t k = on_->start[a]; k < on_->start[a + 1]; ++k)
      Dt_[on_->row[k]] += step * D_[on_->row[k]] * on_->value[k];
    move_bias(step * with_bias_[a]);
    most = std::max(most, std::fabs(step) * h_[a]);
  }
  active_.resize(stay);
  return most;
}

void WideModel::margins(std::span<double> dm) const {
  z_.stop_token().count(held_.row.size() + z_.n());
  std::fill(dm.begin(), dm.end(), 0.0);
  for (std::size_t a = 0; a < u_.size(); ++a) {
    if (u_[a] == 0) continue;
    for (std::size_t k = held_.start[a]; k < held_.start[a + 1]; ++k) dm[held_.row[k]] += u_[a] * held_.value[k];
  }
  for (std::size_t i = 0; i < dm.size(); ++i) dm[i] *= z_.sign(i);
}

}  // namespace halfspace
