#include "train_observer.hpp"

#include <string>

#include "base/text.hpp"

namespace halfspace::cli {
namespace {

std::string progress_text(const Progress& p) {
  std::string text = counted(p.passes, "pass") + ", " + counted(p.updates, "update");
  if (p.outlook == Outlook::asking) return text + "; asking whether the data is separable";
  if (p.outlook == Outlook::separable) return text + "; the data is separable";
  if (p.margin_at_most < 1e300)
    text = counted(p.passes, "pass") + "; margin <= " + short_number(p.margin_at_most, 3) + " if separable";
  return text;
}

std::string progress_text(const LinearProgress& p) {
  std::string text = counted(p.rounds, "round");
  if (p.primal != 0) text += ", objective " + short_number(p.primal);
  return p.gap < 1e300 && p.gap > 0 ? text + ", gap " + short_number(p.gap, 3) : text;
}

}  // namespace

TrainObserver train_observer(ProgressLine& line, const StopToken& stop, TraceFile* trace) {
  TrainObserver out;
  if (trace != nullptr) {
    out.perceptron.update = [trace](const UpdateEvent& e) { trace->add(e); };
    out.perceptron.output = [trace](std::uint32_t k) { trace->set_output(k); };
  }
  out.perceptron.stop = stop;
  out.perceptron.progress = [&line](const Progress& p) {
    line.show(progress_text(p), p.fraction, static_cast<double>(p.visits), "visits");
  };
  out.linear.stop = stop;
  out.linear.round = [&line](const LinearProgress& p) {
    line.show(progress_text(p), -1, static_cast<double>(p.rounds), "rounds");
  };
  return out;
}

}  // namespace halfspace::cli
