#include "data/column_profile.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "base/number.hpp"
#include "base/number_like.hpp"
#include "data/column_cells.hpp"

namespace halfspace {
namespace {

bool is_texts(const Dataset& d, std::size_t j) { return j < d.levels.size() && !d.levels[j].empty(); }

/// Is this the name of an identifier: id, Customer_ID, rowId, index, key, uuid?
bool named_id(std::string_view name) {
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  constexpr std::array<std::string_view, 5> words = {"id", "index", "key", "uuid", "guid"};
  for (const std::string_view word : words) {
    if (lower == word) return true;
    if (!lower.ends_with(word)) continue;
    const std::size_t before = lower.size() - word.size() - 1;
    const char c = lower[before];
    if (c == '_' || c == ' ' || c == '-' || c == '.') return true;
    const bool camel = word == "id" && name[before] >= 'a' && name[before] <= 'z' && name[before + 1] == 'I';
    if (camel) return true;  // rowId, customerID
  }
  return false;
}

/// What one pass over the rows finds of a column of numbers beside its profile.
struct Numbers {
  double last = 0;
  bool counts = true;  // each is the one before and 1
  std::uint64_t seen = 0;
  double second = std::numeric_limits<double>::infinity();         // least but one
  double last_but_one = -std::numeric_limits<double>::infinity();  // most but one
};

/// -9, -99, ... below numbers from 0 on; 99, 999, ... five times as large as all others, from 0 on too.
std::optional<double> missing_mark(const ColumnProfile& p, const Numbers& at) {
  constexpr std::array<double, 5> marks = {9, 99, 999, 9999, 99999};
  constexpr double apart = 5;
  const auto is_mark = [&](double v) { return std::find(marks.begin(), marks.end(), v) != marks.end(); };
  if (!std::isfinite(at.second)) return std::nullopt;
  if (is_mark(-p.least) && at.second >= 0) return p.least;
  if (is_mark(p.most) && p.least >= 0 && p.most > marks[0] && p.most >= apart * at.last_but_one) return p.most;
  return std::nullopt;
}

void see_number(double v, ColumnProfile& p, Numbers& at) {
  if (at.seen > 0) {
    at.second = v < p.least ? p.least : v > p.least ? std::min(at.second, v) : at.second;
    at.last_but_one = v > p.most ? p.most : v < p.most ? std::max(at.last_but_one, v) : at.last_but_one;
  }
  p.least = at.seen == 0 ? v : std::min(p.least, v);
  p.most = at.seen == 0 ? v : std::max(p.most, v);
  p.nonzeros += v != 0 ? 1 : 0;
  p.whole = p.whole && v == std::floor(v);
  at.counts = at.counts && (at.seen == 0 || v == at.last + 1);
  const bool repeats = at.seen > 0 && v == at.last;
  at.last = v;
  ++at.seen;
  if (repeats || p.few.size() > few_values) return;
  const auto place = std::lower_bound(p.few.begin(), p.few.end(), v);
  if (place == p.few.end() || *place != v) p.few.insert(place, v);
}

/// The numbers of a column without those missing.
std::vector<double> numbers_of(const Dataset& d, std::size_t j) {
  std::vector<double> out;
  for_cells(d, j, d.rows, [&](std::size_t, double v) { out.push_back(v); });
  return out;
}

bool all_distinct(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return std::adjacent_find(values.begin(), values.end()) == values.end();
}

ColumnKind kind_of_numbers(const Dataset& d, std::size_t j, const ColumnProfile& p, const Numbers& at) {
  constexpr std::uint64_t few_rows = 5;
  if (at.seen == 0 || p.least == p.most) return ColumnKind::constant;
  if (!d.form.dates.empty() && d.form.dates[j] != DateColumn::no) return ColumnKind::date;
  if (!p.whole || p.missing > 0 || at.seen < few_rows) return ColumnKind::number;
  constexpr double all_whole = 9007199254740992;  // 2^53: doubles beyond it are no numbers to add up
  if (at.counts || p.most >= all_whole) return ColumnKind::id;
  if (p.few.size() <= few_values && at.seen > p.few.size()) return ColumnKind::number;
  return named_id(d.columns[j]) && all_distinct(numbers_of(d, j)) ? ColumnKind::id : ColumnKind::number;
}

/// What number_like() says of all texts, plain numbers apart: "a date" for dates beside times, an amount of money for
/// such beside numbers with separators; "" where they differ.
std::string_view shared_likeness(const std::vector<std::string>& levels) {
  constexpr std::string_view money = "an amount of money";
  constexpr std::string_view thousands = "a number with thousands separators";
  std::string_view shared;
  for (const std::string& text : levels) {
    if (text.empty()) continue;
    Number plain;
    if (parse_number(text, plain)) continue;
    std::string_view like = number_like(text);
    if (like == "a time") like = "a date";
    if (like == thousands && shared == money) like = money;
    if (like == money && shared == thousands) shared = money;
    if (like.empty() || (!shared.empty() && like != shared)) return "";
    shared = like;
  }
  return shared;
}

ColumnKind kind_of_texts(const Dataset& d, std::size_t j, const ColumnProfile& p) {
  constexpr std::uint64_t few_rows = 5;
  constexpr double words_of_prose = 4;
  std::uint64_t levels = 0;
  std::uint64_t blanks = 0;
  for (const std::string& text : d.levels[j]) {
    if (text.empty()) continue;
    ++levels;
    blanks += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), ' '));
  }
  const std::uint64_t rows = d.rows - p.missing;
  if (levels <= 1) return ColumnKind::constant;
  if (p.looks_like == "a date" || p.looks_like == "a time of twelve hours") return ColumnKind::date;
  if (!p.looks_like.empty()) return ColumnKind::text;
  const bool repeats = 2 * levels <= rows || rows < few_rows;
  const double words = 1 + static_cast<double>(blanks) / static_cast<double>(levels);
  if (repeats) return words >= words_of_prose && levels > few_values ? ColumnKind::text : ColumnKind::category;
  return words >= 2 ? ColumnKind::text : ColumnKind::id;
}

/// A step of a hash of many numbers: a multiplication by an odd number and a rotation lose nothing.
std::uint64_t hash_step(std::uint64_t h, std::uint64_t v) {
  h = (h ^ v) * 0x9E3779B97F4A7C15U;
  return h << 31U | h >> 33U;
}

}  // namespace

std::string_view name_of(ColumnKind kind) {
  constexpr std::array<std::string_view, 6> names = {"number", "category", "date", "id", "text", "constant"};
  return names[static_cast<std::size_t>(kind)];
}

std::optional<std::uint64_t> ColumnProfile::distinct() const {
  if (level_rows.empty()) return few.size() > few_values ? std::nullopt : std::optional<std::uint64_t>(few.size());
  return static_cast<std::uint64_t>(
      std::count_if(level_rows.begin(), level_rows.end(), [](std::uint64_t n) { return n > 0; }));
}

std::vector<ColumnProfile> column_profiles(const Dataset& d) {
  std::vector<ColumnProfile> out(d.cols);
  std::vector<Numbers> numbers(d.cols);
  for (std::size_t j = 0; j < d.levels.size(); ++j) out[j].level_rows.resize(d.levels[j].size());
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          for_each_entry(x.row(i), [&](std::size_t j, double v) {
            ColumnProfile& p = out[j];
            if (std::isnan(v) || (v < 0 && is_texts(d, j)))
              ++p.missing;
            else if (is_texts(d, j))
              ++p.level_rows[static_cast<std::size_t>(v)];
            else
              see_number(v, p, numbers[j]);
          });
        }
      },
      d.x);
  for (std::size_t j = 0; j < d.cols; ++j) {
    ColumnProfile& p = out[j];
    if (!is_texts(d, j)) {
      p.kind = kind_of_numbers(d, j, p, numbers[j]);
      if (p.kind == ColumnKind::number) p.mark = missing_mark(p, numbers[j]);
      continue;
    }
    for (std::size_t k = 0; k < d.levels[j].size(); ++k) {
      if (d.levels[j][k].empty()) p.missing += std::exchange(p.level_rows[k], 0);
    }
    p.looks_like = shared_likeness(d.levels[j]);
    p.kind = kind_of_texts(d, j, p);
  }
  return out;
}

std::uint64_t duplicate_rows(const Dataset& d) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(d.rows);
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          std::uint64_t h = d.label.empty() ? 0 : d.label[i] + std::uint64_t{1};
          for_each_entry(x.row(i), [&](std::size_t j, double v) {
            const double cell = v + 0.0;  // -0 is 0
            std::uint64_t bits = 0;
            std::memcpy(&bits, &cell, sizeof(bits));
            h = hash_step(h ^ j, std::isnan(v) ? 1 : bits);
          });
          hashes.push_back(h);
        }
      },
      d.x);
  std::sort(hashes.begin(), hashes.end());
  const auto last = std::unique(hashes.begin(), hashes.end());
  return static_cast<std::uint64_t>(hashes.end() - last);
}

}  // namespace halfspace
