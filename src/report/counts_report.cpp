#include "report/counts_report.hpp"

#include "base/text.hpp"
#include "report/lines.hpp"

namespace halfspace {

std::string error_text(const Counts& c) { return percent(c.error()) + (c.weight > 0 ? " of their weight" : ""); }

std::string counts_text(const Counts& c) {
  if (!c.counted()) return "not counted: the run was stopped before";
  return counted(c.mistakes, "mistake") + " in " + counted(c.rows, "row") + " (" + error_text(c) + "); " +
         (c.binary() ? counted(c.false_positives(), "false positive") + ", " +
                           counted(c.false_negatives(), "false negative") + ", "
                     : "") +
         grouped(c.on_boundary) + " on the boundary";
}

Json counts_json(const Counts& c) {
  if (!c.counted()) return nullptr;
  Json out{{"rows", c.rows},
           {"mistakes", c.mistakes},
           {"error", c.error()},
           {"wrong_labels", c.wrong()},
           {"false_positives", c.binary() ? Json(c.false_positives()) : Json(nullptr)},
           {"false_negatives", c.binary() ? Json(c.false_negatives()) : Json(nullptr)},
           {"on_boundary", c.on_boundary},
           {"perceptron_loss", number_json(c.loss)}};
  if (c.weight > 0) out["weight"] = number_json(c.weight);
  return out;
}

}  // namespace halfspace
