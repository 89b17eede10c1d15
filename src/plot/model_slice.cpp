#include "plot/model_slice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/text.hpp"
#include "model/scorer.hpp"

namespace halfspace::plot {
namespace {

constexpr std::size_t most_tried = 1000;                     // columns whose effect is measured: the widest
constexpr std::size_t tries = 9;                             // points along each of them
constexpr std::size_t batch_values = std::size_t{1} << 21U;  // of rows made for scores()

bool is_text(const Model& model, std::size_t column) {
  return !model.map.inputs.empty() && !model.map.inputs[column].levels.empty();
}

/// The number in a cell as the model takes it.
double known_number(const Model& model, std::size_t column, double v) {
  return std::isnan(v) ? model.map.inputs[column].fill.value_or(0) : v;
}

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
  if (found != no_column && is_text(model, found))
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
  for (std::size_t k = 0; k < model.outputs(); ++k) {
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

/// w.x + b over the chosen columns, the others held.
Affine affine_over(const double* w, double b, const Chosen& columns, const std::vector<double>& typical) {
  Affine f = {w[columns.x], columns.y == no_column ? 0 : w[columns.y], b};
  for (std::size_t j = 0; j < typical.size(); ++j) {
    if (j != columns.x && j != columns.y) f.c += w[j] * typical[j];
  }
  return f;
}

}  // namespace

std::string input_name(const Model& model, std::size_t column) {
  return model.map.inputs.empty() ? std::to_string(column + 1) : model.map.inputs[column].name;
}

bool over_columns(const Model& model) {
  return model.linear() && !model.map.categorical() && model.map.options.features == Expansion::none;
}

std::vector<ColumnRange> column_ranges(const Model& model, const Dataset& data) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  std::vector<ColumnRange> out(data.cols, {inf, -inf, 0, false});
  std::vector<std::uint64_t> stored(data.cols);
  std::vector<std::vector<std::uint64_t>> rows_of(data.cols);  // rows with each level
  for (std::size_t j = 0; j < out.size(); ++j) {
    out[j].text = is_text(model, j);
    if (out[j].text) rows_of[j].resize(data.levels[j].size());
  }
  const auto n = static_cast<double>(data.rows);
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          for_each_entry(x.row(i), [&](std::size_t j, double cell) {
            ColumnRange& r = out[j];
            if (r.text) {
              if (cell >= 0) ++rows_of[j][static_cast<std::size_t>(cell)];
              return;
            }
            const double v = known_number(model, j, cell);
            r.low = std::min(r.low, v);
            r.high = std::max(r.high, v);
            r.typical += v / n;
            ++stored[j];
          });
        }
      },
      data.x);
  for (std::size_t j = 0; j < out.size(); ++j) {
    if (out[j].text) {
      const auto most = std::max_element(rows_of[j].begin(), rows_of[j].end());
      const bool none = most == rows_of[j].end() || *most == 0;
      out[j] = {0, 0, none ? -1 : static_cast<double>(most - rows_of[j].begin()), true};
    } else if (stored[j] < data.rows) {
      out[j].low = std::min(out[j].low, 0.0);
      out[j].high = std::max(out[j].high, 0.0);
    }
  }
  return out;
}

std::vector<double> column_values(const Model& model, const Dataset& data, std::size_t column) {
  std::vector<double> out(data.rows);
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          for_each_entry(x.row(i), [&](std::size_t j, double v) {
            if (j == column) out[i] = known_number(model, j, v);
          });
        }
      },
      data.x);
  return out;
}

std::vector<double> typical_weights(const Model& m, std::size_t output) {
  const auto d = static_cast<std::size_t>(m.cols());
  const auto own = m.w.begin() + static_cast<std::ptrdiff_t>(output * d);
  if (!m.voted()) return {own, own + static_cast<std::ptrdiff_t>(d)};
  const bool argmax = m.multiclass == "argmax";  // a vote there has a vector for each output
  const std::size_t stride = argmax ? m.outputs() : 1;
  std::size_t first = 0;
  std::size_t last = m.vote_counts.size();
  if (!m.vote_vectors.empty()) {
    for (std::size_t k = 0; k < output; ++k) first += m.vote_vectors[k];
    last = first + m.vote_vectors[output];
  }
  double total = 0;
  for (std::size_t v = first; v < last; ++v) total += static_cast<double>(m.vote_counts[v]);
  std::vector<double> w(d);
  for (std::size_t v = first; v < last; ++v) {
    const double share = static_cast<double>(m.vote_counts[v]) / total;
    const double* vector = m.vote_weights.data() + (v * stride + (argmax ? output : 0)) * (d + 1);
    for (std::size_t j = 0; j < d; ++j) w[j] += share * vector[j];
  }
  return w;
}

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

Slice::Slice(const Model& m, const Dataset& data, const Chosen& columns, const std::vector<ColumnRange>& ranges,
             unsigned threads)
    : model_(m), data_(data), columns_(columns), threads_(threads) {
  for (const ColumnRange& r : ranges) typical_.push_back(r.typical);
  const auto d = static_cast<std::size_t>(m.cols());
  if (!over_columns(m) || (m.voted() && m.outputs() > 1)) return;
  for (std::size_t k = 0; k < m.outputs() && !m.voted(); ++k)
    planes_.push_back(affine_over(m.w.data() + k * d, m.b[k], columns, typical_));
  const double total = std::accumulate(m.vote_counts.begin(), m.vote_counts.end(), 0.0);
  for (std::size_t k = 0; k < m.vote_counts.size(); ++k) {
    const double* w = m.vote_weights.data() + k * (d + 1);
    planes_.push_back(affine_over(w, w[d], columns, typical_));
    votes_.push_back(static_cast<double>(m.vote_counts[k]) / total);
  }
}

void Slice::operator()(std::span<const Point> points, std::span<double> out) const {
  const auto outputs = static_cast<std::size_t>(model_.outputs());
  if (planes_.empty()) {
    const std::size_t most = std::max<std::size_t>(1, batch_values / std::max<std::size_t>(1, typical_.size()));
    for (std::size_t first = 0; first < points.size(); first += most)
      score_rows(points.subspan(first, std::min(most, points.size() - first)), out.data() + first * outputs);
    return;
  }
  double* to = out.data();
  for (const Point p : points) {
    if (votes_.empty()) {
      for (const Affine& plane : planes_) *to++ = plane(p);
      continue;
    }
    double sum = 0;
    for (std::size_t k = 0; k < planes_.size(); ++k) sum += planes_[k](p) >= 0 ? votes_[k] : -votes_[k];
    *to++ = sum;
  }
}

/// The points as rows of the model's text.
void Slice::score_rows(std::span<const Point> points, double* out) const {
  Dataset rows;
  rows.rows = points.size();
  rows.cols = typical_.size();
  rows.columns = data_.columns;
  rows.levels = data_.levels;
  rows.short_decimals = false;
  DenseMatrix<double> x;
  x.rows = points.size();
  x.cols = typical_.size();
  x.value.resize(x.rows * x.cols);
  for (std::size_t i = 0; i < points.size(); ++i) {
    double* row = x.value.data() + i * x.cols;
    std::copy(typical_.begin(), typical_.end(), row);
    row[columns_.x] = points[i].x;
    if (columns_.y != no_column) row[columns_.y] = points[i].y;
  }
  rows.x = std::move(x);
  const std::vector<double> score = scores(model_, rows, threads_);
  std::copy(score.begin(), score.end(), out);
}

}  // namespace halfspace::plot
