#include "driver/map_run.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/elementary.hpp"
#include "driver/confusion.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t most_map_steps = 200;
constexpr double level_enough = 1e-14;  // of the slopes, against the weight of all rows

constexpr const char* no_temperature =
    "no temperature above 0 fits the held-out scores better than equal probabilities do; give more rows, or other "
    "features";

Error unfit(const std::string& why) { return {Code::bad_data, "--calibrate", why}; }

double largest(const MapState::Point& p) { return std::max(std::fabs(p.slope_a), std::fabs(p.slope_b)); }

}  // namespace

MapRun::MapRun(std::vector<double> of_class, bool movable) : of_class_(std::move(of_class)), movable_(movable) {
  if (two_classes() && movable) s_.trial.b = elementary::log((of_class_[1] + 1) / (of_class_[0] + 1));
}

double MapRun::total() const { return std::accumulate(of_class_.begin(), of_class_.end(), 0.0); }

void MapRun::ask(Question& q) const {
  q.ask = Ask::calibration;
  q.map = ScoreMap{s_.scale > 0 ? s_.trial.a / s_.scale : 0, s_.trial.b, of_class_};
}

Result<void> MapRun::take(const Answer& answer) {
  if (answer.exact.size() != map_sums || answer.most.size() != 2) return incomplete();
  const bool first = s_.scale == 0;
  if (first) {
    if (auto begun = begin(answer.most[0], -answer.most[1]); !begun) return begun;
  }
  read_trial(answer);
  ++s_.steps;
  if (!two_classes()) {
    if (first && !(s_.trial.slope_a < 0)) return unfit(no_temperature);
    take_root();
  } else if (first) {
    s_.at = s_.trial;
    begin_step();
  } else {
    take_newton();
  }
  return done() ? check_end() : Result<void>();
}

Result<void> MapRun::begin(double most, double least) {
  s_.scale = std::max(std::fabs(most), std::fabs(least));
  if (most == least || !(s_.scale > 0) || !std::isfinite(s_.scale))
    return unfit("all held-out scores are equal: they do not separate the classes; use other features");
  return {};
}

/// Of scores divided by the scale.
void MapRun::read_trial(const Answer& answer) {
  const auto sum = [&](MapSum which) { return answer.exact[static_cast<std::size_t>(which)].value(); };
  MapState::Point& p = s_.trial;
  p.value = sum(MapSum::value);
  p.slope_a = sum(MapSum::a) / s_.scale;
  p.slope_b = movable_ ? sum(MapSum::b) : 0;
  p.aa = sum(MapSum::aa) / s_.scale / s_.scale;
  p.ab = movable_ ? sum(MapSum::ab) / s_.scale : 0;
  p.bb = sum(MapSum::bb);
}

void MapRun::take_newton() {
  constexpr double armijo = 1e-4;
  constexpr double least_step = 1e-12;
  constexpr double too_flat = 1e-8;  // of the value: promised descents below it are left to the slopes
  const double slope = s_.at.slope_a * s_.step_a + s_.at.slope_b * s_.step_b;
  const bool flat = s_.length == 1 && -slope <= too_flat * s_.at.value;
  if (flat && largest(s_.trial) >= largest(s_.at)) {
    s_.over = 1;
    return;
  }
  if (flat || s_.trial.value <= s_.at.value + armijo * s_.length * slope) {
    s_.at = s_.trial;
    return begin_step();
  }
  s_.length /= 2;
  if (s_.length <= least_step)
    s_.over = 1;
  else
    try_step();
}

void MapRun::begin_step() {
  constexpr double ridge = 1e-12;
  if (largest(s_.at) <= level_enough * total() || s_.steps > most_map_steps) {
    s_.over = 1;
    return;
  }
  const MapState::Point& g = s_.at;
  const double aa = g.aa + ridge;
  const double bb = g.bb + ridge;
  const double det = aa * bb - g.ab * g.ab;
  s_.step_a = movable_ ? -(bb * g.slope_a - g.ab * g.slope_b) / det : -g.slope_a / aa;
  s_.step_b = movable_ ? -(aa * g.slope_b - g.ab * g.slope_a) / det : 0;
  s_.length = 1;
  try_step();
}

void MapRun::try_step() {
  s_.trial.a = s_.at.a + s_.length * s_.step_a;
  s_.trial.b = s_.at.b + s_.length * s_.step_b;
}

void MapRun::take_root() {
  constexpr double far = 1e300;
  const double a = s_.trial.a;
  (s_.trial.slope_a < 0 ? s_.low : s_.high) = a;
  s_.at = s_.trial;
  const bool narrow = s_.high > 0 && s_.high - s_.low <= 4e-16 * s_.high;
  if (narrow || std::fabs(s_.at.slope_a) <= level_enough * total() || s_.steps > most_map_steps || a > far) {
    s_.over = 1;
    return;
  }
  double next = s_.at.aa > 0 ? a - s_.at.slope_a / s_.at.aa : 0;
  if (!(next > s_.low) || (s_.high > 0 && next >= s_.high))
    next = s_.high > 0 ? s_.low + (s_.high - s_.low) / 2 : 2 * std::max(a, 1.0);
  s_.trial = {};
  s_.trial.a = next;
}

Result<void> MapRun::check_end() const {
  const double a = s_.at.a / s_.scale;
  if (a > 0 && std::isfinite(a) && std::isfinite(fit().crossing)) return {};
  return unfit(two_classes()
                   ? "the sigmoid that fits the held-out scores best does not rise with them; give more rows or other "
                     "features"
                   : no_temperature);
}

bool MapRun::unpack(Unpacker& from) {
  s_ = from.number<MapState>();
  return from.ok() && s_.over <= 1 && (!done() || (s_.scale > 0 && check_end()));
}

CalibrationFit MapRun::fit() const {
  CalibrationFit out;
  const double a = s_.at.a / s_.scale;
  if (!two_classes()) {
    out.map = TemperatureMap{a};
    return out;
  }
  out.map = PlattMap{a};
  out.crossing = movable_ ? -s_.at.b / a : 0;
  return out;
}

}  // namespace halfspace
