#include "feature/feature_map.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/number.hpp"
#include "base/text.hpp"
#include "data/decimals.hpp"
#include "feature/coding.hpp"
#include "feature/level_fit.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t most_features = 2147483646;  // 2^31 - 2

/// Σ c v and Σ c: in doubles, and of decimals in whole numbers as long as doubles hold them.
class ColumnMean {
 public:
  void add(double c, double v, double whole_c, double whole_v) {
    sum_ += c * v;
    weight_ += c;
    most_ += std::fabs(whole_c * whole_v);
    whole_sum_ += whole_c * whole_v;
    whole_weight_ += whole_c;
  }
  bool empty() const { return weight_ == 0; }
  /// Where the values were taken `unit` times, that of the decimals, rounded once.
  double value(double unit) const {
    constexpr double whole = 9007199254740992;  // 2^53
    const double below = whole_weight_ * unit;
    return below > 0 && below <= whole && most_ <= whole ? whole_sum_ / below : sum_ / weight_;
  }

 private:
  double sum_ = 0;
  double weight_ = 0;
  double most_ = 0;  // Σ |c v|
  double whole_sum_ = 0;
  double whole_weight_ = 0;
};

/// The power of ten that makes all of these whole; 0 where none up to the sixth does.
double unit_of(std::span<const double> values) {
  constexpr int most = 6;
  int k = 0;
  for (const double v : values) {
    while (k <= most && !has_decimals(v, k)) ++k;
  }
  return k > most ? 0 : powers_of_ten[static_cast<std::size_t>(k)];
}

/// Rows of each level, or the mean of a column of numbers.
struct ColumnFacts {
  std::vector<std::uint64_t> level_rows;
  ColumnMean mean;
};

/// What makes the values whole; 0 where nothing does.
double unit_of(const Dataset& data) {
  if (!data.short_decimals || data.decimals >= static_cast<int>(powers_of_ten.size())) return 0;
  return powers_of_ten[static_cast<std::size_t>(data.decimals)];
}

std::vector<ColumnFacts> column_facts(const Dataset& data) {
  std::vector<ColumnFacts> facts(data.cols);
  for (std::size_t j = 0; j < data.levels.size(); ++j) facts[j].level_rows.resize(data.levels[j].size());
  const double unit = unit_of(data);
  const double unit_of_weight = unit_of(data.weight);
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          const double c = data.weight.empty() ? 1 : data.weight[i];
          const double whole_c = std::nearbyint(c * unit_of_weight);
          for_each_entry(x.row(i), [&](std::size_t j, double v) {
            ColumnFacts& f = facts[j];
            if (std::isnan(v)) return;
            if (!f.level_rows.empty()) {
              ++f.level_rows[static_cast<std::size_t>(v)];
            } else {
              f.mean.add(c, v, whole_c, std::nearbyint(v * unit));
            }
          });
        }
      },
      data.x);
  return facts;
}

/// The term x_i, x_i*x_j or x_i^2*x_j of sorted places.
std::string product_name(const std::vector<std::string>& base, const std::vector<std::size_t>& places) {
  std::string out;
  for (std::size_t k = 0; k < places.size();) {
    std::size_t power = 1;
    while (k + power < places.size() && places[k + power] == places[k]) ++power;
    out += (out.empty() ? "" : "*") + base[places[k]] + (power > 1 ? "^" + std::to_string(power) : "");
    k += power;
  }
  return out;
}

}  // namespace

bool FeatureMap::categorical() const {
  return std::any_of(inputs.begin(), inputs.end(), [](const InputColumn& c) { return !c.levels.empty(); });
}

bool FeatureMap::parts() const {
  return std::any_of(inputs.begin(), inputs.end(), [](const InputColumn& c) { return c.parts != DateColumn::no; });
}

bool FeatureMap::fills() const {
  return std::any_of(inputs.begin(), inputs.end(), [](const InputColumn& c) { return c.fill.has_value(); });
}

std::uint64_t FeatureMap::base_size() const {
  std::uint64_t size = inputs.empty() ? input_cols : 0;
  for (const InputColumn& c : inputs) size += width_of(c);
  return size;
}

std::optional<std::uint64_t> FeatureMap::size() const {
  const std::uint64_t d = base_size();
  if (d > most_features) return std::nullopt;
  const auto real = static_cast<double>(d);
  const double cubes = options.features == Expansion::poly3 ? real * (real + 1) * (real + 2) / 6 : 0;
  if (real * (real + 1) / 2 + cubes > 1e18 && options.features != Expansion::none) return std::nullopt;
  std::uint64_t size = d;
  if (options.features == Expansion::interactions) size += d * (d - (d > 0 ? 1 : 0)) / 2;
  if (options.features == Expansion::poly2 || options.features == Expansion::poly3) size += d * (d + 1) / 2;
  if (options.features == Expansion::poly3) size += d * (d + 1) / 2 * (d + 2) / 3;
  if (size > most_features) return std::nullopt;
  return size;
}

std::vector<std::string> FeatureMap::input_names() const {
  std::vector<std::string> out;
  out.reserve(inputs.size());
  for (const InputColumn& c : inputs) out.push_back(c.name);
  return out;
}

std::vector<std::string> FeatureMap::names() const {
  if (inputs.empty() && options.features == Expansion::none) return {};
  std::vector<std::string> base;
  for (std::uint64_t j = 0; inputs.empty() && j < input_cols; ++j) base.push_back("x" + std::to_string(j + 1));
  for (const InputColumn& c : inputs) {
    for (std::string& name : feature_names_of(c)) base.push_back(std::move(name));
  }
  std::vector<std::string> out = base;
  if (options.features == Expansion::none) return out;
  const bool squares = options.features != Expansion::interactions;
  for (std::size_t i = 0; i < base.size(); ++i) {
    for (std::size_t j = squares ? i : i + 1; j < base.size(); ++j) out.push_back(product_name(base, {i, j}));
  }
  if (options.features != Expansion::poly3) return out;
  for (std::size_t i = 0; i < base.size(); ++i) {
    for (std::size_t j = i; j < base.size(); ++j) {
      for (std::size_t k = j; k < base.size(); ++k) out.push_back(product_name(base, {i, j, k}));
    }
  }
  return out;
}

Result<FeatureMap> fit_features(const Dataset& data, const FeatureOptions& options, const std::string& missing,
                                const std::string& source) {
  FeatureMap map;
  map.options = options;
  map.missing = missing;
  map.input_cols = data.cols;
  const bool fills = missing.find("mean") != std::string::npos;
  if (const auto fine = check_coding(options, data); !fine) return fine.error();
  if (!data.columns.empty()) {
    const std::vector<ColumnFacts> facts =
        fills || !data.levels.empty() ? column_facts(data) : std::vector<ColumnFacts>(data.cols);
    for (std::size_t j = 0; j < data.cols; ++j) {
      InputColumn column{data.columns[j], {}, {}};
      const ColumnFacts& f = facts[j];
      if (!f.level_rows.empty()) {
        if (const auto fine = fit_levels(column, {data, j, f.level_rows}, options, source); !fine) return fine.error();
      }
      const bool number = data.levels.empty() || data.levels[j].empty();
      if (fills && number && f.mean.empty())
        return Error{Code::bad_data, source,
                     "every cell of column " + in_quotes(column.name) + " is missing; leave it out with --columns"};
      if (fills && number) column.fill = f.mean.value(unit_of(data));
      if (data.form.style.dates == Dates::parts && j < data.form.dates.size()) column.parts = data.form.dates[j];
      map.inputs.push_back(std::move(column));
    }
  }
  if (!map.size())
    return Error{Code::bad_data, source,
                 grouped(map.base_size()) + " features have more products than can be numbered (" +
                     grouped(most_features) + "); choose fewer --columns or a smaller --features"};
  return map;
}

void fold(const FeatureMap& map, double* w, double& b) {
  for (std::size_t j = 0; j < map.factor.size(); ++j) {
    w[j] *= map.factor[j];
    if (!map.shift.empty()) b -= w[j] * map.shift[j];
  }
}

void unfold(const FeatureMap& map, double* w, double& b) {
  for (std::size_t j = 0; j < map.factor.size(); ++j) {
    if (!map.shift.empty()) b += w[j] * map.shift[j];
    w[j] /= map.factor[j];
  }
}

}  // namespace halfspace
