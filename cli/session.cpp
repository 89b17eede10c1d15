#include "session.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "report/text_columns.hpp"
#include "terminal_size.hpp"

namespace halfspace::cli {
namespace {

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t done = ::write(fd, text.data(), text.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(done));
  }
  return true;
}

std::string duration(double seconds) {
  if (seconds < 60) return std::to_string(std::lround(seconds)) + " s";
  const auto minutes = static_cast<long>(seconds / 60);
  if (minutes < 10) return std::to_string(minutes) + " min " + std::to_string(static_cast<long>(seconds) % 60) + " s";
  if (minutes < 120) return std::to_string(minutes) + " min";
  return std::to_string(minutes / 60) + " h " + std::to_string(minutes % 60) + " min";
}

/// In at most so many columns, dots of a cut included.
std::string fitting(const std::string& text, std::size_t columns) {
  constexpr std::size_t dots = 3;
  const std::string whole = shown(text, columns);
  return whole.size() <= columns ? whole : shown(text, columns > dots ? columns - dots : 0);
}

std::string bar(double fraction, int width) {
  const int full = static_cast<int>(std::clamp(fraction, 0.0, 1.0) * width);
  return "[" + std::string(static_cast<std::size_t>(full), '#') +
         std::string(static_cast<std::size_t>(width - full), '.') + "] " +
         std::to_string(static_cast<int>(100 * fraction)) + " %";
}

std::string indented(const std::string& text, const std::string& by) {
  std::string out;
  for (const char c : text) {
    out += c;
    if (c == '\n') out += by;
  }
  return out;
}

/// The object and the list as json_text() has them, without the brace that ends the object.
Result<void> print_open(const Json& object, const JsonList& list) {
  constexpr std::size_t piece = std::size_t{1} << 16U;
  std::string text = json_text(object, 2);
  text.resize(text.size() - 2);  // "\n}"
  text += ",\n  " + json_text(Json(list.name)) + ": [";
  for (std::size_t k = 0; k < list.size; ++k) {
    text += (k == 0 ? "\n    " : ",\n    ") + indented(json_text(list.item(k), 2), "    ");
    if (text.size() < piece) continue;
    if (const auto done = print(text); !done) return done.error();
    text.clear();
  }
  return print(text + (list.size == 0 ? "]" : "\n  ]"));
}

}  // namespace

std::uint64_t peak_bytes() {
  struct rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

void open_standard_streams() {
  for (int fd = ::open("/dev/null", O_RDONLY); fd >= 0; fd = ::open("/dev/null", O_RDONLY)) {  // writing there fails
    if (fd <= STDERR_FILENO) continue;
    ::close(fd);
    return;
  }
}

Result<void> check_common(const Args& args) {
  if (const auto threads = thread_count(args); !threads) return threads.error();
  if (const auto simd = simd_of(args); !simd) return simd.error();
  if (const auto memory = memory_limit(args); !memory) return memory.error();
  const auto seconds = timeout_seconds(args);
  if (!seconds) return seconds.error();
  if (const auto seed = args.count("seed", 0); !seed) return seed.error();
  const std::string color = args.get("color", "auto");
  if (color != "auto" && color != "always" && color != "never")
    return Error{Code::usage, "--color", in_quotes(color) + " is not one of auto, always, never"};
  if (seconds.value() > 0) start_timer(seconds.value());
  return {};
}

Result<void> print(std::string_view text) {
  const bool terminal = ::isatty(STDOUT_FILENO) == 1;  // names and labels come from files of any origin
  erase_line();
  if (terminal ? write_all(STDOUT_FILENO, for_terminal(text, true)) : write_all(STDOUT_FILENO, text)) return {};
  if (errno == EPIPE) return {};
  return Error{Code::io, "standard output", std::string("cannot write: ") + std::strerror(errno)};
}

Result<void> print_report(std::string_view text) {
  if (::isatty(STDOUT_FILENO) != 1) return print(text);
  return print(fitted_to(for_terminal(text, true), terminal_columns(STDOUT_FILENO)));
}

void note(const Args& args, const std::string& text) {
  if (args.has("quiet")) return;
  erase_line();
  write_all(STDERR_FILENO, "halfspace: " + for_terminal(text) + "\n");
}

void print_aside(const Args& args, std::string_view text) {
  if (!args.has("quiet")) write_all(STDERR_FILENO, text);
}

bool color_on(const Args& args, int fd) {
  const std::string when = args.get("color", "auto");
  if (when == "always") return true;
  const char* no_color = std::getenv("NO_COLOR");  // NOLINT(concurrency-mt-unsafe)
  return when != "never" && ::isatty(fd) == 1 && (no_color == nullptr || *no_color == '\0');
}

ProgressLine::ProgressLine(const Args& args, std::string what)
    : on_(!args.has("quiet")),
      terminal_(::isatty(STDERR_FILENO) == 1),
      begun_(seconds_now()),
      next_(begun_ + 1),
      what_(std::move(what)) {}

ProgressLine::~ProgressLine() { clear(); }

void ProgressLine::clear() {
  const std::scoped_lock lock(showing_);
  erase_line();
}

void ProgressLine::show(const std::string& what, double fraction, double count, const std::string& unit) {
  const std::scoped_lock lock(showing_);
  what_ = what;
  fraction_ = fraction;
  count_ = count;
  unit_ = unit;
  draw();
}

void ProgressLine::tick(std::uint64_t work) {
  const std::scoped_lock lock(showing_);
  work_ = static_cast<double>(work);
  draw();
}

/// "[####....] 20 %  12 of 60 fits, 1.5 fits/s, 32 s left"; of unknown length the time that has passed.
void ProgressLine::draw() {
  const double now = seconds_now();
  if (!on_ || now < next_ || (what_.empty() && fraction_ < 0)) return;
  next_ = now + (terminal_ ? 0.1 : 10);
  const double passed = now - begun_;
  const bool counted = count_ > 0 && !unit_.empty();
  std::string tail = counted     ? ", " + short_number(count_ / passed, 2) + " " + unit_ + "/s"
                     : work_ > 0 ? ", " + short_number(work_ / passed, 2) + " operations/s"
                                 : "";
  tail += ", " + (fraction_ > 0 ? duration(passed * (1 - fraction_) / fraction_) + " left" : duration(passed));
  std::string head = fraction_ >= 0 ? bar(fraction_, 24) + "  " : "";
  std::string what = what_;
  if (terminal_) {  // what is known best stays; a line that wraps cannot be erased
    const std::size_t room = terminal_columns(STDERR_FILENO) - 1;
    if (!head.empty() && head.size() + what.size() + tail.size() > room) head = bar(fraction_, 8) + "  ";
    const std::size_t others = head.size() + tail.size();
    what = fitting(what, room > others + 8 ? room - others : 8);
  }
  std::string line = head + what + tail;
  if (terminal_) line = fitting(line, terminal_columns(STDERR_FILENO) - 1);
  line_is_drawn(terminal_);
  write_all(STDERR_FILENO, terminal_ ? "\r\x1b[K" + line : "halfspace: " + line + "\n");
}

Result<void> print_json(Json answer, const Json& seconds, const JsonList& list) {
  if (!list.name.empty()) {
    if (const auto done = print_open(answer, list); !done) return done.error();
    answer = Json::object();
  }
  answer["seconds"] = seconds;
  answer["peak_bytes"] = peak_bytes();
  std::string text = json_text(answer, 2) + "\n";
  if (!list.name.empty()) text.front() = ',';  // of "{"
  return print(text);
}

}  // namespace halfspace::cli
