#include "fitting.hpp"

#include <utility>

#include "base/text.hpp"

namespace halfspace::cli {

StopToken run_token(ProgressLine& line) {
  return StopToken([] { return interrupted()  ? Halt::interrupt
                               : time_is_up() ? Halt::timeout
                                              : Halt::go_on; },
                   [&line](std::uint64_t work) {
                     line.tick(work);
                     return Halt::go_on;
                   });
}

Result<LearnPlan> settled_in_time(const Args& args, const Dataset& data, LearnPlan plan) {
  ProgressLine line(args, "choosing the algorithm");
  return settled_plan(data, std::move(plan), FitObserver{run_token(line), {}}.of_run());
}

FitObserver fit_observer(ProgressLine& line, const StopToken& stop, const std::string& what) {
  FitObserver out;
  out.stop = stop;
  out.progress = [&line, what](std::size_t done, std::size_t all) {
    line.show(what + ": " + grouped(done) + " of " + counted(all, "fit"),
              static_cast<double>(done) / static_cast<double>(all), static_cast<double>(done), "fits");
  };
  return out;
}

int fits_exit_code(bool stopped, bool answered) {
  if (interrupted()) return static_cast<int>(Code::interrupted);
  return stopped || !answered ? 4 : 0;
}

std::string not_scored(const StopToken& stop) {
  return std::string(stop.why() == Halt::timeout ? "the time limit is reached" : "interrupted") +
         ": the test rows are not scored";
}

Error after_saving(const Args& args, const Error& error) {
  if (args.has("o"))
    note(args, "the model is written to " + (args.get("o") == "-" ? "standard output" : shown(args.get("o"), 4096)) +
                   "; what follows is about the test rows");
  return error;
}

}  // namespace halfspace::cli
