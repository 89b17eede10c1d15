// Ctrl-C, SIGTERM and the time limit of one call of the program.
#pragma once

namespace halfspace::cli {

/// First Ctrl-C (or SIGTERM): asks for a stop at the next safe point. Second: leaves at once with exit code 130.
void catch_interrupts();
bool interrupted();

/// --timeout: from now on so many seconds, above 0.
void start_timer(double seconds);
bool time_is_up();

/// No --timeout from here on.
void stop_timer();

/// While one lives, the first Ctrl-C and the time limit leave at once: there is nothing yet that could be kept. `doing`
/// is a literal: "reading", "scoring" ...
class NothingToKeep {
 public:
  explicit NothingToKeep(const char* doing = "reading");
  NothingToKeep(const NothingToKeep&) = delete;
  NothingToKeep& operator=(const NothingToKeep&) = delete;
  ~NothingToKeep();

 private:
  const char* before_;
};

/// A line on the terminal that is to be erased before anything else is written there.
void line_is_drawn(bool drawn);
void erase_line();

}  // namespace halfspace::cli
