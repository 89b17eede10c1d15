#include "plot/model_choice.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "plot/model_slice.hpp"

namespace halfspace::plot {
namespace {

constexpr std::size_t most_tried = 1000;  // columns whose effect is measured: the widest
constexpr std::size_t tries = 9;          // points along each of them

std::vector<std::string> names_of(const Model& model, const std::vector<std::size_t>& columns) {
  std::vector<std::string> names;
  names.reserve(columns.size());
  for (const std::size_t j : columns) names.push_back(input_name(model, j));
  return names;
}

Result<std::size_t> find_column(const Model& model, const std::vector<std::size_t>& numbers, const std::string& wanted,
                                const std::string& flag) {
  std::size_t found = no_column;
  for (std::size_t j = 0; j < model.map.input_cols && found == no_column; ++j) {
    if (input_name(model, j) == wanted) found = j;
  }
  const auto number = option_count(wanted, flag);
  if (found == no_column && number && number.value() >= 1 && number.value() <= model.map.input_cols)
    found = static_cast<std::size_t>(number.value() - 1);
  const std::vector<std::string> names = names_of(model, numbers);
  if (found != no_column && holds_texts(model, found))
    return Error{Code::usage, flag,
                 "column " + in_quotes(input_name(model, found)) +
                     " holds texts, which have no place on an axis; the columns of numbers are " +
                     joined(names, ", ", 12)};
  if (found != no_column) return found;
  const std::string near = nearest(wanted, names);
  return Error{Code::usage, flag,
               "no column " + in_quotes(wanted) + " in the model; " +
                   (near.empty() ? "" : "did you mean " + in_quotes(near) + "? ") + "its columns are " +
                   joined(names, ", ", 12) + " (a name, or a number from 1 to " + grouped(model.map.input_cols) + ")"};
}

/// How much each column of numbers moves the scores: |weight| times range, summed over the outputs.
std::vector<double> weight_effects(const Model& model, const std::vector<ColumnRange>& ranges) {
  std::vector<double> out(ranges.size());
  for (std::size_t k = 0; k < model.vectors(); ++k) {
    const std::vector<double> w = typical_weights(model, k);
    for (std::size_t j = 0; j < out.size(); ++j) out[j] += std::fabs(w[j]) * (ranges[j].high - ranges[j].low);
  }
  return out;
}

/// The same as measured along each column, the others held.
std::vector<double> measured_effects(const Model& model, const Dataset& data, const std::vector<ColumnRange>& ranges,
                                     std::vector<std::size_t> numbers, unsigned threads) {
  std::stable_sort(numbers.begin(), numbers.end(), [&](std::size_t a, std::size_t b) {
    return ranges[a].high - ranges[a].low > ranges[b].high - ranges[b].low;
  });
  if (numbers.size() > most_tried) numbers.resize(most_tried);
  const std::size_t outputs = model.outputs();
  std::vector<double> out(ranges.size(), -1);
  std::vector<Point> points(tries);
  std::vector<double> score(tries * outputs);
  for (const std::size_t j : numbers) {
    for (std::size_t i = 0; i < tries; ++i)
      points[i].x = std::lerp(ranges[j].low, ranges[j].high, static_cast<double>(i) / (tries - 1));
    Slice(model, data, {j, no_column}, ranges, threads)(points, score);
    out[j] = 0;
    for (std::size_t k = 0; k < outputs; ++k) {
      double low = score[k];
      double high = score[k];
      for (std::size_t i = 0; i < tries; ++i) {
        low = std::min(low, score[i * outputs + k]);
        high = std::max(high, score[i * outputs + k]);
      }
      out[j] += high - low;
    }
  }
  return out;
}

/// The column other than `taken` with the largest effect, the first of equals.
std::size_t strongest(const std::vector<double>& effect, const std::vector<std::size_t>& numbers, std::size_t taken) {
  std::size_t best = no_column;
  for (const std::size_t j : numbers) {
    if (j != taken && (best == no_column || effect[j] > effect[best])) best = j;
  }
  return best;
}

}  // namespace

Result<Chosen> choose_columns(const Model& model, const Dataset& data, const std::vector<ColumnRange>& ranges,
                              const std::string& x, const std::string& y, unsigned threads) {
  std::vector<std::size_t> numbers;
  for (std::size_t j = 0; j < ranges.size(); ++j) {
    if (!ranges[j].text) numbers.push_back(j);
  }
  if (numbers.empty())
    return Error{Code::bad_data, "", "every column of the model holds texts: there is none to draw along"};
  Chosen out{no_column, no_column, ChosenBy::order};
  if (!x.empty()) {
    const auto found = find_column(model, numbers, x, "--x");
    if (!found) return found.error();
    out.x = found.value();
  }
  if (!y.empty()) {
    const auto found = find_column(model, numbers, y, "--y");
    if (!found) return found.error();
    if (numbers.size() == 1)
      return Error{Code::usage, "--y",
                   "the model has one column" + std::string(ranges.size() > 1 ? " of numbers" : "") +
                       ", which is drawn along x; leave --y out"};
    out.y = found.value();
    if (out.x == out.y)
      return Error{Code::usage, "--y", in_quotes(y) + " is the column of --x too; choose two different columns"};
  }
  if (numbers.size() == 1) return Chosen{numbers[0], no_column, ChosenBy::order};
  if (out.x != no_column && out.y != no_column) return out;
  if (numbers.size() == 2 && out.x == out.y) return Chosen{numbers[0], numbers[1], ChosenBy::order};
  std::vector<double> effect(ranges.size());
  if (numbers.size() > 2) {
    out.by = over_columns(model) ? ChosenBy::weight : ChosenBy::effect;
    effect = out.by == ChosenBy::weight ? weight_effects(model, ranges)
                                        : measured_effects(model, data, ranges, numbers, threads);
  }
  if (out.x == no_column) out.x = strongest(effect, numbers, out.y);
  if (out.y == no_column) out.y = strongest(effect, numbers, out.x);
  return out;
}

}  // namespace halfspace::plot
