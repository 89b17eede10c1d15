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
#include "report/plot_report.hpp"
#include "session.hpp"

namespace halfspace::cli {
namespace {

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
  Json facts = data_plot_json(model, p);
  return Picture{std::move(p.figure), std::move(facts)};
}

}  // namespace halfspace::cli
