#include "report/path_report.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.hpp"
#include "report/coding_report.hpp"
#include "report/counts_report.hpp"
#include "report/edge_notes.hpp"
#include "report/selection_report.hpp"
#include "report/text_columns.hpp"
#include "report/train_head.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t most_dense = 1000;  // columns; from there weights that are 0 are left out

std::string metric_text(const PathRequest& r) {
  return std::string(name_of(r.metric)) + (larger_is_better(r.metric) ? ", higher is better" : ", lower is better");
}

Json weights_of(const PathRow& row, bool dense) {
  if (dense) {
    Json weights = Json::array();
    for (const double w : row.w) weights.push_back(number_json(w));
    return weights;
  }
  Json weights = Json::object();
  Json::object_t::Container& members = weights.get_ref<Json::object_t&>();  // whose own emplace() looks at all before
  for (std::size_t j = 0; j < row.w.size(); ++j) {
    if (row.w[j] != 0) members.emplace_back(std::to_string(j + 1), number_json(row.w[j]));
  }
  return weights;
}

Json point_json(const PathRow& row, std::size_t index, bool dense) {
  return {{"point", index + 1},
          {"lambda", number_json(row.lambda)},
          {"C", number_json(row.C)},
          {"status", std::string(name_of(row.status))},
          {"solver", row.solver},
          {"rounds", row.rounds},
          {"nonzero", row.nonzero},
          {"proven_zero", row.screened},
          {"primal", number_json(row.objective)},
          {"gap", number_json(row.gap)},
          {"loss", number_json(row.loss)},
          {"explained", number_json(row.explained)},
          {"mean", number_json(row.mean)},
          {"standard_error", number_json(row.error)},
          {"bias", number_json(row.b)},
          {"weights", weights_of(row, dense)}};
}

Json index_json(const std::optional<std::size_t>& point) { return point ? Json(*point + 1) : Json(nullptr); }

std::string columns_of(const std::vector<std::string>& cells) {
  static constexpr std::array<std::size_t, 8> widths = {5, 12, 12, 8, 13, 9, 9, 0};
  std::string out;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const std::size_t room = std::max(k < widths.size() ? widths[k] : 0, columns_taken(cells[k]) + 1);
    out += k + 1 == cells.size() ? cells[k] : cells[k] + std::string(room - columns_taken(cells[k]), ' ');
  }
  return out.substr(0, out.find_last_not_of(' ') + 1) + "\n";
}

std::string marks_of(const PathTraining& path, std::size_t k) {
  std::string out;
  if (path.best == k) out += " <- best";
  if (path.one_se == k) out += out.empty() ? " <- one-se" : ", one-se";
  if (path.chosen == k && path.best != k && path.one_se != k) out += " <- chosen";
  return out;
}

std::string table_text(const PathTraining& path) {
  const bool folds = path.request.folds.has_value();
  std::string out = columns_of({"point", "lambda", "C", "nonzero", "objective", "gap", "explained",
                                folds ? std::string(name_of(path.request.metric)) + " +- se" : ""});
  for (std::size_t k = 0; k < path.rows.size(); ++k) {
    const PathRow& row = path.rows[k];
    std::string last;
    if (row.mean) last = short_number(*row.mean, 5) + " +- " + (row.error ? short_number(*row.error, 2) : "-");
    if (row.status != Status::converged) last += " (" + std::string(name_of(row.status)) + ")";
    out += columns_of({std::to_string(k + 1), short_number(row.lambda, 5), short_number(row.C, 5),
                       std::to_string(row.nonzero), short_number(row.objective, 8), short_bound(row.gap, 2),
                       short_number(row.explained, 4), last + marks_of(path, k)});
  }
  return out;
}

std::string start_text(const PathTraining& path) {
  const PathRequest& r = path.request;
  const LinearOptions& o = r.train.linear.options;
  if (!r.lambdas.empty()) return "lambdas as given";
  if (!r.costs.empty()) return "values of C as given";
  const bool kink = penalty_of(o.penalty, o.l1_ratio).l1 > 0;
  return counted(r.points, "point") + " from " +
         (kink ? "the smallest lambda whose weights are all 0"
               : "the lambda where an elastic net of rho 0.001 starts") +
         ", by equal factors" +
         (path.rows.size() == r.points
              ? " down to " + short_number(path.rows.back().lambda / path.rows.front().lambda, 3) + " of it"
          : r.ratio > 0 ? " down to " + short_number(r.ratio, 3) + " of it"
                        : "");
}

std::string chosen_text(const PathTraining& path) {
  if (!path.chosen) {
    const PathRequest& r = path.request;
    if (r.choice().empty()) return "";
    if (r.rule && path.why_no_means.empty())
      return "none: " + std::string(name_of(r.metric)) + " does not exist in every fold";
    if (r.rule) return "none: the path was ended before every point had its mean";
    const bool ended = path.status == Status::timeout || path.status == Status::interrupted;
    return "none: " + (ended ? "the path was ended before point " + r.choice() : "there is no point " + r.choice());
  }
  const PathRow& row = path.rows[*path.chosen];
  return "point " + std::to_string(*path.chosen + 1) + " (" + path.request.choice() + "): lambda " +
         number_text(row.lambda) + ", C " + number_text(row.C) + ", " + counted(row.nonzero, "weight") +
         " other than 0; " + counts_text(path.trained.train);
}

std::string learner_of(const PathTraining& path) {
  const TrainRequest& r = path.request.train;
  const LinearOptions& o = r.linear.options;
  std::string out = std::string(name_of(r.algorithm)) + ", loss " + std::string(name_of(o.loss)) + ", penalty " +
                    std::string(name_of(o.penalty));
  if (takes_ratio(o.penalty)) out += " (rho " + number_text(o.l1_ratio) + ")";
  out += ", bias " + std::string(name_of(o.bias));
  return out + (r.linear.class_weight.empty() ? "" : ", class weights " + shown(r.linear.class_weight, 100));
}

}  // namespace

Json path_json(const Dataset& data, const PathTraining& path) {
  const PathRequest& r = path.request;
  Json out;
  out["algorithm"] = name_json(r.train.algorithm);
  out["settings"] = path.trained.model.settings;
  for (const char* of_point : {"C", "lambda"}) out["settings"].erase(of_point);
  add_data(out, data, r.train, path.trained);
  out["status"] = std::string(name_of(path.status));
  out["stop_reason"] = path.stop_reason;
  out["objective_form"] = r.mean_form() ? "mean" : "sum";
  out["objective"] = path.objective.empty() ? Json(nullptr) : Json(path.objective);
  out["null_model"] = {{"bias", number_json(path.null.bias)},
                       {"loss", number_json(path.null.loss)},
                       {"largest_lambda", number_json(1 / (path.rows_weight * path.null.largest_cost))}};
  out["folds"] = r.folds ? Json(r.folds->folds) : Json(nullptr);
  out["repeats"] = r.folds ? Json(r.folds->repeats) : Json(nullptr);
  out["grouped"] = !data.group.empty();
  out["warnings"] = path.warnings;
  if (path.unseen_rows > 0) out["unseen_level_rows"] = path.unseen_rows;
  out["metric"] = r.folds ? Json(std::string(name_of(r.metric))) : Json(nullptr);
  out["best"] = index_json(path.best);
  out["one_standard_error"] = index_json(path.one_se);
  out["chosen"] = index_json(path.chosen);
  out["notes"] = edge_notes(path);
  const auto& columns = path.trained.model.columns;
  out["columns"] = columns.empty() ? Json(nullptr) : Json(columns);
  const bool dense = path.rows.empty() || path.rows[0].w.size() <= most_dense;
  out["points"] = Json::array();
  for (std::size_t k = 0; k < path.rows.size(); ++k) out["points"].push_back(point_json(path.rows[k], k, dense));
  return out;
}

std::string path_text(const Dataset& data, const PathTraining& path) {
  const PathRequest& r = path.request;
  Lines lines;
  add_data(lines, data, r.train, path.trained);
  lines.add("learner", learner_of(path));
  if (!path.objective.empty()) lines.add("objective", "min " + path.objective);
  lines.add("path", start_text(path));
  if (r.folds) add_folds(lines, *r.folds, data, path.warnings, "; " + metric_text(r));
  if (path.unseen_rows > 0) lines.add("", unseen_rows_text(path.unseen_rows));
  lines.add("status", std::string(name_of(path.status)) + ": " + path.stop_reason);
  lines.gap();
  const std::string out = lines.text() + table_text(path);
  Lines end;
  end.gap();
  if (path.best)
    end.add("best", "point " + std::to_string(*path.best + 1) + "; within one standard error of it: point " +
                        std::to_string(*path.one_se + 1));
  if (const std::string text = chosen_text(path); !text.empty()) end.add("chosen", text);
  for (const std::string& note : edge_notes(path)) end.add("note", note);
  return out + end.text();
}

}  // namespace halfspace
