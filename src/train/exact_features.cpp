#include "train/exact_features.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "feature/products.hpp"

namespace halfspace {
namespace {

using Entries = std::vector<std::pair<std::uint64_t, Rational>>;

/// The row's entries as they stand in the data: values of numbers, codes of texts.
std::vector<std::pair<std::uint64_t, double>> stored_entries(const Matrix& x, std::uint64_t i) {
  std::vector<std::pair<std::uint64_t, double>> out;
  std::visit([&](const auto& m) { for_each_entry(m.row(i), [&](std::size_t j, double v) { out.emplace_back(j, v); }); },
             x);
  return out;
}

/// First feature of each column.
std::vector<std::uint64_t> first_features(const FeatureMap& map) {
  std::vector<std::uint64_t> out;
  std::uint64_t next = 0;
  for (const InputColumn& c : map.inputs) {
    out.push_back(next);
    next += c.levels.empty() ? 1 : c.levels.size();
  }
  return out;
}

void add_products(const FeatureMap& map, Entries& e) {
  const std::size_t plain = e.size();
  for_each_product(
      map.options.features, map.base_size(), plain, [&](std::size_t a) { return e[a].first; },
      [&](std::uint64_t place, std::size_t a, std::size_t b) {
        Rational value = e[a].second * e[b].second;
        e.emplace_back(place, std::move(value));
      },
      [&](std::uint64_t place, std::size_t a, std::size_t b, std::size_t c) {
        Rational value = e[a].second * e[b].second * e[c].second;
        e.emplace_back(place, std::move(value));
      });
  std::sort(e.begin(), e.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
}

}  // namespace

ExactFetch exact_features(const FeatureMap& map, const Dataset& data, TextAgain text) {
  return [&map, &data, text = std::move(text)](const std::vector<std::uint64_t>& rows) -> Result<std::vector<Entries>> {
    std::vector<RowText> texts;
    if (!data.short_decimals) {
      auto read = read_row_texts(text, data, rows);
      if (!read) return read.error();
      texts = std::move(read).value();
    }
    const std::vector<std::uint64_t> first = first_features(map);
    std::vector<Entries> out;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      Entries e;
      const auto categorical = [&](std::uint64_t j) { return !first.empty() && !map.inputs[j].levels.empty(); };
      for (const auto& [j, v] : stored_entries(data.x, rows[k])) {
        if (categorical(j)) {
          const auto& levels = map.inputs[j].levels;
          const std::string level = v >= 0 ? data.levels[j][static_cast<std::size_t>(v)] : std::string();
          const auto at = std::lower_bound(levels.begin(), levels.end(), level);
          if (at != levels.end() && *at == level)
            e.emplace_back(first[j] + static_cast<std::uint64_t>(at - levels.begin()), 1);
        } else if (texts.empty() && v != 0) {
          e.emplace_back(first.empty() ? j : first[j], SignedRows::exact_value(v));
        }
      }
      for (const auto& [j, digits] : texts.empty() ? decltype(RowText::entries){} : texts[k].entries) {
        if (categorical(j)) continue;
        auto value = decimal_rational(digits, text.name + ":" + std::to_string(texts[k].line));
        if (!value) return value.error();
        if (value.value() != 0) e.emplace_back(first.empty() ? j : first[j], std::move(value).value());
      }
      std::sort(e.begin(), e.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
      add_products(map, e);
      out.push_back(std::move(e));
    }
    return out;
  };
}

}  // namespace halfspace
