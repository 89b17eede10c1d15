#include "separate/exact_features.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "feature/coding.hpp"
#include "feature/products.hpp"
#include "format/csv_cells.hpp"

namespace halfspace {
namespace {

using Entries = std::vector<std::pair<std::uint64_t, Rational>>;
using TextCodes = std::vector<std::vector<CodedFeature>>;

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
    next += width_of(c);
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

/// Rows as features: texts through their levels, numbers by their digits.
class ExactRows {
 public:
  ExactRows(const FeatureMap& map, const Dataset& data) : map_(map), data_(data), first_(first_features(map)) {
    for (std::size_t j = 0; j < map.inputs.size(); ++j) {
      const InputColumn& c = map.inputs[j];
      codes_.push_back(c.levels.empty() ? TextCodes{} : codes_of_texts(c, data.levels[j]));
      unseen_.push_back(c.levels.empty() ? std::vector<CodedFeature>{} : unseen_codes(c));
    }
  }

  /// From the doubles, each of which stands for one decimal.
  Entries stored(std::uint64_t row) const {
    Entries e = levels(row);
    for (const auto& [j, v] : stored_entries(data_.x, row)) {
      if (coded(j)) continue;
      const double number = std::isnan(v) ? map_.inputs[j].fill.value_or(0) : v;
      if (number != 0) e.emplace_back(place(j), SignedRows::exact_value(number));
    }
    return finished(std::move(e));
  }

  /// From the digits of the text.
  Result<Entries> written(const RowText& text, const std::string& name) const {
    Entries e = levels(text.row);
    for (const auto& [j, v] : stored_entries(data_.x, text.row)) {
      if (coded(j) || !std::isnan(v)) continue;
      const double fill = map_.inputs[j].fill.value_or(0);
      if (fill != 0) e.emplace_back(place(j), SignedRows::exact_value(fill));
    }
    for (const auto& [j, digits] : text.entries) {
      if (coded(j) || is_missing(digits)) continue;
      auto value =
          decimal_rational(digits, name + ":" + std::to_string(text.line) + ":" + std::to_string(text.field.at(j)));
      if (!value) return value.error();
      if (value.value() != 0) e.emplace_back(place(j), std::move(value).value());
    }
    return finished(std::move(e));
  }

 private:
  /// Is it a column of texts, or of parts of dates?
  bool coded(std::uint64_t j) const {
    return !first_.empty() && (!map_.inputs[j].levels.empty() || map_.inputs[j].parts != DateColumn::no);
  }
  std::uint64_t place(std::uint64_t j) const { return first_.empty() ? j : first_[j]; }

  Entries levels(std::uint64_t row) const {
    Entries e;
    for (const auto& [j, v] : stored_entries(data_.x, row)) {
      if (!coded(j)) continue;
      const InputColumn& column = map_.inputs[j];
      if (column.parts != DateColumn::no) {
        for (const CodedFeature& f : codes_of_number(column, std::isnan(v) ? column.fill.value_or(0) : v))
          e.emplace_back(first_[j] + f.feature, SignedRows::exact_value(f.value));
        continue;
      }
      if (std::isnan(v)) continue;
      for (const CodedFeature& f : v < 0 ? unseen_[j] : codes_[j][static_cast<std::size_t>(v)])
        e.emplace_back(first_[j] + f.feature, f.value);
    }
    return e;
  }

  Entries finished(Entries e) const {
    std::sort(e.begin(), e.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    add_products(map_, e);
    return e;
  }

  const FeatureMap& map_;
  const Dataset& data_;
  std::vector<std::uint64_t> first_;
  std::vector<TextCodes> codes_;  // of each column of texts: of each code of the data
  std::vector<std::vector<CodedFeature>> unseen_;
};

}  // namespace

ExactFetch exact_features(const FeatureMap& map, const Dataset& data, TextAgain text, StopToken stop) {
  return [&map, &data, text = std::move(text),
          stop = std::move(stop)](const std::vector<std::uint64_t>& rows) -> Result<std::vector<Entries>> {
    constexpr std::uint64_t rational_work = 100;  // of a fraction that is made, in multiplications
    Pace pace(stop);
    const ExactRows exact(map, data);
    std::vector<Entries> out;
    out.reserve(rows.size());
    if (data.short_decimals || data.computed || !text.open) {
      for (const std::uint64_t i : rows) {
        out.push_back(exact.stored(i));
        pace.check(rational_work * out.back().size());
      }
      return out;
    }
    const auto texts = read_row_texts(text, data, rows);
    if (!texts) return texts.error();
    for (const RowText& row : texts.value()) {
      auto entries = exact.written(row, text.name);
      if (!entries) return entries.error();
      out.push_back(std::move(entries).value());
      pace.check(rational_work * out.back().size());
    }
    return out;
  };
}

}  // namespace halfspace
