// After which passes of dual coordinate descent the gap is worth the pass that it costs, and whether a bounded run will
// close it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "base/elementary.hpp"

namespace halfspace {

class LookSchedule {
 public:
  /// `capped`: the user bounds the rounds.
  LookSchedule(double tol, bool capped) : tol_(tol), capped_(capped) {}

  /// `moved`: the largest violation of the pass; `seen_gap`: Σ of the rows' shares of the gap as it met them.
  bool worth_a_look(std::uint64_t pass, double moved, double seen_gap, double primal) {
    seen_gap_ = seen_gap;
    const bool settled = moved <= settled_below_;
    const bool hopeful = seen_gap * of_seen_ <= tol_ * primal;
    if (settled) settled_below_ = moved / 4;
    const bool wanted = settled || hopeful || pass >= next_ || (capped_ && pass <= first_passes);
    if (wanted) next_ = pass + (often_ || !std::isfinite(seen_gap) ? 4 + pass / 4 : first_look + pass / 2);
    return wanted;
  }

  /// For a run that is to end early where it is hopeless, from pass `judged_from` on.
  void look_often(std::uint64_t judged_from) {
    often_ = true;
    next_ = 1;
    judged_from_ = judged_from;
  }

  /// What the look after that pass found.
  void found(double gap) {
    if (std::isfinite(gap) && seen_gap_ > 0) of_seen_ = std::clamp(gap / seen_gap_, 0.5, 2.0);
  }

  /// Would the gap, falling as it did since the look before the last one, be above the tolerance after `most` passes?
  /// Said once two looks in a row find so: rows that come back raise the gap for a while.
  bool hopeless(std::uint64_t pass, std::uint64_t most, double primal, double gap) {
    const double left = gap / (tol_ * primal);  // a factor still to be lost
    const double fell = left_before_ / left;
    const auto passes = static_cast<double>(pass - before_);
    left_before_ = left;
    before_ = pass;
    if (!std::isfinite(fell) || pass < judged_from_) return false;
    const bool slow =
        !(fell > 1) ||
        static_cast<double>(pass) + passes * elementary::log(left) / elementary::log(fell) > static_cast<double>(most);
    return std::exchange(was_slow_, slow) && slow;
  }

 private:
  static constexpr std::uint64_t first_look = 6;      // pass, of a run that is not about to end
  static constexpr std::uint64_t first_passes = 100;  // of a capped run: each is looked at, none is worse than before

  double tol_;
  bool capped_;
  bool often_ = false;
  double settled_below_ = 0.1;
  std::uint64_t next_ = first_look;
  double seen_gap_ = 0;
  double of_seen_ = 0.8;                                          // the gap after a pass, in what the pass saw of it
  std::uint64_t before_ = 0;                                      // the pass of the look before
  double left_before_ = std::numeric_limits<double>::infinity();  // gap over tolerance at that look
  bool was_slow_ = false;
  std::uint64_t judged_from_ = 0;
};

}  // namespace halfspace
