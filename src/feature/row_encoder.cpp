#include "feature/row_encoder.hpp"

#include <algorithm>

namespace halfspace {
namespace {

/// Where each code of a column's texts stands among the levels of the map.
std::vector<std::int64_t> places_of(const std::vector<std::string>& texts, const std::vector<std::string>& levels) {
  std::vector<std::int64_t> out;
  for (const std::string& text : texts) {
    const auto at = std::lower_bound(levels.begin(), levels.end(), text);
    out.push_back(at != levels.end() && *at == text ? at - levels.begin() : -1);
  }
  return out;
}

}  // namespace

RowEncoder::RowEncoder(const FeatureMap& map, const Dataset& data) : map_(map), base_(map.base_size()) {
  if (map.categorical()) {
    std::uint64_t next = 0;
    for (std::size_t j = 0; j < map.inputs.size(); ++j) {
      const InputColumn& c = map.inputs[j];
      place_.push_back(next);
      next += c.levels.empty() ? 1 : c.levels.size();
      level_.push_back(c.levels.empty() ? std::vector<std::int64_t>{} : places_of(data.levels[j], c.levels));
    }
  }
  if (data.short_decimals && data.decimals <= 7) unit_ = powers_of_ten[static_cast<std::size_t>(data.decimals)];
}

void RowEncoder::add(std::size_t j, double v) {
  if (!level_.empty() && !level_[j].empty()) {
    const std::int64_t level = std::isnan(v) || v < 0 ? -1 : level_[j][static_cast<std::size_t>(v)];
    if (level >= 0) entries_.push_back({static_cast<std::uint32_t>(place_[j] + static_cast<std::uint64_t>(level)), 1});
    return;
  }
  if (std::isnan(v)) v = map_.inputs[j].fill.value_or(0);
  if (v != 0) entries_.push_back({static_cast<std::uint32_t>(place_.empty() ? j : place_[j]), v});
}

/// (a 10^k)(b 10^k) / 10^2k: whole factors, the quotient rounded once
double RowEncoder::product(std::initializer_list<double> factors) {
  constexpr double short_limit = 1e15;
  double whole = 1;
  double plain = 1;
  double unit = 1;
  for (const double v : factors) {
    whole *= std::nearbyint(v * unit_);
    plain *= v;
    unit *= unit_;
  }
  if (unit_ > 0 && std::fabs(whole) < short_limit) return whole / unit;
  short_products_ = false;
  return plain;
}

void RowEncoder::add_products() {
  const Expansion kind = map_.options.features;
  if (kind == Expansion::none) return;
  const std::size_t count = entries_.size();
  const bool squares = kind != Expansion::interactions;
  const auto before = [&](std::uint64_t i) {  // pairs whose first place is below i
    return squares ? i * base_ - i * (i - (i > 0 ? 1 : 0)) / 2 : i * (base_ - 1) - i * (i - (i > 0 ? 1 : 0)) / 2;
  };
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = squares ? a : a + 1; b < count; ++b) {
      const std::uint64_t i = entries_[a].column;
      const std::uint64_t j = entries_[b].column;
      const std::uint64_t place = base_ + before(i) + j - i - (squares ? 0 : 1);
      entries_.push_back({static_cast<std::uint32_t>(place), product({entries_[a].value, entries_[b].value})});
    }
  }
  if (kind != Expansion::poly3) return;
  const std::uint64_t start = base_ + base_ * (base_ + 1) / 2;
  const auto triples = [](std::uint64_t m) { return m * (m + 1) / 2 * (m + 2) / 3; };  // i <= j <= k among m places
  const auto pairs = [](std::uint64_t m) { return m * (m + 1) / 2; };
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = a; b < count; ++b) {
      for (std::size_t c = b; c < count; ++c) {
        const std::uint64_t i = entries_[a].column;
        const std::uint64_t j = entries_[b].column;
        const std::uint64_t k = entries_[c].column;
        const std::uint64_t place =
            start + triples(base_) - triples(base_ - i) + pairs(base_ - i) - pairs(base_ - j) + k - j;
        const double v = product({entries_[a].value, entries_[b].value, entries_[c].value});
        entries_.push_back({static_cast<std::uint32_t>(place), v});
      }
    }
  }
}

}  // namespace halfspace
