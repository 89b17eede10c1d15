#include <algorithm>
#include <cmath>

#include "base/elementary.hpp"
#include "select/calibration.hpp"

namespace halfspace {
namespace {

constexpr int most_newton_steps = 200;
constexpr double least_step = 1e-12;  // of the line search
constexpr double enough = 1e-14;      // of the gradient, against the weight of all rows (scores are scaled to [-1, 1])
constexpr double ridge = 1e-12;       // on the Hessian's diagonal, as in Lin, Lin, Weng
constexpr double armijo = 1e-4;
constexpr double too_flat = 1e-8;  // of the value: promised descents below it are left to the gradient

struct SigmoidPoint {
  double a = 0;
  double b = 0;
};

/// The objective in scaled scores, with targets t_i.
class SigmoidLoss {
 public:
  SigmoidLoss(const CalibrationRows& rows, bool with_offset) : rows_(rows), with_offset_(with_offset) {
    double positive = 0;
    double negative = 0;
    for (std::size_t i = 0; i < rows.truth.size(); ++i) {
      (rows.truth[i] == 1 ? positive : negative) += rows.weight_of(i);
      scale_ = std::max(scale_, std::fabs(rows.score[i]));
    }
    total_ = positive + negative;
    high_ = (positive + 1) / (positive + 2);
    low_ = 1 / (negative + 2);
    if (with_offset) start_.b = elementary::log((positive + 1) / (negative + 1));
  }

  double value(SigmoidPoint p) const {
    double sum = 0;
    for (std::size_t i = 0; i < rows_.truth.size(); ++i) {
      const double v = p.a * scaled(i) + p.b;
      const double t = target(i);  // -t log p - (1 - t) log(1 - p), without overflow
      sum += rows_.weight_of(i) * (v >= 0 ? (1 - t) * v + elementary::log1p(elementary::exp(-v))
                                          : -t * v + elementary::log1p(elementary::exp(v)));
    }
    return sum;
  }

  struct Slopes {
    double a = 0, b = 0;            // gradient
    double aa = 0, ab = 0, bb = 0;  // Hessian
  };
  Slopes slopes(SigmoidPoint at) const {
    Slopes g;
    for (std::size_t i = 0; i < rows_.truth.size(); ++i) {
      const double s = scaled(i);
      const double e = elementary::exp(-std::fabs(at.a * s + at.b));
      const double p = at.a * s + at.b >= 0 ? 1 / (1 + e) : e / (1 + e);
      const double c = rows_.weight_of(i);
      const double curve = c * e / ((1 + e) * (1 + e));
      g.a += c * (p - target(i)) * s;
      g.b += c * (p - target(i));
      g.aa += curve * s * s;
      g.ab += curve * s;
      g.bb += curve;
    }
    if (!with_offset_) g.b = g.ab = 0;
    return g;
  }

  /// Newton's direction of descent.
  SigmoidPoint direction(const Slopes& g) const {
    const double aa = g.aa + ridge;
    if (!with_offset_) return {-g.a / aa, 0};
    const double bb = g.bb + ridge;
    const double det = aa * bb - g.ab * g.ab;
    return {-(bb * g.a - g.ab * g.b) / det, -(aa * g.b - g.ab * g.a) / det};
  }

  SigmoidPoint start() const { return start_; }
  double scale() const { return scale_ > 0 ? scale_ : 1; }
  double total() const { return total_; }

 private:
  double scaled(std::size_t i) const { return rows_.score[i] / scale(); }
  double target(std::size_t i) const { return rows_.truth[i] == 1 ? high_ : low_; }

  const CalibrationRows& rows_;
  bool with_offset_;
  double scale_ = 0;
  double total_ = 0;
  double high_ = 1;
  double low_ = 0;
  SigmoidPoint start_;
};

double largest(const SigmoidLoss::Slopes& g) { return std::max(std::fabs(g.a), std::fabs(g.b)); }

SigmoidPoint least_point(const SigmoidLoss& loss) {
  SigmoidPoint at = loss.start();
  double value = loss.value(at);
  for (int k = 0; k < most_newton_steps; ++k) {
    const auto g = loss.slopes(at);
    if (largest(g) <= enough * loss.total()) break;
    const SigmoidPoint d = loss.direction(g);
    const double slope = g.a * d.a + g.b * d.b;
    double step = 1;
    SigmoidPoint next{at.a + d.a, at.b + d.b};
    double next_value = loss.value(next);
    if (-slope <= too_flat * value) {  // near the optimum values cannot be told apart, gradients can
      if (largest(loss.slopes(next)) >= largest(g)) break;
      at = next;
      value = next_value;
      continue;
    }
    while (!(next_value <= value + armijo * step * slope) && step > least_step) {
      step /= 2;
      next = {at.a + step * d.a, at.b + step * d.b};
      next_value = loss.value(next);
    }
    if (step <= least_step) break;  // rounding decides now
    at = next;
    value = next_value;
  }
  return at;
}

}  // namespace

Result<CalibrationFit> fit_platt(const CalibrationRows& rows, bool with_offset) {
  if (std::all_of(rows.score.begin(), rows.score.end(), [&](double s) { return s == rows.score[0]; }))
    return Error{Code::bad_data, "--calibrate",
                 "all held-out scores are equal: they do not separate the classes; use other features"};
  const SigmoidLoss loss(rows, with_offset);
  const SigmoidPoint best = least_point(loss);
  const double a = best.a / loss.scale();
  const double crossing = with_offset ? -best.b / a : 0;
  if (!(a > 0) || !std::isfinite(crossing) || !std::isfinite(a))
    return Error{Code::bad_data, "--calibrate",
                 "the sigmoid that fits the held-out scores best does not rise with them" + extremes_text(rows.score) +
                     "; choose isotonic, or give more rows or other features"};
  CalibrationFit fit;
  fit.map = PlattMap{a};
  fit.crossing = crossing;
  return fit;
}

}  // namespace halfspace
