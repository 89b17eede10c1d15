#include "solver/kernel/smo.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "solver/kernel/box_goal.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t fewest_a_round = 16;
constexpr std::uint64_t most_a_round = 1000;  // a round: as many steps as rows; then rows may leave
constexpr std::uint64_t checks_a_round = 8;
constexpr std::uint64_t most_idle_rounds = 100;

}  // namespace

template <class T>
Smo<T>::Smo(const BoxProblem& problem, const BoxOptions& options)
    : options_(options), kernel_(problem, options), rows_(problem, kernel_), selection_(rows_, kernel_) {}

template <class T>
void Smo<T>::restart(std::span<const double> alpha, std::span<const double> u) {
  const std::vector<std::uint32_t> before = rows_.numbers();
  rows_.restart(alpha, u);
  if (!before.empty()) {
    std::vector<bool> stays(rows_.size());
    for (const std::uint32_t i : before) stays[i] = true;
    rows_.set(rows_that_may_go(rows_, stays));
  }
  follow_columns(before);
}

template <class T>
void Smo<T>::follow_columns(const std::vector<std::uint32_t>& before) {
  if (before == rows_.numbers()) return;
  kernel_.change_columns(before, rows_.numbers());
  rows_.look_at_hand();
}

template <class T>
void Smo<T>::shrink() {
  auto remaining = shrinking_.remaining(rows_);
  if (!remaining) return;
  const std::vector<std::uint32_t> before = rows_.numbers();
  rows_.keep_gradient();
  rows_.set(std::move(*remaining));
  follow_columns(before);
}

template <class T>
typename Smo<T>::End Smo<T>::run(double share, double begun, double dual, std::uint64_t most_steps) {
  dual_ = dual;
  double size = 0;
  for (const double u : rows_.u()) size = std::max(size, std::fabs(u));
  const double least = 4 * std::numeric_limits<T>::epsilon() * size;
  const std::uint64_t round = std::clamp<std::uint64_t>(rows_.size(), fewest_a_round, most_a_round);
  const std::uint64_t between = std::max(round / checks_a_round, fewest_a_round);
  std::uint64_t until_check = 1;
  std::uint64_t next_shrink = steps_;
  double dual_before = dual_;
  double least_gap = std::numeric_limits<double>::infinity();
  std::uint64_t idle = 0;  // checks
  for (;;) {
    if (--until_check == 0) {
      until_check = std::min(between, std::max<std::uint64_t>(most_steps - std::min(most_steps, steps_), 1));
      const double now = smo_gap(rows_, dual_);
      const double scale = std::max(std::fabs(dual_), least_of_first * begun);
      if (now < 0) return End::no_pair;
      if (now <= share * scale) return End::small_gap;
      const bool gains = dual_ - dual_before > std::numeric_limits<double>::epsilon() * scale || now < 0.99 * least_gap;
      idle = gains ? 0 : idle + 1;
      if (idle * between > most_idle_rounds * round) return End::no_pair;  // what steps gain is lost in rounding
      least_gap = std::min(least_gap, now);
      dual_before = dual_;
      if (options_.progress) options_.progress({steps_, dual_, now});
      halt_ = options_.stop.ask();
      if (halt_ != Halt::go_on) return End::halted;
      if (steps_ >= most_steps) return End::steps;
      if (steps_ >= next_shrink) {
        shrink();
        next_shrink = steps_ + round;
      }
    }
    options_.stop.count(8 * rows_.size());
    const WorkingPair pair = selection_.next();
    if (pair.i == WorkingPair::none || std::fabs(pair.difference) <= least) return End::no_pair;
    dual_ += take_step(rows_, kernel_, pair);
    ++steps_;
  }
}

template class Smo<float>;
template class Smo<double>;

}  // namespace halfspace
