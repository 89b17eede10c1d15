#include "feature/row_encoder.hpp"

#include <algorithm>
#include <utility>

#include "feature/products.hpp"

namespace halfspace {
RowEncoder::RowEncoder(const FeatureMap& map, const Dataset& data) : map_(map), base_(map.base_size()) {
  Columns columns;
  if (map.categorical() || map.parts()) {
    std::uint64_t next = 0;
    for (std::size_t j = 0; j < map.inputs.size(); ++j) {
      const InputColumn& c = map.inputs[j];
      columns.place.push_back(next);
      next += width_of(c);
      columns.code.push_back(c.levels.empty() ? std::vector<std::vector<CodedFeature>>{}
                                              : codes_of_texts(c, data.levels[j]));
      columns.unseen.push_back(unseen_codes(c));
    }
  }
  columns_ = std::make_shared<const Columns>(std::move(columns));
  if (data.short_decimals && data.decimals <= 7) unit_ = powers_of_ten[static_cast<std::size_t>(data.decimals)];
}

void RowEncoder::add(std::size_t j, double v) {
  const auto& [place, codes, unseen] = *columns_;
  if (!codes.empty() && !codes[j].empty()) {
    if (std::isnan(v)) return;
    for (const CodedFeature& c : v < 0 ? unseen[j] : codes[j][static_cast<std::size_t>(v)])
      entries_.push_back({static_cast<std::uint32_t>(place[j] + c.feature), c.value});
    return;
  }
  if (std::isnan(v)) v = map_.inputs[j].fill.value_or(0);
  if (!place.empty() && map_.inputs[j].parts != DateColumn::no) {
    for (const CodedFeature& c : codes_of_number(map_.inputs[j], v))
      entries_.push_back({static_cast<std::uint32_t>(place[j] + c.feature), c.value});
    return;
  }
  if (v != 0) entries_.push_back({static_cast<std::uint32_t>(place.empty() ? j : place[j]), v});
}

/// (a 10^k)(b 10^k) / 10^2k: whole factors, the quotient rounded once. What fills missing cells may not be whole.
double RowEncoder::product(std::initializer_list<double> factors) {
  constexpr double short_limit = 1e15;
  double whole = 1;
  double plain = 1;
  double unit = 1;
  bool decimals = unit_ > 0;
  for (const double v : factors) {
    const double digits = std::nearbyint(v * unit_);
    decimals = decimals && digits / unit_ == v;
    whole *= digits;
    plain *= v;
    unit *= unit_;
  }
  if (decimals && std::fabs(whole) < short_limit) return whole / unit;
  short_products_ = false;
  return plain;
}

void RowEncoder::add_products() {
  const auto value = [&](std::size_t a) { return entries_[a].value; };
  const auto keep = [&](std::uint64_t place, double v) { entries_.push_back({static_cast<std::uint32_t>(place), v}); };
  for_each_product(
      map_.options.features, base_, entries_.size(), [&](std::size_t a) { return entries_[a].column; },
      [&](std::uint64_t place, std::size_t a, std::size_t b) { keep(place, product({value(a), value(b)})); },
      [&](std::uint64_t place, std::size_t a, std::size_t b, std::size_t c) {
        keep(place, product({value(a), value(b), value(c)}));
      });
}

}  // namespace halfspace
