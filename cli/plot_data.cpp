// --kind data: rows, and the boundaries of one model or several.
#include <algorithm>
#include <filesystem>
#include <set>

#include "base/text.hpp"
#include "model/scorer.hpp"
#include "plot/model_plot.hpp"
#include "plot_kinds.hpp"
#include "plot_rows.hpp"
#include "report/model_text.hpp"
#include "session.hpp"

namespace halfspace::cli {
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

Json data_facts(const Model& model, const plot::DataPlot& p) {
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
  facts["positive"] = model.positive.empty() ? Json(nullptr) : Json(model.positive);
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

/// The models of --also, which must go with the first.
Result<std::vector<Model>> models_also(const Args& args, const Model& first) {
  std::vector<Model> out;
  for (const std::string& path : also_paths(args)) {
    auto model = read_model(path);
    if (!model) return model.error();
    const auto fine = plot::check_comparable(first, shown(args.operands[0], 200), model.value(), shown(path, 4096));
    if (!fine) return fine.error();
    out.push_back(std::move(model).value());
  }
  return out;
}

/// Names of files without folder and ending, or the whole paths where two of those are equal.
std::vector<std::string> model_names(const Args& args) {
  std::vector<std::string> paths = also_paths(args);
  paths.insert(paths.begin(), args.operands[0]);
  std::vector<std::string> names;
  std::set<std::string> different;
  for (const std::string& path : paths) {
    names.push_back(path == "-" ? "stdin" : std::filesystem::path(path).stem().string());
    different.insert(names.back());
  }
  return different.size() == names.size() ? names : paths;
}

/// Which columns are drawn where not all are.
std::string slice_note(const Model& model, const plot::DataPlot& p) {
  std::string out = "drawing " + shown(plot::input_name(model, p.columns.x));
  if (p.columns.y != plot::no_column) out += " and " + shown(plot::input_name(model, p.columns.y));
  if (p.columns.by == plot::ChosenBy::weight) out += ", the largest |weight| times range";
  if (p.columns.by == plot::ChosenBy::effect) out += ", along which the scores change most";
  return out + "; " + p.held_text;
}

}  // namespace

std::vector<std::string> also_paths(const Args& args) {
  return args.has("also") ? split(args.get("also"), ',') : std::vector<std::string>();
}

Result<Picture> data_picture(const Args& args, const Model& model) {
  auto also = models_also(args, model);
  if (!also) return also.error();
  const auto data = labelled_rows(args, model);
  if (!data) return data.error();
  const auto threads = thread_count(args);
  if (!threads) return threads.error();
  const std::vector<std::string> names = model_names(args);
  std::vector<plot::DrawnModel> models;
  const auto add = [&](const Model& m) -> Result<void> {
    auto scored = scored_rows(args, m, data.value());
    if (!scored) return scored.error();
    models.push_back({names[models.size()], m, std::move(scored.value().truth), std::move(scored.value().score)});
    return {};
  };
  if (const auto added = add(model); !added) return added.error();
  for (const Model& m : also.value()) {
    if (const auto added = add(m); !added) return added.error();
  }
  auto made = plot::data_plot(models, data.value(), args.get("x"), args.get("y"), threads.value());
  if (!made) return made.error();
  plot::DataPlot& p = made.value();
  if (!p.held_text.empty()) note(args, slice_note(model, p));
  const std::string line = separator_line(model);
  const bool drawn_whole = p.affine && p.held_text.empty() && !p.separators[0].boundary.empty();
  if (!line.empty() && drawn_whole && models.size() == 1) p.figure.notes.push_back("boundary: " + line);
  Json facts = data_facts(model, p);
  return Picture{std::move(p.figure), std::move(facts)};
}

}  // namespace halfspace::cli
