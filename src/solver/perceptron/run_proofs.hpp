// What a run learns about the separability of its data while it runs (docs/algorithms.md section 4): a bound on the
// margin, a recurrence of weights, the answer of the race.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "base/text.hpp"
#include "solver/perceptron/perceptron.hpp"
#include "solver/perceptron/recurrence.hpp"
#include "solver/perceptron/run_end.hpp"

namespace halfspace {

class RunProofs {
 public:
  /// `a_pass`: visits of a pass.
  RunProofs(const PerceptronChoices& o, const PerceptronObserver& observer, std::uint64_t a_pass, PerceptronResult& r,
            RunEnd& end)
      : o_(o), observer_(observer), r_(r), end_(end), asks_at_(asking_visit(a_pass)) {}

  /// γ <= |w̄| / sum c from w̄_0 = 0: a convex combination of the z_i has that length.
  template <class W>
  void note_margin(const W& w) {
    if (o_.start != Start::zero || r_.multiplier_sum <= 0 || !has_inner_product(o_)) return;
    const double squared = w.squared_length();
    if (std::isfinite(squared)) r_.margin_at_most = std::min(r_.margin_at_most, std::sqrt(squared) / r_.multiplier_sum);
  }

  /// At the end of a pass.
  template <class W>
  void look_for_recurrence(const W& w) {
    if (o_.decide == Decide::off || r_.not_separable || !w.exact()) return;
    const auto earlier = recurrence_.add(r_.passes, r_.updates, w.state());
    if (!earlier) return;
    r_.not_separable = true;
    r_.recurrence_from = *earlier;
    r_.recurrence_to = r_.passes;
    if (awaits_clean(o_)) {
      end_.end(Status::not_separable, "the weights at the end of pass " + grouped(r_.passes) +
                                          " equal those at the end of pass " + grouped(*earlier) +
                                          ": no separator exists (Gordan)");
    }
  }

  /// The race of the run against a proof that it cannot end: by visits, never by the clock.
  bool asks_now() const { return asks_at_ != 0 && r_.visits >= asks_at_ && !end_.ended(); }

  void ask(const Progress& where) {
    asks_at_ = 0;
    if (!observer_.hopeless(where)) return;
    r_.not_separable = true;
    end_.end(Status::not_separable, "no separator exists");
  }

  /// Visits until the question is due.
  std::uint64_t ahead() const { return asks_at_ > r_.visits ? asks_at_ - r_.visits : static_cast<std::uint64_t>(-1); }

 private:
  std::uint64_t asking_visit(std::uint64_t a_pass) const {
    if (!observer_.hopeless || !awaits_clean(o_)) return 0;
    return passes_before_asking * (o_.order == Order::random_mistake ? 1 : a_pass);
  }

  const PerceptronChoices& o_;
  const PerceptronObserver& observer_;
  PerceptronResult& r_;
  RunEnd& end_;
  Recurrence recurrence_;
  std::uint64_t asks_at_;  // visits after which to ask whether the run is hopeless; 0: not, or not again
};

}  // namespace halfspace
