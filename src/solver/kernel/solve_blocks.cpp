#include "solver/kernel/solve_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/kernel/block_smo.hpp"
#include "solver/kernel/box_goal.hpp"

namespace halfspace {
namespace {

constexpr double least_share_of_sets = 1e-3;  // of the tolerance: how far the sets may go beyond it
constexpr double most_of_matrix = 4;          // kernel values that scores take, times those of the whole matrix
constexpr double most_of_kept_matrix = 1;     // ... where steps on all rows could keep that
constexpr double least_gain = 1e-14;          // of the objective, in a round

template <class T>
class BlockRun {
 public:
  BlockRun(const BoxProblem& q, const BoxOptions& options, double begun, std::size_t block, BoxScores& scores,
           BoxSolution& out)
      : q_(q), options_(options), begun_(begun), scores_(scores), out_(out), smo_(q, options, block), dual_(out.dual) {}

  bool run() {
    while (true) {
      restart();
      if (out_.halt == Halt::go_on) out_.halt = options_.stop.ask();
      if (out_.halt != Halt::go_on) return end(judged() ? BoxEnd::solved : BoxEnd::halted);
      if (smo_.gap() <= share_ * options_.tol * std::max(std::fabs(dual_), least_of_first * begun_)) {
        if (judged() || (renewed() && judged()) || (sharpened() && judged())) return end(BoxEnd::solved);
        share_ *= 0.3;
        if (share_ < least_share_of_sets) return false;
      }
      if (smo_.steps() >= most_steps()) return end(judged() ? BoxEnd::solved : BoxEnd::steps);
      if (exhausted() || !next_set()) return judged() ? end(BoxEnd::solved) : false;
    }
  }

 private:
  void restart() {
    std::vector<double> u(q_.y.size());
    for (std::size_t t = 0; t < u.size(); ++t) u[t] = scores_.u(t);
    smo_.restart(scores_.alpha(), u, dual_);
    if (options_.progress) options_.progress({smo_.steps(), dual_, smo_.gap()});
  }

  bool judged() {
    scores_.judge(out_);
    ++out_.checks;
    dual_ = out_.dual;
    return small_enough(out_, options_.tol, begun_);
  }

  /// Many changes have added their roundings to the scores.
  bool renewed() { return scores_.renew(options_.threads, options_.stop); }

  /// With large caps rounding can hide more than is left.
  bool sharpened() {
    return small_but_for_rounding(out_, options_.tol, begun_) && scores_.sharpen(options_.threads, options_.stop);
  }

  bool exhausted() const {
    const auto n = static_cast<double>(q_.y.size());
    const bool kept = n * n * sizeof(T) <= static_cast<double>(options_.cache_bytes);
    return static_cast<double>(changes_) > (kept ? most_of_kept_matrix : most_of_matrix) * n;
  }

  /// False when it gains nothing: other steps may.
  bool next_set() {
    const double before = dual_;
    try {
      smo_.run(most_steps() - smo_.steps());
    } catch (const Stopped& s) {
      out_.halt = s.why;
    }
    out_.steps = smo_.steps();
    out_.concave = out_.concave || smo_.concave();
    for (std::size_t t = 0; t < q_.y.size(); ++t) changes_ += smo_.alpha()[t] != scores_.alpha()[t] ? 1 : 0;
    const StopToken stop = out_.halt != Halt::go_on ? options_.stop.grace() : options_.stop;
    if (scores_.follow(smo_.alpha(), options_.threads, stop)) {
      dual_ = smo_.dual();
    } else if (out_.halt == Halt::go_on) {
      out_.halt = options_.stop.why();
    }
    return dual_ - before > least_gain * std::fabs(dual_) || out_.halt != Halt::go_on;
  }

  std::uint64_t most_steps() const {
    return options_.most_steps > 0 ? options_.most_steps : std::numeric_limits<std::uint64_t>::max();
  }

  bool end(BoxEnd how) {
    out_.end = how;
    return true;
  }

  const BoxProblem& q_;
  const BoxOptions& options_;
  double begun_;
  BoxScores& scores_;
  BoxSolution& out_;
  BlockSmo<T> smo_;
  double dual_;
  double share_ = 0.5;
  std::uint64_t changes_ = 0;  // of multipliers
};

}  // namespace

bool fits_blocks(const BoxProblem& q, const BoxScores& scores) {
  const bool capped = std::none_of(q.cap.begin(), q.cap.end(), [](double c) { return std::isinf(c); });
  return scores.by_panels() && (capped || !q.ridge.empty()) && q.equality != Equality::classes;
}

template <class T>
bool solve_in_blocks(const BoxProblem& q, const BoxOptions& options, double begun, std::size_t block, BoxScores& scores,
                     BoxSolution& out) {
  return BlockRun<T>(q, options, begun, block, scores, out).run();
}

template bool solve_in_blocks<float>(const BoxProblem&, const BoxOptions&, double, std::size_t, BoxScores&,
                                     BoxSolution&);
template bool solve_in_blocks<double>(const BoxProblem&, const BoxOptions&, double, std::size_t, BoxScores&,
                                      BoxSolution&);

}  // namespace halfspace
