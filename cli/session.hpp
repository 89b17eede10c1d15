// One call of the program: where answers and notes go, the clock, Ctrl-C, progress.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/json.hpp"
#include "flags.hpp"
#include "format/read.hpp"
#include "report/json_head.hpp"
#include "signals.hpp"
#include "solver/perceptron/perceptron.hpp"
#include "train/limits.hpp"

namespace halfspace::cli {

/// Peak resident memory of the process.
std::uint64_t peak_bytes();

/// Gives closed standard streams a place, so that no file opened later takes their numbers.
void open_standard_streams();

/// Values of the flags every verb has.
Result<void> check_common(const Args& args);

/// Writes to standard output at once; a reader that has gone away ends the program silently.
Result<void> print(std::string_view text);

/// A report for people: print(), on a terminal broken to its columns.
Result<void> print_report(std::string_view text);

/// A line on stderr, unless --quiet.
void note(const Args& args, const std::string& text);

/// An answer on stderr because a file takes standard output, unless --quiet.
void print_aside(const Args& args, std::string_view text);

/// Is text on `fd` coloured?
bool color_on(const Args& args, int fd);

/// Progress on stderr for anything over a second: a line that renews itself on a terminal and is erased before anything
/// else is written, else a plain line now and then. Any thread may call it.
class ProgressLine {
 public:
  /// `what` is shown while nothing better is known.
  explicit ProgressLine(const Args& args, std::string what = "");
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();

  /// `fraction` done, negative when unknown; `count` of what is counted so far, for a rate: "fits", "rounds".
  void show(const std::string& what, double fraction, double count = 0, const std::string& unit = "");

  /// What was shown last, with the time that has passed. `work`: operations so far, for a rate where nothing better is
  /// counted.
  void tick(std::uint64_t work);

  /// Erases the line of a terminal.
  void clear();

 private:
  void draw();

  bool on_;
  bool terminal_;
  double begun_;
  double next_;
  std::mutex showing_;
  std::string what_;
  double fraction_ = -1;
  double count_ = 0;
  std::string unit_;
  double work_ = 0;
};

/// A long list as the last member of an answer: its items are made and written one after the other.
struct JsonList {
  std::string name;  // empty: none
  std::size_t size = 0;
  std::function<Json(std::size_t)> item;
};

/// Prints the object with its list, its seconds and peak_bytes.
Result<void> print_json(Json answer, const Json& seconds, const JsonList& list = {});

}  // namespace halfspace::cli
