// The bound by the best margin of the data: fractions where it counts updates, rounded outwards where it does not.
#include <algorithm>
#include <cmath>

#include "train/perceptron/bound_rule.hpp"

namespace halfspace {
namespace {

double nearest(const Rational& v) {
  const double low = v.get_d();
  const double high = std::nextafter(low, INFINITY);
  return v - Rational(low) <= Rational(high) - v ? low : high;
}

double product(const std::vector<double>& v, const std::vector<double>& unit) {
  double sum = 0;
  for (std::size_t j = 0; j < std::min(v.size(), unit.size()); ++j) sum += v[j] * unit[j];
  return sum;
}

/// Both ends of w̄_0.w* + γ Σc <= sqrt(|w̄_0|^2 + R^2 Σc^2 + 2β Σc), each away from the other by more than the rounding
/// of k sums, of products of d numbers, and of R^2 and γ.
void weigh(MistakeBound& bound, const Separability& known, const PerceptronChoices& o, const PerceptronResult& run) {
  const double beta = o.mistake == Mistake::boundary_is_positive ? 0 : o.margin;
  const double start = std::sqrt(product(run.start, run.start));
  const double steps = run.multiplier_sum;
  const double rounding = static_cast<double>(run.updates + run.start.size() + 64) * 0x1p-52;
  const double grown = *bound.margin_at_least * steps;
  bound.along = product(run.start, unit_vector(known.margin->weights)) + grown - rounding * (start + grown);
  bound.length =
      (1 + rounding) * std::sqrt(start * start + bound.radius_squared * run.squared_multiplier_sum + 2 * beta * steps);
}

}  // namespace

BoundRule bound_rule(const PerceptronChoices& o, bool row_weights) {
  if (o.step == Step::pa1 || o.step == Step::pa2) return BoundRule::none;
  if (o.step == Step::minibatch || o.start != Start::zero || row_weights) return BoundRule::general;
  if (o.step == Step::pa) return BoundRule::passive_aggressive;
  if (o.step == Step::delta) return BoundRule::delta;
  if (o.margin > 0) return BoundRule::margin;
  return o.step == Step::unit ? BoundRule::unit : BoundRule::rate;
}

Rational bound_factor(BoundRule rule, const PerceptronChoices& options, const Rational& radius_squared) {
  if (rule == BoundRule::delta)
    return Rational(9, 8) * radius_squared;  // the most of (1 + 3t)/(1 + t)^2, t the share of 2η steps
  if (rule != BoundRule::margin) return radius_squared;
  const double eta = options.step == Step::rate ? options.eta : 1;
  return radius_squared + 2 * SignedRows::exact_value(options.margin) / SignedRows::exact_value(eta);
}

void hold_against_best(MistakeBound& bound, const Separability& known, const PerceptronChoices& o,
                       const PerceptronResult& run, bool row_weights) {
  const Margin& margin = *known.margin;
  if (!std::isfinite(known.radius_squared.get_d())) return;  // rows longer than doubles can say
  bound.best = true;
  bound.radius_squared = nearest(known.radius_squared);
  bound.margin_at_least = margin_at_least(margin);
  const double most = margin_at_most(margin);
  const double by_the_run = bound.margin_at_most.value_or(INFINITY);  // rounded: it may be too small
  bound.margin_at_most = by_the_run >= *bound.margin_at_least ? std::min(by_the_run, most) : most;
  bound.rule = bound_rule(o, row_weights);
  bound.most.reset();
  if (bound.rule == BoundRule::none) return;
  bound.counted = bound.rule == BoundRule::passive_aggressive ? run.wrong_updates : run.updates;
  if (bound.rule == BoundRule::general) return weigh(bound, known, o, run);
  const Rational ratio = bound_factor(bound.rule, o, known.radius_squared) / margin.lower_squared;
  bound.most = Integer(ratio.get_num() / ratio.get_den()).get_d();  // rounded down
}

std::optional<double> MistakeBound::updates_at_most() const {
  return rule == BoundRule::passive_aggressive ? std::nullopt : most;
}

std::optional<double> MistakeBound::slack() const {
  if (most) return *most - static_cast<double>(counted);
  if (along && length) return *length - *along;
  return std::nullopt;
}

}  // namespace halfspace
