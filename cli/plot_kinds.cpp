#include "plot_kinds.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "plot/loss_plot.hpp"
#include "plot/mistakes_plot.hpp"
#include "plot/model_plot.hpp"
#include "plot_rows.hpp"
#include "report/plot_report.hpp"
#include "session.hpp"
#include "trace_file.hpp"
#include "train/perceptron/trained_bound.hpp"

namespace halfspace::cli {
namespace {

/// 0 where the passes of several runs are summed.
std::uint64_t trained_passes(const Model& model) {
  const auto passes = model.report.find("passes");
  const bool known =
      passes != model.report.end() && passes->is_number_unsigned() && model.multiclass != Multiclass::one_vs_rest;
  return known ? std::min(passes->get<std::uint64_t>(), std::uint64_t{1} << 53U) : 0;
}

}  // namespace

Result<Picture> mistakes_picture(const Args& args, const Model& model) {
  const auto updates = read_trace(args.get("trace"));
  if (!updates) return updates.error();
  TrainedBound bound{{}, "give the training data as DATA"};
  if (args.operands.size() > 1) {
    const auto data = labelled_rows(args, model);
    if (!data) return data.error();
    const auto scored = scored_rows(args, model, data.value());
    if (!scored) return scored.error();
    const auto memory = memory_limit(args);
    if (!memory) return memory.error();
    auto known =
        trained_bound(model, data.value(), scored.value().score, scored.value().truth, memory.value(), data_name(args));
    if (!known) return known.error();
    bound = std::move(known).value();
  }
  const MistakeBound& b = bound.values;
  Picture picture;
  picture.figure = plot::mistakes_plot(updates.value(), trained_passes(model), b.updates_at_most());
  if (!bound.absent.empty()) picture.figure.notes.push_back("No mistake bound: " + bound.absent + ".");
  if (b.updates_at_most() && b.margin_at_least)
    picture.figure.notes.push_back("bound: R^2 = " + short_number(b.radius_squared) + ", " +
                                   (b.best ? "best margin " : "margin by the model ") +
                                   short_number(*b.margin_at_least) + " (bias counted as a weight)");
  picture.facts = mistakes_plot_json(updates.value(), trained_passes(model), bound);
  return picture;
}

Result<Picture> weights_picture(const Args& args, const Model& model) {
  if (args.operands.size() > 1) {  // not drawn, but a text of other columns is a mistake worth telling
    const auto options = read_options_for(model, args, args.has("classes"));
    if (!options) return options.error();
    if (const auto data = load(args, args.operands[1], options.value()); !data) return data.error();
  }
  auto figure = plot::weights_plot(model);
  if (!figure) return figure.error();
  plot::WeightsPlot& drawn = figure.value();
  return Picture{std::move(drawn.figure), weights_plot_json(model, drawn.bars)};
}

Result<Picture> loss_picture(const Args&, const Model& model) {
  const auto curve = model.report.find("curve");
  std::vector<double> objective;
  if (curve != model.report.end() && curve->is_array()) {
    for (const Json& value : *curve) objective.push_back(value.is_number() ? value.get<double>() : INFINITY);
  }
  if (objective.empty())
    return Error{Code::usage, "--kind", "'loss' is for models of solver gd (train --solver gd), which keeps its curve"};
  const auto finite = [](double v) { return std::fabs(v) < 1e300; };
  if (!std::all_of(objective.begin(), objective.end(), finite))
    return Error{Code::bad_data, "", "the objective is too large to draw: the run diverged"};
  const auto reason = model.report.find("stop_reason");
  const std::string stop_reason = reason != model.report.end() && reason->is_string() ? reason->get<std::string>() : "";
  return Picture{plot::loss_plot(objective, shown(stop_reason, 400)), loss_plot_json(objective, stop_reason)};
}

}  // namespace halfspace::cli
