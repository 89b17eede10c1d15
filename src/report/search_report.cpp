#include <algorithm>

#include "base/text.hpp"
#include "report/calibration_report.hpp"
#include "report/coding_report.hpp"
#include "report/counts_report.hpp"
#include "report/data_report.hpp"
#include "report/edge_notes.hpp"
#include "report/selection_report.hpp"
#include "report/text_columns.hpp"

namespace halfspace {
namespace {

constexpr std::size_t points_shown = 60;

Json point_json(const Search& s, std::size_t k) {
  const PointResult& p = s.points[k];
  Json settings = Json::object();
  for (std::size_t j = 0; j < s.grid.varied.size(); ++j) {
    const Varied& v = s.grid.varied[j];
    settings[json_name(v.name)] = v.numbers.empty() ? Json(v.values[p.point[j]]) : number_json(v.numbers[p.point[j]]);
  }
  Json metrics = Json::object();
  for (const MetricSummary& m : p.summary)
    metrics[json_name(name_of(m.metric))] = {
        {"mean", number_json(m.mean)}, {"standard_error", number_json(m.error)}, {"folds", m.folds}};
  const bool begun = std::any_of(p.fits.begin(), p.fits.end(), [](const FoldFit& f) { return f.begun; });
  Json statuses = Json::array();
  for (const FoldFit& f : p.fits)
    statuses.push_back(!f.begun                ? Json(nullptr)
                       : f.fitted || f.ended() ? Json(std::string(name_of(f.status)))
                                               : Json("no-optimum"));
  Json out{{"settings", std::move(settings)},
           {"rung", begun ? Json(p.rung) : Json(nullptr)},
           {"rows", begun ? Json(p.rows) : Json(nullptr)},
           {"complete", p.complete},
           {"not_converged", begun ? Json(p.not_converged) : Json(nullptr)},
           {"metrics", std::move(metrics)},
           {"statuses", std::move(statuses)}};
  if (const std::uint64_t rows = unseen_rows_of(p.fits); rows > 0) out["unseen_level_rows"] = rows;
  return out;
}

std::string point_line(const Search& s, std::size_t k, std::size_t width) {
  const PointResult& p = s.points[k];
  std::string out = padded_right(s.grid.text(p.point), width);
  const bool known = !p.summary.empty() && p.summary[0].mean;
  out += padded_right(known ? short_number(*p.summary[0].mean) : "-", 12);
  out += padded_right(known && p.summary[0].error ? short_number(*p.summary[0].error, 3) : "-", 12);
  if (s.rungs.size() > 1) out += padded_right(std::to_string(p.rung) + " (" + grouped(p.rows) + ")", 14);
  std::string notes;
  const auto note = [&](const std::string& text) { notes += (notes.empty() ? "" : "; ") + text; };
  if (s.best == k) note("best");
  if (s.one_se == k && s.one_se != s.best) note("simplest within one standard error");
  const auto count = [&](auto of) {
    return static_cast<std::uint64_t>(std::count_if(p.fits.begin(), p.fits.end(), of));
  };
  const auto ended = count([](const FoldFit& f) { return f.begun && f.ended(); });
  const auto begun = count([](const FoldFit& f) { return f.begun; });
  if (p.not_converged > ended) note(counted(p.not_converged - ended, "fit") + " not converged");
  if (ended > 0) note(counted(ended, "fit") + " stopped");
  if (!p.complete && p.rung > 0) note(begun == 0 ? "not begun" : "not all folds were scored");
  return out + notes;
}

std::string halving_text(const Search& s) {
  std::string out;
  for (const Rung& rung : s.rungs)
    out += (out.empty() ? "" : ", then ") + counted(rung.points, "point") + " on " + counted(rung.rows, "row");
  return out;
}

Json refit_json(const Learned& l) {
  const Trained& t = l.trained;
  return {{"status", std::string(name_of(t.status))},
          {"stop_reason", t.stop_reason},
          {"fitted", t.fitted},
          {"settings", t.model.settings},
          {"train", t.fitted ? counts_json(t.train) : Json(nullptr)},
          {"calibration", l.calibration ? calibration_json(*l.calibration) : Json(nullptr)}};
}

}  // namespace

Json search_json(const SearchReport& r) {
  const auto& [data, source, plan, options, s, rule, refitted] = r;
  Json out;
  out["source"] = source;
  out["algorithm"] = name_json(plan.request.algorithm);
  out["algorithm_reason"] = plan.choice.empty() ? Json(nullptr) : Json(plan.choice);
  out["rows"] = data.rows;
  add_changes(out, data);
  out["folds"] = s.folds.count;
  out["repeats"] = s.folds.repeats();
  out["grouped"] = !data.group.empty();
  out["metric"] = std::string(name_of(options.metrics[0]));
  out["choose"] = std::string(name_of(rule));
  out["halving"] = options.factor > 0 ? number_json(options.factor) : Json(nullptr);
  out["stopped"] = s.stopped;
  out["over"] = Json::array();
  for (const Varied& v : s.grid.varied) out["over"].push_back({{"name", v.name}, {"values", v.values}});
  out["rungs"] = Json::array();
  for (const Rung& rung : s.rungs)
    out["rungs"].push_back({{"rows", rung.rows}, {"points", rung.points}, {"kept", rung.kept}});
  if (s.stopped && !s.rungs.empty()) out["rungs"].back()["kept"] = nullptr;
  out["points"] = Json::array();
  for (std::size_t k = 0; k < s.points.size(); ++k) out["points"].push_back(point_json(s, k));
  out["best"] = s.best ? Json(*s.best) : Json(nullptr);
  out["one_standard_error"] = s.one_se ? Json(*s.one_se) : Json(nullptr);
  out["ties"] = s.best ? Json(s.tied.size() - 1) : Json(nullptr);
  out["notes"] = edge_notes(s);
  out["warnings"] = s.folds.warnings;
  out["model"] = refitted ? refit_json(*refitted) : Json(nullptr);
  return out;
}

std::string refit_text(const std::optional<Learned>& refitted, const std::string& path) {
  if (path.empty()) return "model      not saved (-o MODEL learns from all rows and saves it)\n";
  if (!refitted) return "model      not saved: nothing was chosen\n";
  const Trained& t = refitted->trained;
  if (!t.fitted) return "model      none: on all rows there is no optimum to save\n";
  return "model      " + shown(path, 200) + ": learned from all rows, " + std::string(name_of(t.status)) +
         (t.train.counted() ? ", " + counted(t.train.wrong(), "training mistake") : "") + "\n";
}

std::string search_text(const SearchReport& r) {
  const auto& [data, source, plan, options, s, rule, refitted] = r;
  const std::string metric(name_of(options.metrics[0]));
  Lines lines;
  lines.add("data", shown(plan.request.source, 200) + ": " + rows_and_columns(data));
  std::vector<std::string> varied;
  varied.reserve(s.grid.varied.size());
  for (const Varied& v : s.grid.varied) varied.push_back(v.name);
  const TrainRequest& request = plan.request;
  const bool by_default = data.classes.size() > 2 && request.multiclass == Multiclass::none &&
                          request.algorithm != Algorithm::perceptron && !request.linear.kernel.exactly();
  lines.add("learner", plan_text(plan, varied) + (by_default ? ", one-vs-rest" : ""));
  if (s.grid.by_default && request.algorithm == Algorithm::logistic)
    lines.add("", "search does not choose between learners as train and cv do: name one with --algorithm" +
                      std::string(by_default ? " and --multiclass" : ""));
  if (!plan.choice.empty()) lines.add("", "auto, on all rows: " + plan.choice);
  lines.add("search", counted(s.points.size(), "point") + (s.grid.by_default ? " (the default grid)" : "") + ", " +
                          std::to_string(s.folds.count) + " folds" +
                          (s.folds.repeats() > 1 ? ", " + std::to_string(s.folds.repeats()) + " repeats" : "") +
                          ", seed " + std::to_string(options.folds.seed) + "; chosen by " + metric);
  if (options.factor > 0) lines.add("halving", halving_text(s));
  for (const std::string& warning : s.folds.warnings) lines.add("", warning);
  std::uint64_t unseen = 0;  // of the point that has most: --min-level may vary
  for (const PointResult& p : s.points) unseen = std::max(unseen, unseen_rows_of(p.fits));
  if (unseen > 0) lines.add("", unseen_rows_text(unseen));
  lines.gap();
  std::size_t width = 10;
  for (const PointResult& p : s.points) width = std::max(width, columns_taken(s.grid.text(p.point)) + 2);
  lines.add("held out", padded_right("point", width) + padded_right("mean", 12) + padded_right("std. error", 12) +
                            (s.rungs.size() > 1 ? "rung (rows)" : ""));
  for (std::size_t k = 0; k < s.points.size(); ++k) {
    if (k < points_shown || s.best == k || s.one_se == k) lines.add("", point_line(s, k, width));
  }
  if (s.points.size() > points_shown)
    lines.add("", std::string("(").append(counted(s.points.size(), "point")) + " in all; --json has them)");
  lines.gap();
  if (!s.best) {
    lines.add("chosen", s.stopped ? "nothing: the search was stopped before it finished"
                                  : "nothing: no point was scored on every fold");
    return lines.text();
  }
  const std::size_t chosen = rule == SelectionRule::one_se ? *s.one_se : *s.best;
  lines.add("chosen", s.grid.text(s.points[chosen].point) +
                          (rule == SelectionRule::best ? " (best mean)"
                           : *s.one_se == *s.best      ? " (the best: no simpler point is within one standard error)"
                                                       : " (simplest within one standard error of the best)"));
  if (const std::uint64_t others = s.tied.size() - 1; others > 0)
    lines.add("", counted(others, "other point") + (others == 1 ? " has" : " have") +
                      " the same mean, but for rounding; the simplest is taken, then the first listed");
  if (*s.one_se != *s.best)
    lines.add("", "best " + s.grid.text(s.points[*s.best].point) + "; simplest within one standard error " +
                      s.grid.text(s.points[*s.one_se].point));
  for (const std::string& note : edge_notes(s)) lines.add("note", note);
  return lines.text();
}

}  // namespace halfspace
