// The updates of a run: w̄ += c z_i for the mistakes of a visit, the sums that the mistake bound needs, the trace.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "data/rows.hpp"
#include "solver/perceptron/kept_weights.hpp"
#include "solver/perceptron/perceptron.hpp"
#include "solver/perceptron/present_mistakes.hpp"
#include "solver/perceptron/rules.hpp"

namespace halfspace {

template <class M, class W>
class Updates {
 public:
  Updates(const M& x, const PerceptronProblem& p, const PerceptronChoices& o, const PresentMistakes<M, W>& mistakes,
          const PerceptronObserver& observer)
      : x_(x), y_(p.y), columns_(p.columns), o_(o), mistakes_(mistakes), observer_(observer) {}

  /// One update of w at these mistakes; their scores are in its scale. False: a score is no number.
  bool make(W& w, std::span<const std::uint64_t> rows, std::span<const double> scores, std::uint64_t batch_size,
            KeptWeights& kept, PerceptronResult& r) {
    steps_.clear();
    true_scores_.clear();
    double whole = 0;
    bool wrong = false;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const std::uint64_t i = rows[k];
      if (!std::isfinite(scores[k])) return false;
      const double s = scores[k] / w.unit();
      const double y = y_[i];
      const double c = multiplier(o_, s, y, batch_size, [&] { return w.squared_length(i); }) * mistakes_.row_weight(i);
      if constexpr (keeps_margins<W>) moved_ = w.in_scale(y * c);
      w.move(i, y * c, r.visits);  // w̄ += c z_i
      kept.add(i, w.in_scale(c), r.visits);
      whole += c;
      wrong = wrong || y * s <= 0;
      true_scores_.push_back(s);
      steps_.push_back(c);
    }
    w.stay_exact();
    ++r.updates;
    r.multiplier_sum += whole;
    r.squared_multiplier_sum += whole * whole;
    if (wrong) ++r.wrong_updates;
    if (observer_.update) trace(w, rows, r);
    return true;
  }

  /// How far the last row moved the weights, in their scale.
  double moved() const { return moved_; }

  /// c of each row of the last update.
  std::span<const double> steps() const { return steps_; }

  /// Is one of them other than 0? (NaN is: it comes to light as an overflow.)
  bool moves() const {
    return std::any_of(steps_.begin(), steps_.end(), [](double c) { return c != 0; });
  }

  /// After make() has said no.
  Error overflow() const {
    std::size_t worst = 0;
    double size = 0;
    for (std::size_t i = 0; i < x_.rows; ++i) {
      for_each_entry(x_.row(i), [&](std::size_t j, double v) {
        if (std::fabs(v) <= size) return;
        size = std::fabs(v);
        worst = j;
      });
    }
    return {Code::bad_data, column_place(columns_, worst),
            "its values reach " + number_text(size) + " and the scores overflow a double; rescale this column"};
  }

 private:
  void trace(const W& w, std::span<const std::uint64_t> rows, const PerceptronResult& r) const {
    const std::vector<double> now = x_.cols <= 64 && W::primal ? w.values() : std::vector<double>{};
    UpdateEvent event{// NOLINT(misc-const-correctness): its rival is set below
                      r.visits, r.passes, rows, true_scores_, steps_, w.squared_length(), now};
    if constexpr (requires { w.rival(); }) event.rival = w.rival();
    if constexpr (requires { w.along(observer_.separator); }) {
      if (!observer_.separator.empty()) event.along = w.along(observer_.separator);
    }
    observer_.update(event);
  }

  const M& x_;
  std::span<const std::int8_t> y_;
  std::span<const std::string> columns_;
  const PerceptronChoices& o_;
  const PresentMistakes<M, W>& mistakes_;
  const PerceptronObserver& observer_;
  double moved_ = 0;
  std::vector<double> true_scores_;
  std::vector<double> steps_;
};

}  // namespace halfspace
