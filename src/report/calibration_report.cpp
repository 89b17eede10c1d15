#include "report/calibration_report.hpp"

#include "base/text.hpp"
#include "report/coding_report.hpp"

namespace halfspace {

Json calibration_json(const CalibrationReport& r) {
  Json out{{"kind", std::string(name_of(r.kind))},
           {"folds", r.folds},
           {"done", r.done},
           {"reason", r.reason.empty() ? Json(nullptr) : Json(r.reason)},
           {"slope", r.slope ? number_json(*r.slope) : Json(nullptr)},
           {"points", r.kind == ProbabilityKind::isotonic && r.done ? Json(r.points) : Json(nullptr)},
           {"bias_moved", number_json(r.bias_moved)},
           {"held_out_log_loss", r.done ? number_json(r.log_loss) : Json(nullptr)},
           {"held_out_brier", r.done ? number_json(r.brier) : Json(nullptr)},
           {"train_mistakes_before", r.done ? Json(r.mistakes_before) : Json(nullptr)},
           {"train_mistakes_after", r.done ? Json(r.mistakes_after) : Json(nullptr)},
           {"runs", Json::array()}};
  for (const FoldFit& f : r.fits)
    out["runs"].push_back({{"fold", f.fold + 1},
                           {"status", f.begun ? Json(std::string(name_of(f.status))) : Json(nullptr)},
                           {"held_out_rows", f.fitted ? Json(f.held_rows()) : Json(nullptr)},
                           {"held_out_mistakes", f.scored() ? Json(f.mistakes) : Json(nullptr)}});
  if (const std::uint64_t rows = unseen_rows_of(r.fits); rows > 0) out["unseen_level_rows"] = rows;
  return out;
}

std::string calibration_text(const Learned& learned) {
  if (!learned.calibration) return "";
  Lines lines;
  add_calibration(lines, *learned.calibration, learned.trained.model);
  return lines.text();
}

void add_calibration(Lines& lines, const CalibrationReport& r, const Model& m) {
  const std::string kind(name_of(r.kind));
  if (!r.done) {
    lines.add("calibrated", "no (" + kind + "): " + r.reason + "; the model has no calibrated probabilities");
    return;
  }
  std::string text = kind + " on the scores of " + std::to_string(r.folds) + " held-out folds";
  if (r.kind == ProbabilityKind::platt) text += ": P(+1) = 1/(1 + e^(-" + short_number(*r.slope) + " s))";
  if (r.kind == ProbabilityKind::temperature) text += ": P(k) proportional to e^(" + short_number(*r.slope) + " s_k)";
  if (r.kind == ProbabilityKind::isotonic) text += ": linear between " + counted(r.points, "point");
  lines.add("calibrated",
            text + "; held-out log loss " + short_number(r.log_loss) + ", Brier score " + short_number(r.brier));
  if (const std::string unseen = unseen_rows_text(unseen_rows_of(r.fits)); !unseen.empty()) lines.add("", unseen);
  if (m.outputs() > 1) return;
  if (!r.movable) {
    lines.add("", std::string(m.voted() ? "a vote" : "a boundary through the origin") +
                      " cannot be moved: P = 1/2 was kept at score 0");
    return;
  }
  lines.add("", "the bias moved by " + short_number(r.bias_moved) + ", so that P = 1/2 at score 0; " +
                    counted(r.mistakes_before, "training mistake") + " before, " + grouped(r.mistakes_after) +
                    " after");
}

}  // namespace halfspace
