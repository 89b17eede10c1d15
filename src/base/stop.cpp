#include "base/stop.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "base/clock.hpp"

namespace halfspace {

struct StopToken::State {
  Anywhere anywhere;
  Here here;
  std::thread::id owner = std::this_thread::get_id();
  std::atomic<std::uint64_t> since_look{0};
  std::atomic<std::uint64_t> work{0};  // up to the last look
  std::atomic<std::uint64_t> largest{0};
  std::atomic<Halt> answer{Halt::go_on};

  std::shared_ptr<State> run;  // a grace's: of the run
  std::mutex resting;
  std::uint64_t rest_looks = 0;
  double rest_end = 0;  // 0: the run goes on

  Halt look() {
    work += since_look.exchange(0);
    if (answer == Halt::go_on && anywhere) settle(anywhere());
    if (answer == Halt::go_on && here && std::this_thread::get_id() == owner) settle(here(work));
    return answer;
  }

  /// The first answer that ends the run stays.
  void settle(Halt now) {
    Halt before = Halt::go_on;
    if (now != Halt::go_on) answer.compare_exchange_strong(before, now);
  }

  void note(std::uint64_t portion) {
    std::uint64_t most = largest.load(std::memory_order_relaxed);
    while (portion > most && !largest.compare_exchange_weak(most, portion, std::memory_order_relaxed)) {
    }
  }
};

StopToken::StopToken(Anywhere anywhere, Here here) : state_(std::make_shared<State>()) {
  state_->anywhere = std::move(anywhere);
  state_->here = std::move(here);
}

StopToken StopToken::at(double deadline, Here here) {
  return StopToken([deadline] { return deadline > 0 && seconds_now() >= deadline ? Halt::timeout : Halt::go_on; },
                   std::move(here));
}

StopToken StopToken::part(std::function<bool()> over) const {
  StopToken out = *this;
  out.over_ = std::make_shared<const std::function<bool()>>(
      [outer = over_, inner = std::move(over)] { return inner() || (outer && (*outer)()); });
  return out;
}

bool StopToken::stopped(std::uint64_t work) const {
  if (!state_) return false;
  State& s = *state_;
  if (work > s.largest.load(std::memory_order_relaxed)) s.note(work);
  const std::uint64_t before = s.since_look.fetch_add(work, std::memory_order_relaxed);
  if (before + work >= between_looks) return s.look() != Halt::go_on;
  return s.answer.load(std::memory_order_relaxed) != Halt::go_on;
}

void StopToken::add(std::uint64_t work) const noexcept {
  if (state_) state_->since_look.fetch_add(work, std::memory_order_relaxed);
}

Halt StopToken::ask() const {
  if (over_ && (*over_)()) return Halt::timeout;
  return state_ ? state_->look() : Halt::go_on;
}

Halt StopToken::why() const { return state_ ? state_->answer.load() : Halt::go_on; }

StopToken StopToken::grace() const {
  if (!state_) return {};
  StopToken rest([run = state_] {
    const Halt why = run->look();
    if (why == Halt::go_on) return why;
    State& s = *run;
    const std::scoped_lock lock(s.resting);
    if (s.rest_end == 0) s.rest_end = seconds_now() + grace_seconds;
    const bool over = ++s.rest_looks > grace_work / between_looks || seconds_now() >= s.rest_end;
    return over ? why : Halt::go_on;
  });
  rest.state_->run = state_;
  return rest;
}

bool StopToken::affords(std::uint64_t work) const {
  if (!state_ || !state_->run) return true;
  State& run = *state_->run;
  if (run.look() == Halt::go_on) return true;
  const std::scoped_lock lock(run.resting);
  return work <= grace_work - std::min(grace_work, run.rest_looks * between_looks);
}

std::uint64_t StopToken::work() const { return state_ ? state_->work + state_->since_look : 0; }

std::uint64_t StopToken::largest_portion() const { return state_ ? state_->largest.load() : 0; }

}  // namespace halfspace
