#include "solver/online/perceptron_learner.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solver/perceptron/rules.hpp"

namespace halfspace {

std::optional<std::size_t> PerceptronLearner::learn(const OnlineRows& rows, std::span<double> score,
                                                    std::uint64_t clean_after) {
  if (state_.whole && state_.plain && !rescale(rows)) state_.whole.reset();
  std::optional<std::size_t> bad;
  if (state_.plain) bad = visit(*state_.plain, rows, score, clean_after);
  if (!state_.whole) return bad;
  return visit(*state_.whole, rows, score, clean_after);
}

/// The scale of all values up to these rows, and the weights in it. False: whole numbers cannot take them.
bool PerceptronLearner::rescale(const OnlineRows& rows) {
  Track& t = *state_.whole;
  const bool first = t.visits == 0;
  if (first && !rows.weight.empty()) state_.facts.heaviest = 0;
  state_.facts.decimals = std::max(state_.facts.decimals, rows.decimals);
  state_.facts.short_decimals = state_.facts.short_decimals && rows.short_decimals;
  note_weights(state_.facts, rows.weight);
  auto scale = scale_of(state_.facts, o_, 0);
  if (!scale) return false;
  const double data = scale->data / t.scale.data;
  const double weights = first ? 1 : scale->weights / t.scale.weights;
  scale->largest = t.scale.largest * data;
  scale->row_sum = t.scale.row_sum * data;
  measure(rows.x, *scale, o_.bias != Bias::none);
  if (!stays_exact(*scale, state_.facts, o_, 0)) return false;
  scale->exact = true;
  if (first) t.state.exact = true;
  if (weights != 1) {
    for (double& v : t.state.w) v *= weights;
    for (double& v : t.state.sum) v *= weights;
    t.state.reach *= weights;
  }
  t.scale = *scale;
  if (t.state.reach * scale->row_sum <= exact_limit) return true;
  t.state.reach = 0;
  for (const double v : t.state.w) t.state.reach = std::max(t.state.reach, std::fabs(v));
  return t.state.reach * scale->row_sum <= exact_limit / 2;
}

std::optional<std::size_t> PerceptronLearner::visit(Track& track, const OnlineRows& rows, std::span<double> score,
                                                    std::uint64_t clean_after) const {
  const auto on = [&](const auto& x) { return visit_rows(track, x, rows, score, clean_after); };
  return track.scale.data == 1 ? std::visit(on, rows.x) : std::visit(on, scaled(rows.x, track.scale.data));
}

template <class M>
std::optional<std::size_t> PerceptronLearner::visit_rows(Track& track, const M& x, const OnlineRows& rows,
                                                         std::span<double> score, std::uint64_t clean_after) const {
  Weights<M> w(x, o_, track.scale, std::move(track.state));
  const double threshold = o_.margin * w.unit();
  std::optional<std::size_t> bad;
  for (std::size_t k = 0; k < rows.size() && (clean_after == 0 || track.in_a_row < clean_after); ++k) {
    const std::size_t i = rows.at(k);
    const double y = rows.y[i];
    const double scaled_score = w.score(i);
    const double s = scaled_score / w.unit();
    score[i] = s;
    ++track.visits;
    if (!is_mistake(o_.mistake, scaled_score, y, threshold)) {
      ++track.in_a_row;
      continue;
    }
    if (!std::isfinite(scaled_score)) {
      bad = i;
      break;
    }
    const double c = multiplier(o_, s, y, 1, [&] { return w.squared_length(i); }) * rows.c(i);
    w.move(i, y * c, track.visits);  // w̄ += c z_i
    w.stay_exact();
    ++track.updates;
    track.in_a_row = 0;
  }
  track.state = std::move(w).release();
  return bad;
}

void PerceptronLearner::end_pass() {
  if (state_.whole) state_.plain.reset();
}

PerceptronResult PerceptronLearner::result(std::size_t cols) const {
  const Track& t = shown();
  const DenseMatrix<double> none{{}, 0, cols};
  Weights<DenseMatrix<double>> w(none, o_, t.scale, t.state);
  if (o_.keep == Keep::average) w.average(t.visits);
  PerceptronResult r;
  w.give(r.w, r.b);
  r.visits = t.visits;
  r.updates = t.updates;
  r.exact = w.exact() && o_.keep != Keep::average;
  if (w.zero() && zero_is_correct(o_)) r.status = Status::vacuous;
  return r;
}

}  // namespace halfspace
