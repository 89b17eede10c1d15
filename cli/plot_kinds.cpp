#include "plot_kinds.hpp"

#include <algorithm>
#include <limits>

#include "base/text.hpp"
#include "model/counts.hpp"
#include "model/scorer.hpp"
#include "plot/mistakes_plot.hpp"
#include "plot/model_plot.hpp"
#include "report/model_text.hpp"
#include "report/train_report.hpp"
#include "session.hpp"
#include "trace_file.hpp"
#include "train/learner_rows.hpp"
#include "train/mistake_bound.hpp"

namespace halfspace::cli {
namespace {

struct Rows {
  Dataset data;
  std::vector<std::uint32_t> truth;
  std::vector<double> score;
  unsigned threads = 1;
};

Result<Rows> labelled_rows(const Args& args, const Model& model) {
  const std::string& path = args.operands[1];
  const auto options = read_options_for(model, args, true);
  if (!options) return options.error();
  auto data = load(args, path, options.value());
  if (!data) return data.error();
  if (data.value().unseen_entries > 0)
    note(args, counted(data.value().unseen_entries, "value") + " in columns the model does not know: left out");
  auto truth = known_classes(model, data.value(), path == "-" ? "stdin" : shown(path, 4096));
  if (!truth) return truth.error();
  const auto threads = thread_count(args);
  if (!threads) return threads.error();
  Rows rows{std::move(data).value(), std::move(truth).value(), {}, threads.value()};
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
  Json facts{{"x", plot::input_name(model, p.columns.x)},
             {"y", one ? Json(nullptr) : Json(plot::input_name(model, p.columns.y))}};
  const bool by_order = p.columns.by == plot::ChosenBy::order;
  facts["columns_chosen_by"] = by_order ? Json(nullptr) : p.columns.by == plot::ChosenBy::weight ? "weight" : "effect";
  facts["columns_held_at_mean"] = p.held;
  facts["columns_held_at_level"] = Json::object();
  for (const auto& [column, level] : p.held_levels) facts["columns_held_at_level"][column] = level;
  facts.update(counts_json(p.counts));
  facts["classes"] = model.classes;
  facts["positive"] = model.positive.empty() ? Json(nullptr) : Json(model.positive);
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

/// The learner's multipliers of all rows, of which the model keeps those of its support: the learned rows in their
/// order, those without a multiplier left out.
std::vector<double> multipliers(const Model& model, const Dataset& learned) {
  std::vector<double> out(learned.rows);
  const CsrMatrix<double>& support = model.support->rows;
  std::visit(
      [&](const auto& x) {
        std::size_t next = 0;
        for (std::size_t i = 0; i < x.rows && next < support.rows; ++i) {
          std::vector<double> dense(support.cols);
          for_each_entry(x.row(i), [&](std::size_t j, double v) { dense[j] = v; });
          for_each_entry(support.row(next), [&](std::size_t j, double v) { dense[j] -= v; });
          if (std::all_of(dense.begin(), dense.end(), [](double v) { return v == 0; })) out[i] = model.w[next++];
        }
      },
      learned.x);
  return out;
}

/// The weights the learner had: of scaled features, or multipliers.
PerceptronResult run_of(const Model& model, const Dataset& learned) {
  PerceptronResult run;
  run.w = model.support ? multipliers(model, learned) : model.w;
  run.b = model.b;
  run.margin_at_most = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < model.outputs() && model.linear() && !model.map.factor.empty(); ++k)
    unfold(model.map, run.w.data() + k * model.cols(), run.b[k]);
  return run;
}

/// The bound by the best margin of the data, where training proved one.
std::optional<MistakeBound> told_bound(const Model& model) {
  const Json report = model.report.value("bound", Json());
  const auto number = [&](const char* name) -> std::optional<double> {
    if (!report.is_object() || !report.contains(name) || !report[name].is_number()) return std::nullopt;
    return report[name].get<double>();
  };
  MistakeBound bound;
  bound.best = number("updates_at_most") && report.value("margin_proved", Json()) == true;
  if (!bound.best) return std::nullopt;
  bound.radius_squared = number("radius_squared").value_or(0);
  bound.margin_at_least = number("margin_at_least");
  bound.most = number("updates_at_most");
  return bound;
}

Result<Bound> bound_of(const Args& args, const Model& model, const Rows& rows) {
  const auto options = options_of(model);
  if (!options) return Bound{{}, "the model does not say how it was trained"};
  if (model.multiclass == "one-vs-rest") return Bound{{}, "it is for one run, and one-vs-rest has one for each class"};
  if (model.voted()) return Bound{{}, "many vectors vote, and it is for one"};
  if (rows.data.text_hash != model.text_hash || rows.data.rows != model.rows || !model.form.weight.empty())
    return Bound{{}, "these are not the rows the model was trained on, or they had weights"};
  if (const auto told = told_bound(model)) return Bound{*told, ""};
  const auto memory = memory_limit(args);
  if (!memory) return memory.error();
  const auto learned =
      LearnerRows::fit(rows.data, model.map.options, model.map.missing, memory.value(), shown(args.operands[1], 4096));
  if (!learned) return learned.error();
  const std::vector<double> margin = margins(rows.score, model.outputs(), rows.truth);
  const Dataset& seen = learned.value().learned();
  Bound bound{mistake_bound(seen, *options, run_of(model, seen), margin, model.classes.size()), ""};
  if (!bound.values.margin_at_least) {
    bound.absent = "the model does not separate the rows";
  } else if (!bound.values.updates_at_most()) {
    bound.absent = "none is known for this step or start";
  }
  return bound;
}

/// 0 where the passes of several runs are summed.
std::uint64_t trained_passes(const Model& model) {
  const auto passes = model.report.find("passes");
  const bool known = passes != model.report.end() && passes->is_number_unsigned() && model.multiclass != "one-vs-rest";
  return known ? std::min(passes->get<std::uint64_t>(), std::uint64_t{1} << 53U) : 0;
}

}  // namespace

Result<Picture> data_picture(const Args& args, const Model& model) {
  const auto rows = labelled_rows(args, model);
  if (!rows) return rows.error();
  const Rows& r = rows.value();
  auto drawn = plot::data_plot(model, {r.data, r.truth, r.score}, args.get("x"), args.get("y"), r.threads);
  if (!drawn) return drawn.error();
  plot::DataPlot& p = drawn.value();
  if (!p.held_text.empty()) {
    const bool one = p.columns.y == plot::no_column;
    const bool by_weight = p.columns.by == plot::ChosenBy::weight;
    note(args, "drawing " + shown(plot::input_name(model, p.columns.x)) +
                   (one ? "" : " and " + shown(plot::input_name(model, p.columns.y))) +
                   (p.columns.by == plot::ChosenBy::order ? ""
                    : by_weight                           ? ", the largest |weight| times range"
                                                          : ", along which the scores change most") +
                   "; " + p.held_text);
  }
  if (const std::string line = separator_line(model);
      !line.empty() && !p.boundary.empty() && p.held_text.empty() && p.affine)
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
    auto known = bound_of(args, model, rows.value());
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
  std::uint64_t total = 0;
  Json passes = Json::array();
  for (const plot::PassUpdates& u : updates.value()) {
    total += u.updates;
    passes.push_back({{"pass", u.pass}, {"updates", u.updates}});
  }
  picture.facts = {{"updates", total},
                   {"passes", trained_passes(model)},
                   {"updates_per_pass", std::move(passes)},
                   {"radius_squared", b.updates_at_most() ? number_json(b.radius_squared) : Json(nullptr)},
                   {"margin_at_least", b.margin_at_least ? number_json(*b.margin_at_least) : Json(nullptr)},
                   {"updates_at_most", b.updates_at_most() ? number_json(*b.updates_at_most()) : Json(nullptr)},
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
  plot::WeightsPlot& drawn = figure.value();
  Json bars = Json::array();
  for (const plot::WeightBar& bar : drawn.bars) {
    bars.push_back({{"column", bar.column}, {"weight", number_json(bar.weight)}});
    if (!bar.label.empty()) bars.back()["class"] = bar.label;
  }
  Picture picture{std::move(drawn.figure), {}};
  picture.facts = {{"columns", model.cols()}, {"bars", std::move(bars)}};
  return picture;
}

}  // namespace halfspace::cli
