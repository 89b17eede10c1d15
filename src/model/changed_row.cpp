#include "model/changed_row.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/number.hpp"
#include "model/mean_parts.hpp"
#include "model/scorer.hpp"

namespace halfspace {
namespace {

constexpr std::size_t most_dense = 65536;  // columns

Matrix dense_rows(std::span<const ReplacedCells> rows, std::size_t cols) {
  DenseMatrix<double> x;
  x.rows = rows.size();
  x.cols = cols;
  x.value = Buffer<double>(rows.size() * cols, 0.0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& [j, v] : rows[i]) x.value[i * cols + j] = v;
  }
  return x;
}

Matrix sparse_rows(std::span<const ReplacedCells> rows, std::size_t cols) {
  CsrMatrix<double> x;
  x.rows = rows.size();
  x.cols = cols;
  x.start.push_back(0);
  for (const ReplacedCells& row : rows) {
    for (const auto& [j, v] : row) {
      x.column.push_back(j);
      x.value.push_back(v);
    }
    x.start.push_back(x.value.size());
  }
  return x;
}

}  // namespace

ChangedRow::ChangedRow(const Model& model, const Dataset& data, std::uint64_t row)
    : model_(model), row_(take_rows(data, {row})) {
  std::visit(
      [&](const auto& x) {
        for_each_entry(x.row(0), [&](std::size_t j, double v) { cells_[static_cast<std::uint32_t>(j)] = v; });
      },
      row_.x);
}

Dataset ChangedRow::changed(std::span<const ReplacedCells> rows, bool dense) const {
  Dataset out;
  out.rows = rows.size();
  out.cols = row_.cols;
  out.columns = row_.columns;
  out.levels = row_.levels;
  out.lines = row_.lines;
  out.decimals = row_.decimals;
  out.short_decimals = row_.short_decimals;
  std::vector<ReplacedCells> whole(rows.begin(), rows.end());
  for (ReplacedCells& cells : whole) {
    for (const auto& [j, v] : cells) {
      if (j < row_.levels.size() && !row_.levels[j].empty()) continue;
      const int decimals = decimals_of(v);
      out.decimals = std::max(out.decimals, decimals);
      out.short_decimals = out.short_decimals && decimals >= 0;
    }
    cells.insert(cells_.begin(), cells_.end());  // those replaced are there already
  }
  out.x = dense ? dense_rows(whole, row_.cols) : sparse_rows(whole, row_.cols);
  return out;
}

std::vector<double> ChangedRow::scores_of(std::span<const ReplacedCells> rows) const {
  constexpr std::size_t at_once = 256;
  std::vector<double> out;
  for (std::size_t first = 0; first < rows.size(); first += at_once) {
    const auto some = rows.subspan(first, std::min(at_once, rows.size() - first));
    const std::vector<double> score = scores(model_, changed(some, false), 1);
    out.insert(out.end(), score.begin(), score.end());
  }
  return out;
}

std::optional<std::vector<double>> ChangedRow::scores_as(const ReplacedCells& cells, std::uint32_t label) const {
  std::vector<double> score;
  const auto right = [&](bool dense) {
    score = scores(model_, changed({&cells, 1}, dense), 1);
    return std::all_of(score.begin(), score.end(), [](double s) { return std::isfinite(s); }) &&
           predicted_class(score, model_.zero_is_negative) == label;
  };
  if (!right(false) || (row_.cols <= most_dense && !right(true))) return std::nullopt;
  return score;
}

std::vector<NumberColumn> number_columns(const Dataset& data) {
  std::vector<Moments> moments(data.cols);
  std::vector<std::uint64_t> missing(data.cols);
  std::vector<std::uint64_t> present(data.cols);
  std::vector<NumberColumn> out(data.cols);
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          for_each_entry(x.row(i), [&](std::size_t j, double v) {
            if (std::isnan(v)) {
              ++missing[j];
              return;
            }
            if (v != 0) moments[j].add(v);
            ++present[j];
            out[j].low = std::min(out[j].low, v);
            out[j].high = std::max(out[j].high, v);
            out[j].whole = out[j].whole && v == std::nearbyint(v) && std::fabs(v) < 1e15;
          });
        }
      },
      data.x);
  for (std::size_t j = 0; j < data.cols; ++j) {
    out[j].deviation = moments[j].with_zeros(data.rows - missing[j]).deviation();
    if (present[j] + missing[j] == data.rows) continue;
    out[j].low = std::min(out[j].low, 0.0);
    out[j].high = std::max(out[j].high, 0.0);
  }
  return out;
}

double rounded_outward(double start, double by, int direction, int digits, int more) {
  const double goal = start + by;
  const auto places = [](double v) { return static_cast<int>(std::floor(std::log10(v))); };
  int power = by == 0 ? -digits - 6 : places(std::fabs(by)) - digits;  // of ten: the last digit
  if (goal != 0) power = std::max(power, places(std::fabs(goal)) - 14);
  power = std::clamp(power, -22, 22);
  const double unit = powers_of_ten[static_cast<std::size_t>(std::abs(power))];
  const double n = power < 0 ? goal * unit : goal / unit;
  const double near = 1e-7;  // a goal that is such a decimal but for rounding
  const double steps = (direction > 0 ? std::ceil(n - near) : std::floor(n + near)) + direction * more;
  return power < 0 ? steps / unit : steps * unit;
}

}  // namespace halfspace
