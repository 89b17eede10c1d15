// The weights that `keep` names, as a run goes on: the last, those of the pocket, the average, all with their votes
// (docs/algorithms.md section 1).
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/number.hpp"
#include "base/text.hpp"
#include "solver/perceptron/multipliers.hpp"
#include "solver/perceptron/perceptron.hpp"

namespace halfspace {

/// Weights of more than two classes, whose ties go to the first class.
template <class W>
inline constexpr bool of_classes = requires(const W& w) { w.rival(0); };

class KeptWeights {
 public:
  /// `vote_bytes` bounds the vectors of `vote`; 0: no bound.
  KeptWeights(Keep keep, std::uint64_t n, std::uint64_t vote_bytes)
      : keep_(keep), vote_bytes_(vote_bytes), alpha_(keep, n) {}

  /// Row i has moved the present weights by c, in their scale.
  void add(std::uint64_t i, double c, std::uint64_t visit) { alpha_.add(i, c, visit); }

  /// The present weights have survived so many more visits.
  void survive(std::uint64_t visits) {
    if (keep_ == Keep::vote) survived_ += visits;
  }

  /// Before the present weights move, and at the end: `vote` takes them with the visits they survived.
  template <class W>
  std::optional<Error> push_vote(const W& w, Votes& votes) {
    if (keep_ != Keep::vote) return std::nullopt;
    if (survived_ > 0) {
      const std::vector<double> now = w.values();
      votes.weights.insert(votes.weights.end(), now.begin(), now.end());
      votes.counts.push_back(std::exchange(survived_, 0));
    }
    if (vote_bytes_ == 0 || votes.weights.size() * sizeof(double) <= vote_bytes_) return std::nullopt;
    return Error{Code::usage, "--keep",
                 "the " + grouped(votes.counts.size()) + " weight vectors of vote need more than " +
                     grouped(vote_bytes_ >> 20U) +
                     " MiB; give more with --max-memory, fewer --passes, or --keep average"};
  }

  /// Of the weights in the pocket, by row weight.
  double pocket_mistakes() const { return pocket_mistakes_; }

  /// Gallant 1990 with ratchet: replaced only by strictly fewer mistakes. Are these?
  template <class W>
  bool fill_pocket(const W& w, double mistakes) {
    if (mistakes >= pocket_mistakes_) return false;
    pocket_mistakes_ = mistakes;
    w.save(pocket_);
    alpha_.pocket();
    return true;
  }

  /// At the end of the run: w becomes what is kept.
  template <class W>
  void give(W& w, PerceptronResult& r) {
    if (keep_ == Keep::pocket && !pocket_.empty()) w.restore(pocket_);  // empty: stopped before a count
    if (keep_ == Keep::average) w.average(r.visits);
    w.give(r.w, r.b);
    r.alpha = alpha_.kept(r.visits, w.step_unit());
    r.exact = w.exact() && keep_ != Keep::average;
  }

  /// Of what give() gave: may scores by the weights in r be off those by w? (Steps of more classes are decimals.)
  template <class W>
  bool gave_rounded(const W& w, const PerceptronResult& r) const {
    if constexpr (of_classes<W>) {
      return false;
    } else {
      if (keep_ == Keep::vote || (keep_ == Keep::average && !W::primal)) return false;
      return w.snaps() || (r.exact && !(W::primal && print_exactly(r.w) && print_exactly(r.b)));
    }
  }

 private:
  Keep keep_;
  std::uint64_t vote_bytes_;
  Multipliers alpha_;
  std::uint64_t survived_ = 0;  // visits of the present weights (vote)
  double pocket_mistakes_ = std::numeric_limits<double>::infinity();
  std::vector<double> pocket_;
};

}  // namespace halfspace
