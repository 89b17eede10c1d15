#include "plot_kinds.hpp"

#include "base/text.hpp"
#include "model/scorer.hpp"
#include "plot/mistakes_plot.hpp"
#include "plot/model_plot.hpp"
#include "report/train_report.hpp"
#include "session.hpp"
#include "trace_file.hpp"
#include "train/mistake_bound.hpp"

namespace halfspace::cli {
namespace {

struct Rows {
  Dataset data;
  std::vector<std::int8_t> y;
  std::vector<double> score;
};

Result<Rows> labelled_rows(const Args& args, const Model& model) {
  const std::string& path = args.operands[1];
  const auto options = read_options_for(model, args, true);
  if (!options) return options.error();
  auto data = load(args, path, options.value());
  if (!data) return data.error();
  if (data.value().unseen_entries > 0)
    note(args, counted(data.value().unseen_entries, "value") + " in columns the model does not know: left out");
  auto y = known_signs(model, data.value(), path == "-" ? "stdin" : shown(path, 4096));
  if (!y) return y.error();
  const auto threads = thread_count(args);
  if (!threads) return threads.error();
  Rows rows{std::move(data).value(), std::move(y).value(), {}};
  rows.score = scores(model, rows.data, threads.value());
  return rows;
}

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
  const bool one = p.columns.y == plot::no_column;
  Json facts{{"x", model.column_name(p.columns.x)}, {"y", one ? Json(nullptr) : Json(model.column_name(p.columns.y))}};
  facts["columns_chosen_by_weight"] = p.columns.by_weight;
  facts["columns_held_at_mean"] = p.held;
  facts.update(counts_json(p.counts));
  facts["classes"] = model.classes;
  facts["positive"] = model.positive;
  facts["margin"] = p.margin ? number_json(*p.margin) : Json(nullptr);
  facts["box"] = {{"x", {panel.x.low, panel.x.high}}, {"y", {panel.y.low, panel.y.high}}};
  facts["boundary"] = lines_json(p.boundary);
  facts["margin_lines"] = Json::array();
  for (const plot::MarginLine& m : p.margin_lines)
    facts["margin_lines"].push_back({{"score", number_json(m.level)}, {"lines", lines_json(m.lines)}});
  facts["marks"] = panel.marks.size();
  return facts;
}

/// The options a model was trained with, as its settings say; nothing where they are not a perceptron's.
std::optional<PerceptronOptions> options_of(const Model& model) {
  PerceptronOptions o;
  for (const auto& field : perceptron_fields()) {
    const auto found = model.settings.find(json_name(field.name));
    if (found == model.settings.end() || found->is_null()) continue;
    std::string text = found->is_string() ? found->get<std::string>() : json_text(*found);
    if (found->is_number_float()) text = number_text(found->get<double>());
    if (!field.set(o, text)) return std::nullopt;
  }
  const auto start = model.settings.find("start");
  o.start = start != model.settings.end() && *start == "zero" ? Start::zero : Start::given;
  return o;
}

/// The bound on the updates of the traced run, or why there is none.
struct Bound {
  MistakeBound values;
  std::string absent;
};

Bound bound_of(const Model& model, const Rows& rows) {
  const auto options = options_of(model);
  if (!options) return {{}, "the model does not say how it was trained"};
  if (rows.data.text_hash != model.text_hash || rows.data.rows != model.rows || !model.form.weight.empty())
    return {{}, "these are not the rows the model was trained on, or they had weights"};
  PerceptronResult run;
  run.w = model.w;
  run.b = model.b;
  std::vector<double> margins(rows.y.size());
  for (std::size_t i = 0; i < margins.size(); ++i) margins[i] = static_cast<double>(rows.y[i]) * rows.score[i];
  Bound bound{mistake_bound(rows.data, *options, run, margins), ""};
  if (!bound.values.margin_at_least) {
    bound.absent = "the model does not separate the rows";
  } else if (!bound.values.updates_at_most) {
    bound.absent = "none is known for this step or start";
  }
  return bound;
}

std::uint64_t trained_passes(const Model& model) {
  const auto passes = model.report.find("passes");
  const bool known = passes != model.report.end() && passes->is_number_unsigned();
  return known ? std::min(passes->get<std::uint64_t>(), std::uint64_t{1} << 53U) : 0;
}

}  // namespace

Result<Picture> data_picture(const Args& args, const Model& model) {
  const auto rows = labelled_rows(args, model);
  if (!rows) return rows.error();
  auto drawn =
      plot::data_plot(model, rows.value().data, rows.value().score, rows.value().y, args.get("x"), args.get("y"));
  if (!drawn) return drawn.error();
  plot::DataPlot& p = drawn.value();
  if (p.held > 0) {
    const bool one = p.columns.y == plot::no_column;
    note(args, "drawing " + shown(model.column_name(p.columns.x)) +
                   (one ? "" : " and " + shown(model.column_name(p.columns.y))) +
                   (p.columns.by_weight ? ", the largest |weight| times range" : "") + "; " +
                   counted(p.held, "other column") + " held at the mean");
  }
  if (const std::string line = separator_line(model); !line.empty() && !p.boundary.empty() && p.held == 0)
    p.figure.notes.push_back("boundary: " + line);
  Json facts = data_facts(model, p);
  return Picture{std::move(p.figure), std::move(facts)};
}

Result<Picture> mistakes_picture(const Args& args, const Model& model) {
  const auto updates = read_trace(args.get("trace"));
  if (!updates) return updates.error();
  Bound bound{{}, "give the training data as DATA"};
  if (args.operands.size() > 1) {
    const auto rows = labelled_rows(args, model);
    if (!rows) return rows.error();
    bound = bound_of(model, rows.value());
  }
  const MistakeBound& b = bound.values;
  Picture picture;
  picture.figure = plot::mistakes_plot(updates.value(), trained_passes(model), b.updates_at_most);
  if (!bound.absent.empty()) picture.figure.notes.push_back("No mistake bound: " + bound.absent + ".");
  if (b.updates_at_most)
    picture.figure.notes.push_back("bound: R^2 = " + short_number(b.radius_squared) + ", margin by the model " +
                                   short_number(*b.margin_at_least) + " (bias counted as a weight)");
  std::uint64_t total = 0;
  Json passes = Json::array();
  for (const plot::PassUpdates& u : updates.value()) {
    total += u.updates;
    passes.push_back({{"pass", u.pass}, {"updates", u.updates}});
  }
  picture.facts = {{"updates", total},
                   {"passes", trained_passes(model)},
                   {"updates_per_pass", std::move(passes)},
                   {"radius_squared", b.updates_at_most ? number_json(b.radius_squared) : Json(nullptr)},
                   {"margin_at_least", b.margin_at_least ? number_json(*b.margin_at_least) : Json(nullptr)},
                   {"updates_at_most", b.updates_at_most ? number_json(*b.updates_at_most) : Json(nullptr)},
                   {"no_bound_because", bound.absent.empty() ? Json(nullptr) : Json(bound.absent)}};
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
  Picture picture{std::move(figure).value(), {}};
  const plot::Panel& panel = picture.figure.panels.at(0);
  Json bars = Json::array();
  for (std::size_t k = 0; k < panel.bars.size(); ++k)
    bars.push_back({{"column", panel.y.names[k].text}, {"weight", number_json(panel.bars[k].to)}});
  picture.facts = {{"columns", model.cols()}, {"bars", std::move(bars)}};
  return picture;
}

}  // namespace halfspace::cli
