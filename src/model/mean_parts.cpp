#include "model/mean_parts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace halfspace {

void Moments::add(double v) {
  ++count;
  const double from_mean = v - mean;
  mean += from_mean / static_cast<double>(count);
  squares += from_mean * (v - mean);
  absolute += std::fabs(v);
}

Moments Moments::with_zeros(std::uint64_t rows) const {
  if (rows == 0) return {};
  const auto n = static_cast<double>(rows);
  const auto c = static_cast<double>(count);
  return {rows, mean * (c / n), squares + mean * mean * c * ((n - c) / n), absolute};
}

double Moments::deviation() const { return count == 0 ? 0 : std::sqrt(squares / static_cast<double>(count)); }

double MeanColumn::size() const {
  double sum = 0;
  for (const Moments& v : vectors) sum += v.count == 0 ? 0 : v.absolute / static_cast<double>(v.count);
  return sum;
}

MeanParts::MeanParts(const Model& m) : model_(m), weights_(m), columns_(m.map) {}

std::vector<Moments>& MeanParts::moments(const ColumnSet& columns) {
  std::vector<Moments>& found = sums_[columns];
  found.resize(model_.vectors());
  return found;
}

Result<void> MeanParts::add(const Dataset& rows, const std::string& source) {
  RowEncoder encode(model_.map, rows);
  return std::visit(
      [&](const auto& x) -> Result<void> {
        for (std::size_t i = 0; i < x.rows; ++i, ++rows_) {
          if (add(encode(x.row(i)))) continue;
          return Error{Code::bad_data, source + ":" + std::to_string(rows.lines.line(i)),
                       "row " + std::to_string(rows_) +
                           ", counted from 0, has a contribution beyond the largest double, 1.8e308"};
        }
        return {};
      },
      rows.x);
}

bool MeanParts::add(std::span<const Entry> features) {
  const std::vector<ColumnSet> columns = columns_.of(features);
  for (std::size_t k = 0; k < model_.vectors(); ++k) {
    for (const ColumnPart& p : by_column(features, columns, weights_.of(k))) {
      if (!std::isfinite(p.amount)) return false;
      moments(p.columns)[k].add(p.amount);
    }
  }
  return true;
}

std::vector<MeanColumn> MeanParts::columns() const {
  std::vector<MeanColumn> out;
  out.reserve(sums_.size());
  for (const auto& [columns, vectors] : sums_) {
    MeanColumn& c = out.emplace_back(MeanColumn{columns, {}});
    for (const Moments& v : vectors) c.vectors.push_back(v.with_zeros(rows_));
  }
  std::sort(out.begin(), out.end(), [](const MeanColumn& a, const MeanColumn& b) {
    return a.size() > b.size() || (!(b.size() > a.size()) && a.columns < b.columns);
  });
  return out;
}

}  // namespace halfspace
