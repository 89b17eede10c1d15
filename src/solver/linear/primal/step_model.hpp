// The model of a step on its columns A: by its matrix, or entry by entry once A has thousands of columns.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "solver/linear/primal/kinked_parabola.hpp"
#include "solver/linear/primal/wide_model.hpp"
#include "solver/linear/primal/working_set.hpp"

namespace halfspace {

class StepModel {
 public:
  /// `held` stays the caller's; null: its own.
  StepModel(const Design& z, HeldColumns* held, const StopToken& stop)
      : z_(z), held_(held != nullptr ? *held : own_.emplace(z)), parabola_(stop) {}

  void choose(const WorkingSet& set, std::span<const double> v, std::span<const double> g, double from) {
    if (wide_) {
      std::vector<std::size_t> all = set.all(v, g);
      if (2 * all.size() > most_held()) return wide_->hold(std::move(all));
      wide_.reset();
    } else if (held_.columns().empty()) {
      std::vector<std::size_t> all = set.all(v, g);
      if (all.size() > far_more * most_held()) return wide_.emplace(z_).hold(std::move(all));
    }
    if (set.choose(v, g, from, most_held(), held_)) return;
    wide_.emplace(z_);
    wide_->hold(set.all(v, g));
  }

  bool wide() const { return wide_.has_value(); }
  const std::vector<std::size_t>& columns() const { return wide_ ? wide_->columns() : held_.columns(); }
  bool holds(std::size_t j) const { return wide_ ? wide_->holds(j) : held_.holds(j); }

  /// The step for curvatures D of the rows, and what it does to the margins.
  const std::vector<double>& minimum(std::span<const double> D, std::vector<double> v, std::vector<double> g,
                                     std::vector<Penalty> penalty, double damping, KinkedParabola::Accuracy accuracy,
                                     std::span<double> dm) {
    if (wide_) {
      wide_->set(D, std::move(v), std::move(g), std::move(penalty));
      const std::vector<double>& u = wide_->minimum(damping, accuracy);
      wide_->margins(dm);
      return u;
    }
    constexpr double curving = 0.1;  // D' is as near to D
    held_.follow(D, curving);
    parabola_.set(held_, std::move(v), std::move(g), std::move(penalty));
    const std::vector<double>& u = parabola_.minimum(damping, accuracy);
    held_.margins(u, dm);
    return u;
  }

  std::span<const double> curvature() const { return wide_ ? wide_->curvature() : held_.curvature(); }  // D'
  const std::vector<double>& gradient() const { return wide_ ? wide_->gradient() : parabola_.gradient(); }

  std::span<const double> squares() { return held_.squares(); }  // Σ_i C_i z_ij^2 of all columns

 private:
  /// Of so many times the columns that a matrix pays for, sets that double begin too far from the set of the optimum.
  static constexpr std::size_t far_more = 2;

  /// More columns cost more as a matrix than entry by entry: it is larger than they are, and where they come near to the
  /// number of rows as good as singular.
  std::size_t most_held() const {
    constexpr double few = 2000;
    constexpr std::size_t small = 500;  // next to nothing, and nearer to the optimum where C is huge
    const double worth = 2 * std::sqrt(static_cast<double>(z_.stored()));
    const auto most = static_cast<std::size_t>(std::clamp(worth, few, static_cast<double>(HeldColumns::most_columns)));
    return std::min(most, std::max(small, z_.n() / 2));
  }

  const Design& z_;
  std::optional<HeldColumns> own_;
  HeldColumns& held_;
  KinkedParabola parabola_;
  std::optional<WideModel> wide_;
};

}  // namespace halfspace
