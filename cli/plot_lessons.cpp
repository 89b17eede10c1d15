// --kind neuron, activation, losses: a model as courses draw it.
#include <algorithm>
#include <cmath>
#include <variant>

#include "base/text.hpp"
#include "loss/losses.hpp"
#include "plot/lesson_plot.hpp"
#include "plot/ticks.hpp"
#include "plot_kinds.hpp"
#include "plot_rows.hpp"
#include "report/lesson_report.hpp"

namespace halfspace::cli {
namespace {

constexpr std::size_t points_of_a_curve = 601;

Result<void> of_two_classes(const Args& args, const Model& model) {
  if (model.classes.size() == 2 && model.outputs() == 1) return {};
  return Error{
      Code::usage, "--kind",
      in_quotes(args.get("kind")) + " is for two classes; the model has " + std::to_string(model.classes.size())};
}

std::array<std::string, 2> labels_of(const Model& model) { return {shown(model.classes[1]), shown(model.classes[0])}; }

/// Scores, or with `signed_by_label` margins, of the rows of DATA.
Result<std::vector<plot::CurveRow>> curve_rows(const Args& args, const Model& model, bool signed_by_label) {
  if (const auto fine = of_two_classes(args, model); !fine) return fine.error();
  const auto data = labelled_rows(args, model);
  if (!data) return data.error();
  const auto scored = scored_rows(args, model, data.value());
  if (!scored) return scored.error();
  if (scored.value().truth.empty()) return Error{Code::bad_data, data_name(args), "there are no rows"};
  std::vector<plot::CurveRow> rows;
  for (std::size_t i = 0; i < scored.value().truth.size(); ++i) {
    const int y = scored.value().truth[i] == 1 ? 1 : -1;
    rows.push_back({signed_by_label ? y * scored.value().score[i] : scored.value().score[i], y});
  }
  return rows;
}

/// A little more than the rows take, and at least from -`least` to `least`.
plot::Range range_of(const std::vector<plot::CurveRow>& rows, double least) {
  double low = -least;
  double high = least;
  for (const plot::CurveRow& row : rows) {
    low = std::min(low, row.at);
    high = std::max(high, row.at);
  }
  return plot::padded_range(low, high, 0.04);
}

template <class F>
plot::NamedCurve curve_of(const std::string& name, const plot::Range& x, F&& f) {
  plot::NamedCurve out{name, {}};
  for (std::size_t k = 0; k < points_of_a_curve; ++k) {
    const double at = std::lerp(x.low, x.high, static_cast<double>(k) / static_cast<double>(points_of_a_curve - 1));
    out.line.points.push_back({at, f(at)});
  }
  return out;
}

/// A jump at 0 from one value to another.
plot::NamedCurve jump(const std::string& name, const plot::Range& x, double from, double to) {
  return {name, {{{x.low, from}, {0, from}, {0, to}, {x.high, to}}, false}};
}

double sigmoid_of(double s) { return -LogisticLoss::slope(-s); }

std::vector<double> values_of(const std::vector<plot::CurveRow>& rows, double (*f)(double)) {
  std::vector<double> out;
  out.reserve(rows.size());
  for (const plot::CurveRow& row : rows) out.push_back(f(row.at));
  return out;
}

/// The loss that the model's learner lowers.
std::string own_loss(const Model& model) {
  const auto loss = model.settings.find("loss");
  if (loss != model.settings.end() && loss->is_string()) return loss->get<std::string>();
  return std::string(PerceptronLoss::name);
}

}  // namespace

Result<Picture> neuron_picture(const Args& args, const Model& model) {
  if (const auto fine = of_two_classes(args, model); !fine) return fine.error();
  if (!model.linear() || model.cols() == 0)
    return Error{Code::usage, "--kind", "'neuron' is for models with a weight for each column; a kernel has none"};
  std::vector<plot::NeuronInput> inputs;
  inputs.reserve(model.cols());
  for (std::uint64_t j = 0; j < model.cols(); ++j) inputs.push_back({model.column_name(j), model.w[j]});
  const std::optional<double> bias = model.bias == Bias::none ? std::nullopt : std::optional(model.b[0]);
  return Picture{plot::neuron_plot(inputs, bias, labels_of(model)), neuron_plot_json(inputs, bias)};
}

Result<Picture> activation_picture(const Args& args, const Model& model) {
  const auto rows = curve_rows(args, model, false);
  if (!rows) return rows.error();
  const plot::Range x = range_of(rows.value(), 4);
  const std::vector<plot::NamedCurve> curves = {jump("sign", x, -1, 1), jump("step", x, 0, 1),
                                                curve_of("sigmoid", x, sigmoid_of)};
  const std::vector<std::vector<double>> values = {
      values_of(rows.value(), [](double s) { return s > 0   ? 1.0
                                                    : s < 0 ? -1.0
                                                            : 0.0; }),
      values_of(rows.value(), [](double s) { return s >= 0 ? 1.0 : 0.0; }), values_of(rows.value(), sigmoid_of)};
  return Picture{plot::activation_plot(curves, rows.value(), values, labels_of(model)),
                 curve_rows_json("scores", rows.value(), curves, values)};
}

Result<Picture> losses_picture(const Args& args, const Model& model) {
  const auto rows = curve_rows(args, model, true);
  if (!rows) return rows.error();
  const plot::Range x = range_of(rows.value(), 3);
  std::vector<plot::NamedCurve> losses = {jump("zero-one", x, 1, 0)};
  const std::string own = own_loss(model);
  std::size_t number = 0;
  std::vector<double> values;
  for (const AnyLoss& any : every_loss) {
    std::visit(
        [&](auto loss) {
          if (loss.name == own) {
            number = losses.size();
            for (const plot::CurveRow& row : rows.value()) values.push_back(decltype(loss)::value(row.at));
          }
          losses.push_back(curve_of(std::string(loss.name), x, [](double m) { return decltype(loss)::value(m); }));
        },
        any);
  }
  if (values.empty())
    return Error{Code::usage, "--kind", "the model's loss " + in_quotes(own) + " is none of those that are drawn"};
  plot::Figure figure = plot::losses_plot(losses, number, rows.value(), values, labels_of(model));
  return Picture{std::move(figure), curve_rows_json("margins", rows.value(), {losses[number]}, {values})};
}

}  // namespace halfspace::cli
