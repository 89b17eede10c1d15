#include "signals.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstring>

#include <sys/time.h>
#include <unistd.h>

#include "base/open_temporaries.hpp"
#include "halfspace/result.hpp"

namespace halfspace::cli {
namespace {

// A signal handler can reach nothing else.
volatile std::sig_atomic_t interrupts = 0;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
volatile std::sig_atomic_t expired = 0;     // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<int> drawn_line{0};             // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
const char* volatile doing_now = nullptr;   // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

void say(const char* text) {
  if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) return;  // nowhere left to say it
}

/// Called by signal handlers: nothing but unlink, write and _exit.
[[noreturn]] void leave(const char* before, const char* after, int code) {
  remove_listed_temporaries();
  erase_line();
  const char* const doing = doing_now;
  if (doing != nullptr) {
    say(before);
    say(doing);
    say(after);
  }
  _exit(code);
}

[[noreturn]] void leave_interrupted() {
  leave("halfspace: interrupted while ", "\n", static_cast<int>(Code::interrupted));
}

[[noreturn]] void leave_expired() {
  constexpr int no_answer = 4;
  leave("halfspace: the time limit ended the ", "; nothing was written\n", no_answer);
}

/// Is there nothing to keep, not even a file that takes its name just now?
bool has_nothing() { return doing_now != nullptr && !renames_temporary(); }

extern "C" void on_interrupt(int) {
  interrupts = interrupts + 1;
  if (has_nothing() || interrupts > 1) leave_interrupted();
}

extern "C" void on_alarm(int) {
  expired = 1;
  if (has_nothing()) leave_expired();
}

/// The process gets SIGALRM after so many seconds; 0 cancels that.
void alarm_after(double seconds) {
  constexpr double longest = 1e9;
  const double whole = std::floor(std::min(seconds, longest));
  struct itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(whole);
  const double rest = (std::min(seconds, longest) - whole) * 1e6;
  timer.it_value.tv_usec = static_cast<suseconds_t>(seconds > 0 ? std::max(1.0, rest) : 0);
  ::setitimer(ITIMER_REAL, &timer, nullptr);
}

void leave_where_asked() {
  if (doing_now == nullptr) return;
  if (expired != 0) leave_expired();
  if (interrupts != 0) leave_interrupted();
}

}  // namespace

void catch_interrupts() {
  struct sigaction action{};
  action.sa_handler = on_interrupt;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // writing beyond a file size limit then fails with a message
}

bool interrupted() { return interrupts > 0; }

void start_timer(double seconds) {
  struct sigaction action{};
  action.sa_handler = on_alarm;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGALRM, &action, nullptr);
  alarm_after(seconds);
}

bool time_is_up() { return expired != 0; }

void stop_timer() {
  alarm_after(0);
  expired = 0;
}

NothingToKeep::NothingToKeep(const char* doing) : before_(doing_now) {
  doing_now = doing;
  leave_where_asked();
}

NothingToKeep::~NothingToKeep() { doing_now = before_; }

void line_is_drawn(bool drawn) { drawn_line = drawn ? 1 : 0; }

void erase_line() {
  if (drawn_line != 0) say("\r\x1b[K");
  drawn_line = 0;
}

}  // namespace halfspace::cli
