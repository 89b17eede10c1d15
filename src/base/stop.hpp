// The one way to end a run early, from readers and solvers to exact arithmetic: a token that loops ask as they count
// their work, and operations between two of their steps.
//
// A unit of work is about a multiplication. Loops report what they have done (or are about to do) in portions of at
// most a few `between_looks`; once so much has come together the token looks at the clock and asks its owner. It is
// cheap: between two looks an addition. Copies share their state; any thread may ask.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <utility>

namespace halfspace {

/// Why a run ends early.
enum class Halt { go_on, timeout, interrupt };

/// Thrown by StopToken::check: an operation was left half-way. It is caught where a whole answer is at hand, or where
/// there is nothing to keep, and never leaves the library.
struct Stopped : std::exception {
  explicit Stopped(Halt halt) : why(halt) {}
  const char* what() const noexcept override { return "stopped"; }

  Halt why;
};

class StopToken {
 public:
  static constexpr std::uint64_t between_looks = std::uint64_t{1} << 20U;

  /// `Anywhere` is asked from any thread; `Here` only from the thread that makes the token, after it, and learns the
  /// work so far. Both may be empty.
  using Anywhere = std::function<Halt()>;
  using Here = std::function<Halt(std::uint64_t work)>;

  /// Never ends a run.
  StopToken() = default;
  explicit StopToken(Anywhere anywhere, Here here = {});

  /// Ends a run at this time in seconds_now(); 0: never.
  static StopToken at(double deadline, Here here = {});

  /// Counts work; true once the run must end.
  bool stopped(std::uint64_t work) const;

  /// Counts work; throws Stopped once the run must end.
  void check(std::uint64_t work) const {
    if (stopped(work)) throw Stopped{why()};
  }

  /// Counts the work of an operation that is not left half-way.
  void count(std::uint64_t work) const { static_cast<void>(stopped(work)); }

  /// Counts work without a question, so that it cannot end anything.
  void add(std::uint64_t work) const noexcept;

  /// Asks now. go_on: the run goes on.
  Halt ask() const;

  /// As ask(): for an operation that ends between two of its steps and keeps what it has.
  bool ended() const { return ask() != Halt::go_on; }

  /// For a part of the run with a bound of its own, from one thread: ask() and ended() are true of it also where `over`
  /// says so, which only they ask. What counts work inside is ended by the run alone.
  StopToken part(std::function<bool()> over) const;

  /// The answer that ended the run, without asking.
  Halt why() const;

  /// For what stands between a run and its report: ends `grace_work`, or `grace_seconds`, after this token has ended
  /// the run (of which the new one learns when it is asked). All that are made of one token share them.
  StopToken grace() const;

  /// Of a grace(): false when the run was ended and that much work does not fit into what is left to it, so that it is
  /// not begun in vain.
  bool affords(std::uint64_t work) const;

  static constexpr std::uint64_t grace_work = std::uint64_t{1} << 28U;
  static constexpr double grace_seconds = 0.1;

  /// What was counted, and the largest portion: tests hold the distance between two looks against a bound.
  std::uint64_t work() const;
  std::uint64_t largest_portion() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
  std::shared_ptr<const std::function<bool()>> over_;  // of a part
};

/// Small portions of one thread, told to the token in larger ones.
class Pace {
 public:
  /// What others have added may be due: as StopToken::check.
  explicit Pace(const StopToken& stop) : stop_(stop) { stop_.check(0); }
  Pace(const Pace&) = delete;
  Pace& operator=(const Pace&) = delete;
  ~Pace() { stop_.add(work_); }

  /// As StopToken::check.
  void check(std::uint64_t work) {
    work_ += work;
    if (work_ >= portion) stop_.check(std::exchange(work_, 0));
  }

 private:
  static constexpr std::uint64_t portion = std::uint64_t{1} << 16U;
  const StopToken& stop_;
  std::uint64_t work_ = 0;
};

}  // namespace halfspace
