#include "certify/verify/exact_reader.hpp"

#include <algorithm>
#include <charconv>

#include "base/text.hpp"
#include "certify/verify/exact_cells.hpp"
#include "certify/verify/exact_columns.hpp"
#include "certify/verify/exact_records.hpp"

namespace halfspace {
namespace {

using exact_cells::in_plain_style;
using exact_cells::is_missing;
using exact_cells::meaning;
using exact_cells::trimmed;

constexpr std::uint64_t largest_index = 2147483646;  // 2^31 - 2
constexpr std::size_t most_index_digits = 18;

/// Records make rows.
class Reader {
 public:
  Reader(const Certificate& certificate, Source& source, const std::string& name,
         const std::function<void(const ExactRow&)>& use)
      : c_(certificate),
        use_(use),
        weight_style_(certificate.data.style),
        records_(certificate.data, source, name),
        classes_(certificate, records_) {
    weight_style_.dates = Dates::texts;
  }

  Result<ExactReading> read() {
    for (bool first = true; records_.next(); first = false) {
      if (c_.libsvm()) libsvm_row();
      if (!c_.libsvm() && first) columns_ = find_exact_columns(c_, records_);
      if (!c_.libsvm() && !(first && c_.data.header)) csv_row();
    }
    auto sha256 = records_.sha256();
    if (!sha256) return sha256.error();
    return ExactReading{std::move(sha256).value(), row_.row, records_.problem()};
  }

 private:
  void csv_row() {
    std::vector<std::string>& cells = records_.cells();
    if (cells.size() != columns_.width)
      return records_.refuse(std::min(cells.size(), columns_.width),
                             counted(cells.size(), "field") + ", expected " + std::to_string(columns_.width));
    bool used = true;
    make_plain(columns_.label, c_.data.style, false);
    const bool drops_label = c_.data.missing.find("drop-label") != std::string::npos;
    if (drops_label && is_missing(trimmed(cells[columns_.label]))) return;
    for (const ExactInput& in : columns_.inputs) make_plain(in.cell, c_.data.style, in.level.empty());
    if (!c_.data.weight.empty()) make_plain(columns_.weight, weight_style_, true);
    for (const std::size_t k : columns_.needed) {
      if (!is_missing(trimmed(cells[k]))) continue;
      if (c_.data.missing != "drop")
        records_.refuse(k, "a missing value, but the certificate's \"missing\" is " + in_quotes(c_.data.missing));
      cells[k] = "0";
      used = false;
    }
    if (!is_utf8(cells[columns_.label]))
      records_.refuse(columns_.label, "label " + in_quotes(cells[columns_.label]) + " is not UTF-8");
    const bool* const side = classes_.positive(cells[columns_.label]);
    const Decimal weight =
        c_.data.weight.empty() ? Decimal{1, 0} : number(columns_.weight, trimmed(cells[columns_.weight]));
    if (weight.digits < 0)
      records_.refuse(columns_.weight, "weight " + in_quotes(cells[columns_.weight]) + " is negative");
    used = used && side != nullptr && weight.digits != 0;
    row_.entries.clear();
    for (const ExactInput& in : columns_.inputs) {
      const std::string_view cell = trimmed(cells[in.cell]);
      if (in.level.empty()) {
        add(in.feature, number(in.cell, cell));
      } else if (const auto level = in.level.find(meaning(is_missing(cell) ? "" : cell)); level != in.level.end()) {
        add(level->second, {1, 0});
      } else if (used) {
        records_.refuse(in.cell, in_quotes(cells[in.cell]) + " is not a level of the certificate");
      }
    }
    if (used) hand_out(*side);
  }

  void make_plain(std::size_t cell, const TextStyle& style, bool number_column) {
    if (const std::string wrong = in_plain_style(records_.cells()[cell], style, number_column); !wrong.empty())
      records_.refuse(cell, wrong);
  }

  void libsvm_row() {
    const std::vector<std::string>& cells = records_.cells();
    number(0, cells[0], "label ");
    const bool* const side = classes_.positive(cells[0]);
    const std::uint64_t first = c_.data.zero_based ? 0 : 1;
    std::uint64_t least = first;  // of the indices that may follow
    row_.entries.clear();
    for (std::size_t k = 1; k < cells.size(); ++k) {
      const std::string digits = cells[k].substr(0, cells[k].find(':'));
      std::uint64_t index = 0;
      const char* const end = digits.data() + digits.size();
      const auto [stop, wrong] = std::from_chars(digits.data(), end, index);
      if (digits == cells[k] || digits.size() > most_index_digits || wrong != std::errc() || stop != end ||
          index > largest_index)
        return records_.refuse(k, in_quotes(cells[k]) + " is not INDEX:VALUE");
      if (index < least)
        records_.refuse(k, "index " + std::to_string(index) + ", expected at least " + std::to_string(least));
      if (side != nullptr && index - first >= c_.column_count)
        records_.refuse(
            k, "index " + std::to_string(index) + ", but the certificate has " + counted(c_.column_count, "column"));
      add(index - first, number(k, cells[k].substr(digits.size() + 1), "value "));
      least = index + 1;
    }
    if (side != nullptr) hand_out(*side);
  }

  Decimal number(std::size_t cell, std::string_view text, const std::string& thing = "") {
    Decimal value;
    const std::string_view wrong = read_decimal(text, value);
    if (!wrong.empty()) records_.refuse(cell, thing + in_quotes(text) + " is " + std::string(wrong));
    return value;
  }

  void add(std::uint64_t feature, Decimal value) {
    if (value.digits != 0) row_.entries.push_back({feature, std::move(value)});
  }

  void hand_out(bool positive) {
    if (records_.problem()) return;
    row_.line = records_.line();
    row_.positive = positive;
    use_(row_);
    ++row_.row;
  }

  const Certificate& c_;
  const std::function<void(const ExactRow&)>& use_;
  TextStyle weight_style_;  // weights are no dates
  ExactRecords records_;
  ExactClasses classes_;
  ExactColumns columns_;  // csv, tsv
  ExactRow row_;
};

}  // namespace

Result<ExactReading> read_exact_rows(const Certificate& certificate, Source& source, const std::string& name,
                                     const std::function<void(const ExactRow&)>& use) {
  return Reader(certificate, source, name, use).read();
}

}  // namespace halfspace
