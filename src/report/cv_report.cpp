#include <algorithm>
#include <map>

#include "base/simd_choice.hpp"
#include "base/text.hpp"
#include "report/coding_report.hpp"
#include "report/data_report.hpp"
#include "report/selection_report.hpp"
#include "train/algorithm_choice.hpp"

namespace halfspace {
namespace {

constexpr std::size_t warnings_shown = 5;

Json value_json(const std::optional<double>& v) { return v ? number_json(*v) : Json(nullptr); }

/// How the fits ended: "converged 4, rounds 1".
std::string endings(const std::vector<FoldFit>& fits) {
  std::map<std::string, std::uint64_t> count;
  std::uint64_t waiting = 0;
  for (const FoldFit& f : fits) {
    if (!f.begun) {
      ++waiting;
    } else {
      ++count[std::string(name_of(f.status)) + (f.fitted || f.ended() ? "" : " (no optimum: not scored)")];
    }
  }
  std::string out;
  for (const auto& [name, times] : count) out += (out.empty() ? "" : ", ") + name + " " + grouped(times);
  if (waiting > 0) out += (out.empty() ? "" : ", ") + std::string("not begun ") + grouped(waiting);
  return out;
}

std::string metric_row(const MetricSummary& s) {
  if (!s.mean) return "";
  return padded_right(std::string(name_of(s.metric)), 19) + padded_right(short_number(*s.mean), 12) +
         padded_right(s.error ? short_number(*s.error, 3) : "-", 12) + grouped(s.folds);
}

Json fit_json(const CrossValidation& cv, const FoldFit& f) {
  Json out{{"repeat", f.repeat + 1},
           {"fold", f.fold + 1},
           {"status", f.begun ? Json(std::string(name_of(f.status))) : Json(nullptr)},
           {"stop_reason", f.begun ? Json(f.stop_reason) : Json(nullptr)},
           {"fitted", f.begun && (f.fitted || !f.ended()) ? Json(f.fitted) : Json(nullptr)},
           {"scored", f.scored()},
           {"train_rows", f.begun ? Json(f.kept_rows) : Json(nullptr)},
           {"test_rows", f.held_rows() == 0 ? Json(nullptr) : Json(f.held_rows())},
           {"mistakes", f.scored() ? Json(f.mistakes) : Json(nullptr)}};
  if (f.unseen_rows > 0) out["unseen_level_rows"] = f.unseen_rows;
  for (std::size_t k = 0; k < cv.summary.size(); ++k)
    out[json_name(name_of(cv.summary[k].metric))] = k < f.values.size() ? value_json(f.values[k]) : Json(nullptr);
  return out;
}

}  // namespace

void add_folds(Lines& lines, const FoldOptions& o, const Dataset& data, const std::vector<std::string>& warnings,
               const std::string& end) {
  const bool forward = !data.order.empty();
  lines.add("folds", std::to_string(o.folds) +
                         (forward       ? ", in the order of --order-by: each after the rows it is learned from"
                          : o.by_number ? ", by the numbers of the rows"
                                        : ", stratified by class") +
                         (data.group.empty() ? "" : ", groups kept together") +
                         (o.repeats > 1 ? ", " + std::to_string(o.repeats) + " repeats" : "") +
                         (forward ? "" : ", seed " + std::to_string(o.seed)) + end);
  for (std::size_t k = 0; k < std::min(warnings.size(), warnings_shown); ++k) lines.add("", warnings[k]);
  if (warnings.size() > warnings_shown) lines.add("", "and " + grouped(warnings.size() - warnings_shown) + " more");
}

Json cv_json(const Dataset& data, const LearnPlan& plan, const CrossValidation& cv) {
  Json out;
  out["source"] = plan.request.source;
  out["algorithm"] = name_json(plan.request.algorithm);
  out["algorithm_reason"] = plan.choice.empty() ? Json(nullptr) : Json(plan.choice);
  out["settings"] = {{"algorithm", name_json(plan.choice.empty() ? plan.request.algorithm : Algorithm::automatic)}};
  if (simd_choice() != Simd::automatic) out["settings"]["simd"] = name_json(simd_choice());
  out["overrides"] = plan.request.given();
  out["calibrate"] =
      plan.calibrate == ProbabilityKind::none ? Json(nullptr) : Json(std::string(name_of(plan.calibrate)));
  out["rows"] = data.rows;
  add_changes(out, data);
  out["classes"] = Json::array();
  for (const ClassLabel& c : data.classes) out["classes"].push_back(c.text);
  out["folds"] = cv.folds.count;
  out["repeats"] = cv.folds.repeats();
  out["grouped"] = !data.group.empty();
  out["ordered"] = !data.order.empty();
  out["complete"] = std::all_of(cv.fits.begin(), cv.fits.end(), [](const FoldFit& f) { return f.scored(); });
  out["warnings"] = cv.folds.warnings;
  if (const std::uint64_t rows = unseen_rows_of(cv.fits); rows > 0) out["unseen_level_rows"] = rows;
  out["metrics"] = Json::object();
  for (const MetricSummary& s : cv.summary)
    out["metrics"][json_name(name_of(s.metric))] = {
        {"mean", value_json(s.mean)}, {"standard_error", value_json(s.error)}, {"folds", s.folds}};
  out["fits"] = Json::array();
  for (const FoldFit& f : cv.fits) out["fits"].push_back(fit_json(cv, f));
  return out;
}

std::string plan_text(const LearnPlan& plan, const std::vector<std::string>& varied) {
  const TrainRequest& r = plan.request;
  std::vector<std::string> given;
  std::copy_if(r.given().begin(), r.given().end(), std::back_inserter(given),
               [&](const std::string& name) { return std::find(varied.begin(), varied.end(), name) == varied.end(); });
  return std::string(name_of(r.algorithm)) +
         (r.algorithm == Algorithm::perceptron ? ", preset " + r.perceptron.preset : "") + after(", ", r.multiclass) +
         (given.empty() ? "" : "; given --" + joined(given, " --")) +
         (plan.calibrate == ProbabilityKind::none ? "" : "; calibrated by " + std::string(name_of(plan.calibrate)));
}

std::string cv_text(const Dataset& data, const LearnPlan& plan, const FoldOptions& options, const CrossValidation& cv) {
  const TrainRequest& r = plan.request;
  Lines lines;
  lines.add("data",
            shown(r.source, 200) + ": " + rows_and_columns(data) + ", " + counted(data.classes.size(), "class"));
  lines.add("learner", plan_text(plan));
  if (!plan.choice.empty()) lines.add("", "auto, on all rows: " + plan.choice);
  add_folds(lines, options, data, cv.folds.warnings);
  if (const std::string unseen = unseen_rows_text(unseen_rows_of(cv.fits)); !unseen.empty()) lines.add("", unseen);
  lines.add("fits", endings(cv.fits));
  lines.gap();
  lines.add("held out",
            padded_right("metric", 19) + padded_right("mean", 12) + padded_right("std. error", 12) + "folds");
  bool any = false;
  for (const MetricSummary& s : cv.summary) {
    if (const std::string row = metric_row(s); !row.empty()) lines.add("", row);
    any = any || s.mean;
  }
  if (!any) lines.add("", "(none: no fold was scored)");
  return lines.text();
}

std::string cv_predictions(const Dataset& data, const CrossValidation& cv, const std::vector<std::string>& classes) {
  std::string out = "repeat,fold,row,line,label,predicted";
  const FoldFit* first = nullptr;
  for (const FoldFit& f : cv.fits) first = first == nullptr && f.held_out ? &f : first;
  const std::size_t outputs = first == nullptr ? 1 : first->held_out->outputs;
  const bool probable = first != nullptr && !first->held_out->probability.empty();
  for (std::size_t k = 0; k < outputs; ++k) out += outputs == 1 ? ",score" : "," + csv_field("score:" + classes[k]);
  for (std::size_t k = 0; k < classes.size() && probable; ++k) out += "," + csv_field("probability:" + classes[k]);
  out += "\n";
  for (const FoldFit& f : cv.fits) {
    if (!f.held_out) continue;
    const Prediction& p = *f.held_out;
    for (std::size_t i = 0; i < f.rows.size(); ++i) {
      out += std::to_string(f.repeat + 1) + "," + std::to_string(f.fold + 1) + "," + std::to_string(f.rows[i]) + "," +
             std::to_string(data.lines.line(f.rows[i])) + "," + csv_field(classes[p.truth[i]]) + "," +
             csv_field(classes[p.predicted[i]]);
      for (std::size_t k = 0; k < outputs; ++k) out += "," + number_text(p.score[i * outputs + k]);
      for (std::size_t k = 0; k < classes.size() && probable; ++k)
        out += "," + number_text(p.probability[i * classes.size() + k]);
      out += "\n";
    }
  }
  return out;
}

}  // namespace halfspace
