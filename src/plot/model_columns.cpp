#include "plot/model_columns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace halfspace::plot {
namespace {

/// The number in a cell as the model takes it.
double known_number(const Model& model, std::size_t column, double v) {
  return std::isnan(v) ? model.map.inputs[column].fill.value_or(0) : v;
}

}  // namespace

bool holds_texts(const Model& model, std::size_t column) {
  return !model.map.inputs.empty() && !model.map.inputs[column].levels.empty();
}

std::string input_name(const Model& model, std::size_t column) {
  return model.map.inputs.empty() ? std::to_string(column + 1) : model.map.inputs[column].name;
}

std::vector<ColumnRange> column_ranges(const Model& model, const Dataset& data) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  std::vector<ColumnRange> out(data.cols, {inf, -inf, 0, false});
  std::vector<std::uint64_t> stored(data.cols);
  std::vector<std::vector<std::uint64_t>> rows_of(data.cols);  // rows with each level
  for (std::size_t j = 0; j < out.size(); ++j) {
    out[j].text = holds_texts(model, j);
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

}  // namespace halfspace::plot
