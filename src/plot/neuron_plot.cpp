#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.hpp"
#include "plot/lesson_plot.hpp"

namespace halfspace::plot {
namespace {

constexpr std::size_t most_inputs = 9;
constexpr unsigned input_height = 56;
constexpr double half_box = 0.3;

/// Places of the parts along x.
constexpr double input_right = 1.9;
constexpr double weight_left = 2.2;
constexpr double weight_right = 3.4;
constexpr double sum_left = 3.9;
constexpr double sum_right = 5;
constexpr double threshold_left = 5.5;
constexpr double threshold_right = 8.3;

struct Line {
  std::string name;
  std::string weight;
  unsigned style = 0;
};

unsigned style_of_weight(double weight) { return weight < 0 ? 1 : 0; }

/// The lines of inputs, largest |weight| first where not all fit; columns stay in their order.
std::vector<Line> lines_of(const std::vector<NeuronInput>& inputs, std::optional<double> bias) {
  std::vector<std::size_t> order(inputs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (order.size() > most_inputs) {
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::fabs(inputs[a].weight) > std::fabs(inputs[b].weight);
    });
    order.resize(most_inputs);
    std::sort(order.begin(), order.end());
  }
  std::vector<Line> lines;
  lines.reserve(order.size() + 1);
  for (const std::size_t j : order)
    lines.push_back(
        {shown(inputs[j].column, 18), short_number(inputs[j].weight, 4), style_of_weight(inputs[j].weight)});
  if (bias) lines.push_back({"1", short_number(*bias, 4), style_of_weight(*bias)});
  return lines;
}

Curve wire(Point from, Point to) { return {{{from, to}, false}, {Stroke::hull, 7}}; }

}  // namespace

Figure neuron_plot(const std::vector<NeuronInput>& inputs, std::optional<double> bias,
                   const std::array<std::string, 2>& labels) {
  const std::vector<Line> lines = lines_of(inputs, bias);
  const auto count = static_cast<double>(lines.size());
  const double middle = (count - 1) / 2;
  Figure f;
  f.title = "The model as a neuron: " + counted(inputs.size(), "input");
  Panel& p = f.panels.emplace_back();
  p.bare = true;
  p.x = {"", -0.2, threshold_right + 0.2, false, false, {}};
  p.y = {"", count - 0.4, -0.6, false, false, {}};
  const double wanted = std::max(0.0, middle);
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const auto at = static_cast<double>(k);
    p.curves.push_back(wire({input_right, at}, {weight_left, at}));
    p.curves.push_back(wire({weight_right, at}, {sum_left, wanted}));
    p.cells.push_back({{0, input_right, at - half_box, at + half_box}, 0, 0, lines[k].name});
    p.cells.push_back(
        {{weight_left, weight_right, at - half_box, at + half_box}, 0.4, lines[k].style, lines[k].weight});
  }
  p.curves.push_back(wire({sum_right, wanted}, {threshold_left, wanted}));
  p.cells.push_back({{sum_left, sum_right, wanted - half_box, wanted + half_box}, 0.3, 7, "sum s"});
  p.cells.push_back(
      {{threshold_left, threshold_right, wanted - 2 * half_box, wanted}, 0.4, 0, "s >= 0: " + shown(labels[0], 18)});
  p.cells.push_back(
      {{threshold_left, threshold_right, wanted, wanted + 2 * half_box}, 0.4, 1, "s < 0: " + shown(labels[1], 18)});
  f.height = 150 + input_height * static_cast<unsigned>(std::max<std::size_t>(lines.size(), 3));
  f.legend = {{Sign::bar, 0, {}, "weight for " + labels[0]}, {Sign::bar, 1, {}, "weight for " + labels[1]}};
  if (inputs.size() > most_inputs)
    f.notes.push_back("The " + std::to_string(most_inputs) + " largest weights of " + std::to_string(inputs.size()) +
                      " are drawn.");
  f.notes.push_back("s is the sum of inputs times weights" +
                    std::string(bias ? "; the input 1 has the bias as its weight." : "."));
  f.description = "A neuron: inputs, weights, their sum, and a threshold at 0. " + f.notes.back();
  return f;
}

}  // namespace halfspace::plot
