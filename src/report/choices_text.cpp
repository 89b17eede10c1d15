#include "report/choices_text.hpp"

#include "base/text.hpp"

namespace halfspace {

std::string rule_text(const PerceptronChoices& o) {
  const std::string beta = number_text(o.margin);
  switch (o.mistake) {
    case Mistake::boundary_is_mistake:
      return "margin <= " + beta;
    case Mistake::boundary_is_correct:
      return "margin < " + beta;
    default:
      return "wrong sign, the boundary positive";
  }
}

std::string choices_text(const PerceptronChoices& o, const std::string& start) {
  std::string step(name_of(o.step));
  if (o.step == Step::rate || o.step == Step::delta) step += " (eta " + number_text(o.eta) + ")";
  if (o.step == Step::minibatch)
    step += " (tau " + number_text(o.tau) + ", B " + std::to_string(o.batch) + ", " +
            std::string(name_of(o.batch_order)) + ")";
  if (o.step == Step::pa1 || o.step == Step::pa2) step += " (C " + number_text(o.aggressiveness) + ", ";
  if (o.step == Step::pa) step += " (";
  if (is_passive_aggressive(o)) {
    const std::string goal = number_text(pa_margin(o));
    step += "loss max(0, " + goal + " - m); scores within 1e-12 of 0 or " + goal + " are equal to it)";
  }
  std::string stop(name_of(o.stop));
  if (o.ends_on_clean_pass) stop += ", earlier on a clean pass";
  if (o.passes > 0) stop += ", T = " + counted(o.passes, "pass");
  if (o.rounds > 0) stop += ", T = " + counted(o.rounds, "visit");
  if (o.patience > 0) stop += ", P = " + counted(o.patience, "visit");
  if (o.max_updates > 0) stop += ", K = " + counted(o.max_updates, "update");
  return "mistake " + std::string(name_of(o.mistake)) + " (" + rule_text(o) + "); step " + step + "; order " +
         std::string(name_of(o.order)) + "; stop " + stop + "; keep " + std::string(name_of(o.keep)) + "; start " +
         shown(start) + "; seed " + std::to_string(o.seed);
}

}  // namespace halfspace
