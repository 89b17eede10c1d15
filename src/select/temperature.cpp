#include <algorithm>
#include <cmath>

#include "base/elementary.hpp"
#include "select/calibration.hpp"

namespace halfspace {
namespace {

constexpr int most_halvings = 200;

/// d/da of the objective, which is convex: sum c_i (sum_k p_ik s_ik - sum_k t_ik s_ik).
class TemperatureSlope {
 public:
  TemperatureSlope(const CalibrationRows& rows, std::size_t classes) : rows_(rows), classes_(classes) {
    of_class_.resize(classes);
    for (std::size_t i = 0; i < rows.truth.size(); ++i) of_class_[rows.truth[i]] += rows.weight_of(i);
    for (const double s : rows.score) scale_ = std::max(scale_, std::fabs(s));
  }

  /// At a / scale().
  double operator()(double a) const {
    double sum = 0;
    for (std::size_t i = 0; i < rows_.truth.size(); ++i) {
      const auto s = rows_.score.subspan(i * classes_, classes_);
      sum += rows_.weight_of(i) * (expected(s, a) - targeted(s, rows_.truth[i])) / scale_;
    }
    return sum;
  }

  double scale() const { return scale_; }

 private:
  /// sum_k p_k s_k
  double expected(std::span<const double> s, double a) const {
    const double most = *std::max_element(s.begin(), s.end());
    double total = 0;
    double sum = 0;
    for (const double v : s) {
      const double e = elementary::exp(a * (v - most) / scale_);
      total += e;
      sum += e * v;
    }
    return sum / total;
  }

  /// sum_k t_k s_k
  double targeted(std::span<const double> s, std::uint32_t truth) const {
    const double rest = 1 / (of_class_[truth] + static_cast<double>(classes_));
    double sum = 0;
    for (const double v : s) sum += rest * v;
    return sum + of_class_[truth] * rest * s[truth];
  }

  const CalibrationRows& rows_;
  std::size_t classes_;
  std::vector<double> of_class_;  // weight
  double scale_ = 0;
};

}  // namespace

Result<CalibrationFit> fit_temperature(const CalibrationRows& rows, std::size_t classes) {
  const TemperatureSlope slope(rows, classes);
  if (!(slope.scale() > 0) || !(slope(0) < 0))
    return Error{Code::bad_data, "--calibrate",
                 "no temperature above 0 fits the held-out scores better than equal probabilities do" +
                     extremes_text(rows.score) + "; give more rows, or other features"};
  double low = 0;
  double high = 1;
  while (slope(high) < 0 && high < 1e300) {
    low = high;
    high *= 2;
  }
  for (int k = 0; k < most_halvings; ++k) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    (slope(middle) < 0 ? low : high) = middle;
  }
  CalibrationFit fit;
  fit.map = TemperatureMap{high / slope.scale()};
  return fit;
}

}  // namespace halfspace
