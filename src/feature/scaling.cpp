#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "feature/feature_map.hpp"

namespace halfspace {
namespace {

struct Range {
  double least = 0;
  double most = 0;
};

double total_weight(const Dataset& data) {
  if (data.weight.empty()) return static_cast<double>(data.rows);
  double total = 0;
  for (const double c : data.weight) total += c;
  return total;
}

template <class F>
void for_each_row(const Dataset& data, F&& f) {
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) f(x.row(i), data.weight.empty() ? 1 : data.weight[i]);
      },
      data.x);
}

std::vector<double> means(const Dataset& data) {
  std::vector<double> mean(data.cols);
  for_each_row(data,
               [&](auto row, double c) { for_each_entry(row, [&](std::size_t j, double v) { mean[j] += c * v; }); });
  const double n = total_weight(data);
  for (double& m : mean) m /= n;
  return mean;
}

/// What numbers of this size are divided by before they are squared: a power of two, 1 where squares are safe.
double unit_of(double size) {
  constexpr double largest = 0x1p400;
  const bool safe = size == 0 || !std::isfinite(size) || (size < largest && size > 1 / largest);
  return safe ? 1 : std::ldexp(1.0, std::ilogb(size));
}

std::vector<Range> ranges(const Dataset& data) {
  constexpr double far = std::numeric_limits<double>::infinity();
  std::vector<Range> out(data.cols, Range{far, -far});
  std::vector<std::uint64_t> stored(data.cols);
  for_each_row(data, [&](auto row, double) {
    for_each_entry(row, [&](std::size_t j, double v) {
      out[j] = {std::min(out[j].least, v), std::max(out[j].most, v)};
      ++stored[j];
    });
  });
  for (std::size_t j = 0; j < data.cols; ++j) {
    if (stored[j] < data.rows) out[j] = {std::min(out[j].least, 0.0), std::max(out[j].most, 0.0)};
  }
  return out;
}

/// Two passes: sum (x - mean)^2, entries left out of sparse rows being 0.
std::vector<double> deviations(const Dataset& data, const std::vector<double>& mean, const std::vector<Range>& range) {
  std::vector<double> sum(data.cols);
  std::vector<double> stored(data.cols);
  std::vector<double> unit;
  unit.reserve(range.size());
  for (const Range& r : range) unit.push_back(unit_of(r.most - r.least));
  for_each_row(data, [&](auto row, double c) {
    for_each_entry(row, [&](std::size_t j, double v) {
      const double off = (v - mean[j]) / unit[j];
      sum[j] += c * off * off;
      stored[j] += c;
    });
  });
  const double n = total_weight(data);
  for (std::size_t j = 0; j < data.cols; ++j) {
    const double off = mean[j] / unit[j];
    const double left_out = n > stored[j] ? (n - stored[j]) * off * off : 0;
    sum[j] = unit[j] * std::sqrt(std::max(0.0, sum[j] + left_out) / n);
  }
  return sum;
}

double longest_row(const Dataset& data) {
  double size = 0;
  for (const Range& r : ranges(data)) size = std::max({size, std::fabs(r.least), std::fabs(r.most)});
  const double unit = unit_of(size);
  double most = 0;
  for_each_row(data, [&](auto row, double) {
    if (unit == 1) return void(most = std::max(most, squared_norm(row)));
    double sum = 0;
    for_each_entry(row, [&](std::size_t, double v) { sum += (v / unit) * (v / unit); });
    most = std::max(most, sum);
  });
  return unit * std::sqrt(most);
}

}  // namespace

Result<void> fit_scaling(FeatureMap& map, const Dataset& data, const std::string& source) {
  map.shift.clear();
  map.factor.clear();
  switch (map.options.scale) {
    case Scaling::none:
      return {};
    case Scaling::standard: {
      map.shift = means(data);
      const std::vector<Range> range = ranges(data);
      map.factor = deviations(data, map.shift, range);
      for (std::size_t j = 0; j < data.cols; ++j) {
        if (range[j].least == range[j].most) map.shift[j] = range[j].least;
        map.factor[j] = range[j].least == range[j].most || map.factor[j] == 0 ? 1 : 1 / map.factor[j];
      }
      break;
    }
    case Scaling::minmax:
      for (const Range& r : ranges(data)) {
        map.shift.push_back(r.least);
        map.factor.push_back(r.most > r.least ? 1 / (r.most - r.least) : 1);
      }
      break;
    case Scaling::max_norm: {
      const double longest = longest_row(data);
      map.factor.assign(data.cols, longest > 0 ? 1 / longest : 1);
      break;
    }
  }
  for (std::size_t j = 0; j < data.cols; ++j) {
    if (std::isfinite(map.factor[j]) && map.factor[j] != 0 && (map.shift.empty() || std::isfinite(map.shift[j])))
      continue;
    return Error{Code::bad_data, source,
                 "the values of feature " + in_quotes(data.column_name(j)) +
                     " overflow a double when they are scaled; rescale this column by hand"};
  }
  return {};
}

}  // namespace halfspace
