#include "solver/linear/primal/information.hpp"

#include <cmath>
#include <utility>
#include <variant>

namespace halfspace {

DenseDesign::DenseDesign(const Matrix& x, bool with_bias) : bias(with_bias) {
  std::visit(
      [&](const auto& m) {
        rows = m.rows;
        size = m.cols + (bias ? 1 : 0);
        value.assign(rows * size, 0);
        for (std::size_t i = 0; i < rows; ++i) {
          if (bias) value[i] = 1;
          for_each_entry(m.row(i), [&](std::size_t j, double v) { value[(j + (bias ? 1 : 0)) * rows + i] = v; });
        }
      },
      x);
}

void DenseDesign::centre(std::span<const double> weight) {
  if (!bias) return;
  double total = 0;
  for (const double w : weight) total += w;
  if (!(total > 0)) return;
  moved.assign(size, 0);
  for (std::size_t j = 1; j < size; ++j) {
    for (std::size_t i = 0; i < rows; ++i) moved[j] += weight[i] / total * column(j)[i];
    for (double& v : column(j)) v -= moved[j];
  }
}

std::vector<double> DenseDesign::row(std::size_t i) const {
  std::vector<double> out(size);
  for (std::size_t j = 0; j < size; ++j) out[j] = column(j)[i];
  return out;
}

void DenseDesign::drop(std::size_t column) {
  const auto first = value.begin() + static_cast<std::ptrdiff_t>(column * rows);
  value.erase(first, first + static_cast<std::ptrdiff_t>(rows));
  --size;
}

namespace {

constexpr double rounding = 1e-12;

/// Q and R of W^(1/2) X (`weight` empty: of X).
OrthogonalColumns factor_of(const DenseDesign& x, std::span<const double> weight, const StopToken& stop) {
  std::vector<double> root;
  root.reserve(weight.size());
  for (const double w : weight) root.push_back(std::sqrt(w));
  std::vector<double> columns(x.value);
  std::vector<double> floor;
  Pace pace(stop);
  for (std::size_t j = 0; j < x.size; ++j) {
    pace.check(4 * x.rows);
    const std::span<double> column(columns.data() + j * x.rows, x.rows);
    floor.push_back(rounding_of(column, x.moved.empty() ? 0 : x.moved[j], root));
    for (std::size_t i = 0; i < root.size(); ++i) column[i] *= root[i];
  }
  return {std::move(columns), x.rows, rounding, floor, stop};
}

}  // namespace

std::vector<std::size_t> dependent_columns(const DenseDesign& x, const StopToken& stop) {
  return factor_of(x, {}, stop).dependent();
}

Information::Information(const DenseDesign& x, std::span<const double> weight, StopToken stop)
    : x_(x), stop_(std::move(stop)), factor_(factor_of(x, weight, stop_)) {}

double Information::leverage(std::span<const double> x) const {
  stop_.check(x_.size * x_.size / 2);
  const double length = length_of(factor_.forward(x));  // |R^-T x|
  return length * length;
}

std::vector<double> Information::errors() const {
  std::vector<double> out(x_.size);
  std::vector<double> one(x_.size);
  for (std::size_t j = 0; j < x_.size; ++j) {
    one[j] = 1;
    if (x_.bias && j == 0) {  // b = (b + w.c) - w.c
      for (std::size_t k = 1; k < x_.moved.size(); ++k) one[k] = -x_.moved[k];
    }
    stop_.check(x_.size * x_.size / 2);
    out[j] = length_of(factor_.forward(one));
    one.assign(x_.size, 0);
  }
  return out;
}

}  // namespace halfspace
