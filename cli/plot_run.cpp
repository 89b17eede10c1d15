// --kind boundaries, update, pocket and --animate: the updates of a perceptron's run, which train --trace wrote.
#include "plot_run.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <variant>

#include "base/text.hpp"
#include "output_file.hpp"
#include "picture_file.hpp"
#include "plot/animation.hpp"
#include "plot/rows_panel.hpp"
#include "plot/run_plot.hpp"
#include "plot_kinds.hpp"
#include "plot_rows.hpp"
#include "report/lesson_report.hpp"
#include "session.hpp"
#include "trace_updates.hpp"

namespace halfspace::cli {
namespace {

constexpr double seconds_a_step = 1;
constexpr double same_update = 1e-9;  // relative: sums of doubles in another order

/// Rows of DATA and the updates of the trace, which must be of them.
struct TracedRows {
  Dataset data;
  std::vector<int> y;
  std::vector<TracedUpdate> updates;
  std::vector<std::vector<double>> before;
};

Error not_of_data(const Args& args, const TracedUpdate& u) {
  return {Code::bad_data, shown(args.get("trace"), 4096),
          "the update of visit " + std::to_string(u.visit) + " is not one of row " + std::to_string(u.row) + " of " +
              data_name(args) + "; give the data that the run was trained on"};
}

std::vector<double> values_of_row(const Dataset& data, std::uint64_t i) {
  std::vector<double> x(data.cols, 0.0);
  std::visit([&](const auto& m) { for_each_entry(m.row(i), [&](std::size_t j, double v) { x[j] = v; }); }, data.x);
  return x;
}

/// Are these the same but for rounding, beside numbers of this size?
bool alike(double a, double b, double size) { return std::fabs(a - b) <= same_update * size; }

/// w before each update is w after it without c y x. It must give the row the score of the trace, and from the second
/// update on be w after the one before.
Result<void> look_back(const Args& args, const Model& model, TracedRows& run) {
  for (std::size_t k = 0; k < run.updates.size(); ++k) {
    const TracedUpdate& u = run.updates[k];
    if (u.row >= run.data.rows) return not_of_data(args, u);
    std::vector<double> x = values_of_row(run.data, u.row);
    x.push_back(model.bias == Bias::none ? 0 : 1);
    std::vector<double> before = u.after;
    double score = 0;
    double size = std::fabs(u.score);
    for (std::size_t j = 0; j < before.size(); ++j) {
      before[j] -= u.multiplier * run.y[u.row] * x[j];
      const double terms = std::fabs(u.after[j]) + std::fabs(u.multiplier * x[j]);
      if (k > 0 && !alike(before[j], run.updates[k - 1].after[j], terms)) return not_of_data(args, u);
      if (k > 0) before[j] = run.updates[k - 1].after[j];
      score += before[j] * x[j];
      size += terms * std::fabs(x[j]);
    }
    if (!alike(score, u.score, size)) return not_of_data(args, u);
    run.before.push_back(std::move(before));
  }
  return {};
}

Result<TracedRows> traced_rows(const Args& args, const Model& model) {
  if (model.classes.size() != 2 || model.algorithm != Algorithm::perceptron || !model.linear())
    return Error{Code::usage, "--kind", "pictures of updates are for a perceptron of two classes without a kernel"};
  if (model.map.options.scale != Scaling::none || model.map.options.features != Expansion::none)
    return Error{Code::usage, "--kind",
                 "pictures of updates are for columns as they are, without --scale and --features"};
  auto data = labelled_rows(args, model);
  if (!data) return data.error();
  const auto scored = scored_rows(args, model, data.value());
  if (!scored) return scored.error();
  auto updates = read_updates(args.get("trace"), model.cols());
  if (!updates) return updates.error();
  TracedRows out;
  for (const std::uint32_t k : scored.value().truth) out.y.push_back(k == 1 ? 1 : -1);
  out.data = std::move(data).value();
  out.updates = std::move(updates).value();
  if (const auto fine = look_back(args, model, out); !fine) return fine.error();
  return out;
}

plot::Weights2 plane_weights(const std::vector<double>& w) { return {w[0] + 0.0, w[1] + 0.0, w[2] + 0.0}; }

Result<plot::PlaneRun> plane_run(const Args& args, const Model& model) {
  if (model.cols() != 2)
    return Error{Code::usage, args.has("animate") ? "--animate" : "--kind",
                 "is for two columns; the model has " + std::to_string(model.cols()) + " (train with --columns A,B)"};
  const auto traced = traced_rows(args, model);
  if (!traced) return traced.error();
  plot::PlaneRun run;
  std::array<std::vector<double>, 2> values;
  for (std::uint64_t i = 0; i < traced.value().data.rows; ++i) {
    const std::vector<double> x = values_of_row(traced.value().data, i);
    run.rows.push_back({{x[0], x[1]}, traced.value().y[i], traced.value().data.lines.line(i)});
    for (std::size_t j = 0; j < 2; ++j) values[j].push_back(x[j]);
  }
  for (std::size_t j = 0; j < 2; ++j) {
    const auto [low, high] = std::minmax_element(values[j].begin(), values[j].end());
    auto axis = plot::value_axis(model.column_name(j), true, *low, *high, "--columns");
    if (!axis) return axis.error();
    (j == 0 ? run.x : run.y) = std::move(axis).value();
  }
  for (std::size_t k = 0; k < traced.value().updates.size(); ++k) {
    const TracedUpdate& u = traced.value().updates[k];
    run.updates.push_back({u.visit, u.pass, static_cast<std::size_t>(u.row), u.multiplier,
                           plane_weights(traced.value().before[k]), plane_weights(u.after)});
  }
  run.labels = {shown(model.classes[1]), shown(model.classes[0])};
  return run;
}

/// Mistakes (y s <= 0) of these weights on all rows.
std::uint64_t mistakes_of(const TracedRows& run, const std::vector<std::vector<double>>& x,
                          const std::vector<double>& w) {
  std::uint64_t wrong = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double s = w.back();
    for (std::size_t j = 0; j < x[i].size(); ++j) s += w[j] * x[i][j];
    wrong += run.y[i] * s <= 0 ? 1 : 0;
  }
  return wrong;
}

std::string step_name(std::size_t k) {
  const std::string number = std::to_string(k);
  return "step-" + std::string(number.size() < 3 ? 3 - number.size() : 0, '0') + number + ".svg";
}

}  // namespace

Result<Picture> boundaries_picture(const Args& args, const Model& model) {
  const auto run = plane_run(args, model);
  if (!run) return run.error();
  return Picture{plot::boundaries_plot(run.value()), run_plot_json(run.value())};
}

Result<Picture> update_picture(const Args& args, const Model& model) {
  auto run = plane_run(args, model);
  if (!run) return run.error();
  const auto number = args.count("update", 1);
  const std::size_t updates = run.value().updates.size();
  if (!number || number.value() < 1 || number.value() > updates)
    return Error{Code::usage, "--update",
                 in_quotes(args.get("update")) + " is not one of the " + counted(updates, "update") + ", from 1"};
  const std::size_t k = number.value() - 1;
  plot::Figure figure = plot::update_plot(run.value(), k);
  run.value().updates = {run.value().updates[k]};
  return Picture{std::move(figure), run_plot_json(run.value())};
}

Result<Picture> pocket_picture(const Args& args, const Model& model) {
  const auto traced = traced_rows(args, model);
  if (!traced) return traced.error();
  const TracedRows& run = traced.value();
  std::vector<std::vector<double>> x;
  x.reserve(run.data.rows);
  for (std::uint64_t i = 0; i < run.data.rows; ++i) x.push_back(values_of_row(run.data, i));
  std::vector<std::uint64_t> mistakes = {mistakes_of(run, x, run.before[0])};
  for (const TracedUpdate& u : run.updates) mistakes.push_back(mistakes_of(run, x, u.after));
  return Picture{plot::pocket_plot(mistakes, run.data.rows), pocket_plot_json(mistakes)};
}

Result<Animation> animate(const Args& args, const Model& model) {
  const auto run = plane_run(args, model);
  if (!run) return run.error();
  const auto most = args.count("steps", 60);
  if (!most || most.value() < 1 || most.value() > most_steps)
    return Error{Code::usage, "--steps",
                 in_quotes(args.get("steps")) + " is not a whole number from 1 to " + std::to_string(most_steps)};
  const std::size_t updates = run.value().updates.size();
  const std::size_t steps = std::min<std::size_t>(updates, most.value());
  std::vector<std::string> frames;
  for (std::size_t k = 0; k < steps; ++k) {
    const auto frame = drawn(args, Form::svg, plot::step_plot(run.value(), k));
    if (!frame) return frame.error();
    frames.push_back(frame.value());
  }
  const std::string path = args.get("animate");
  const bool folder = !path.ends_with(".svg");
  Animation out{{}, updates, steps, run_plot_json(run.value())};
  if (folder) {
    std::error_code failed;
    std::filesystem::create_directories(path, failed);
    if (failed) return Error{Code::io, shown(path, 4096), "cannot be made: " + failed.message()};
    for (std::size_t k = 0; k < steps; ++k)
      out.files.push_back((std::filesystem::path(path) / step_name(k + 1)).string());
  }
  out.files.push_back(folder ? (std::filesystem::path(path) / "animation.svg").string() : path);
  frames.push_back(plot::animated_svg(frames, "The perceptron in " + counted(steps, "step"), seconds_a_step));
  for (std::size_t k = 0; k < out.files.size(); ++k) {
    const std::string& bytes = k + 1 == out.files.size() ? frames.back() : frames[k];
    if (const auto written = write_output(args, out.files[k], bytes); !written) return written.error();
  }
  return out;
}

}  // namespace halfspace::cli
