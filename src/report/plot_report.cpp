#include "report/plot_report.hpp"

#include <algorithm>
#include <utility>

#include "report/counts_report.hpp"

namespace halfspace {
namespace {

Json lines_json(const std::vector<plot::Polyline>& lines) {
  Json out = Json::array();
  for (const plot::Polyline& line : lines) {
    Json points = Json::array();
    for (const plot::Point p : line.points) points.push_back({number_json(p.x), number_json(p.y)});
    if (line.closed) points.push_back(points.front());
    out.push_back(std::move(points));
  }
  return out;
}

Json curve_json(const std::vector<plot::Point>& points) {
  Json out = Json::array();
  for (const plot::Point p : points) out.push_back({number_json(p.x), number_json(p.y)});
  return out;
}

}  // namespace

Json data_plot_json(const Model& model, const plot::DataPlot& p) {
  const plot::Panel& panel = p.figure.panels.at(0);
  const plot::Separator& own = p.separators.at(0);
  const bool one = p.columns.y == plot::no_column;
  Json facts{{"x", plot::input_name(model, p.columns.x)},
             {"y", one ? Json(nullptr) : Json(plot::input_name(model, p.columns.y))}};
  const bool by_order = p.columns.by == plot::ChosenBy::order;
  facts["columns_chosen_by"] = by_order ? Json(nullptr) : p.columns.by == plot::ChosenBy::weight ? "weight" : "effect";
  facts["columns_held_at_mean"] = p.held;
  facts["columns_held_at_level"] = Json::object();
  for (const auto& [column, level] : p.held_levels) facts["columns_held_at_level"][column] = level;
  facts.update(counts_json(own.counts));
  facts["classes"] = model.classes;
  facts["positive"] = model.positive().empty() ? Json(nullptr) : Json(model.positive());
  facts["margin"] = own.margin ? number_json(*own.margin) : Json(nullptr);
  facts["box"] = {{"x", {panel.x.low, panel.x.high}}, {"y", {panel.y.low, panel.y.high}}};
  facts["boundary"] = lines_json(own.boundary);
  facts["margin_lines"] = Json::array();
  for (const plot::MarginLine& m : p.margin_lines)
    facts["margin_lines"].push_back({{"score", number_json(m.level)}, {"lines", lines_json(m.lines)}});
  facts["also"] = Json::array();
  for (std::size_t k = 1; k < p.separators.size(); ++k) {
    const plot::Separator& s = p.separators[k];
    facts["also"].push_back({{"model", s.name},
                             {"mistakes", s.counts.wrong()},
                             {"on_boundary", s.counts.on_boundary},
                             {"margin", s.margin ? number_json(*s.margin) : Json(nullptr)},
                             {"boundary", lines_json(s.boundary)}});
  }
  facts["marks"] = panel.marks.size();
  facts["rows_at_the_edge"] = p.outside;
  facts["support_marks"] =
      p.carrying == plot::Carries::nothing
          ? Json(nullptr)
          : Json(std::count_if(panel.marks.begin(), panel.marks.end(), [](const plot::Mark& m) { return m.support; }));
  return facts;
}

Json mistakes_plot_json(const std::vector<plot::PassUpdates>& updates, std::uint64_t passes,
                        const TrainedBound& bound) {
  const MistakeBound& b = bound.values;
  std::uint64_t total = 0;
  Json of_pass = Json::array();
  for (const plot::PassUpdates& u : updates) {
    total += u.updates;
    of_pass.push_back({{"pass", u.pass}, {"updates", u.updates}});
  }
  return {{"updates", total},
          {"passes", passes > 0 ? Json(passes) : Json(nullptr)},
          {"updates_per_pass", std::move(of_pass)},
          {"radius_squared", b.updates_at_most() ? number_json(b.radius_squared) : Json(nullptr)},
          {"margin_at_least", b.margin_at_least ? number_json(*b.margin_at_least) : Json(nullptr)},
          {"updates_at_most", b.updates_at_most() ? number_json(*b.updates_at_most()) : Json(nullptr)},
          {"no_bound_because", bound.absent.empty() ? Json(nullptr) : Json(bound.absent)}};
}

Json weights_plot_json(const Model& model, const std::vector<plot::WeightBar>& bars) {
  Json out = Json::array();
  for (const plot::WeightBar& bar : bars) {
    out.push_back({{"column", bar.column}, {"weight", number_json(bar.weight)}});
    if (!bar.label.empty()) out.back()["class"] = bar.label;
  }
  return {{"columns", model.cols()}, {"bars", std::move(out)}};
}

Json loss_plot_json(const std::vector<double>& objective, const std::string& stop_reason) {
  return {{"rounds", objective.size() - 1}, {"curve", objective}, {"stop_reason", stop_reason}};
}

Json judged_json(const Model& model, const Counts& counts, const std::string& rule) {
  Json out = counts_json(counts);
  out["classes"] = model.classes;
  out["positive"] = model.positive().empty() ? Json(nullptr) : Json(model.positive());
  out["boundary"] = rule;
  return out;
}

Json rank_json(const char* area, const plot::RankCurve& curve) {
  return {{area, number_json(curve.area)},
          {"curve", curve_json(curve.points)},
          {"at", curve.chosen ? Json{number_json(curve.chosen->x), number_json(curve.chosen->y)} : Json(nullptr)}};
}

}  // namespace halfspace
