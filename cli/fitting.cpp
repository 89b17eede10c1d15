#include "fitting.hpp"

#include "base/text.hpp"

namespace halfspace::cli {

Halt halt_at(double deadline) {
  if (interrupted()) return Halt::interrupt;
  return deadline > 0 && seconds_now() >= deadline ? Halt::timeout : Halt::go_on;
}

Result<double> deadline_of(const Args& args, double begun) {
  const auto limit = timeout_seconds(args);
  if (!limit) return limit.error();
  return limit.value() > 0 ? begun + limit.value() : 0.0;
}

FitObserver stoppable(double deadline) {
  FitObserver out;
  out.halt = [deadline] { return halt_at(deadline); };
  return out;
}

FitObserver fit_observer(ProgressLine& line, double deadline, const std::string& what) {
  FitObserver out = stoppable(deadline);
  out.progress = [&line, what](std::size_t done, std::size_t all) {
    line.show(what + ": " + grouped(done) + " of " + counted(all, "fit"),
              static_cast<double>(done) / static_cast<double>(all));
  };
  return out;
}

int fits_exit_code(bool stopped, bool answered) {
  if (interrupted()) return static_cast<int>(Code::interrupted);
  return stopped || !answered ? 4 : 0;
}

}  // namespace halfspace::cli
