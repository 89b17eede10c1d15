#include "certify/exact_reader.hpp"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "base/text.hpp"
#include "certify/exact_csv.hpp"
#include "certify/exact_text.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t largest_index = 2147483646;  // 2^31 - 2
constexpr std::size_t most_index_digits = 18;

/// What both formats share: the row in the making, and the first problem.
class Rows {
 public:
  Rows(const Certificate& certificate, Source& source, std::string name,
       const std::function<void(const ExactRow&)>& use)
      : c(certificate), lines(source), sides(certificate), name_(std::move(name)), use_(use) {}

  const Certificate& c;
  ExactLines lines;
  Sides sides;
  std::uint64_t rows = 0;
  std::optional<Error> problem;

  bool refuse(std::uint64_t line, std::size_t field, const std::string& what) {
    problem = Error{Code::bad_data, name_ + ":" + std::to_string(line) + ":" + std::to_string(field), what};
    return false;
  }

  /// A place for the value of this feature; values that turn out to be 0 are dropped.
  Decimal& add(std::uint64_t column) {
    if (size_ > 0 && entries_[size_ - 1].value.digits == 0) --size_;
    if (size_ == entries_.size()) entries_.emplace_back();
    ExactEntry& entry = entries_[size_++];
    entry.column = column;
    entry.value.exponent = 0;
    return entry.value;
  }
  void begin() { size_ = 0; }
  void end(std::uint64_t line, bool positive) {
    if (size_ > 0 && entries_[size_ - 1].value.digits == 0) --size_;
    use_({rows++, line, positive, std::span(entries_).first(size_)});
  }

 private:
  std::string name_;
  const std::function<void(const ExactRow&)>& use_;
  std::vector<ExactEntry> entries_;  // the first size_ are the row's; the others keep their memory
  std::size_t size_ = 0;
};

class Csv {
 public:
  explicit Csv(Rows& rows) : rows_(rows), c_(rows.c), records_(rows.lines, rows.c.data.delimiter) {}

  bool read() {
    bool first = true;
    while (records_.next()) {
      cells_ = records_.cells();
      if (first && !begin()) return false;
      if (!(first && c_.data.header) && !row()) return false;
      first = false;
    }
    return records_.problem().empty() || refuse(records_.problem_field(), records_.problem());
  }

 private:
  bool refuse(std::size_t field, const std::string& what) { return rows_.refuse(records_.line(), field + 1, what); }

  /// Finds the columns by their names, or without a header by their numbers from 1.
  bool begin() {
    std::unordered_map<std::string, std::size_t> place;
    width_ = cells_.size();
    for (std::size_t k = 0; k < width_; ++k) {
      const std::string column(c_.data.header ? exact_trimmed(cells_[k]) : std::to_string(k + 1));
      if (!is_utf8(column)) return refuse(k, "column name " + in_quotes(column) + " is not UTF-8");
      if (!place.emplace(column, k).second) return refuse(k, "column name " + in_quotes(column) + " stands twice");
    }
    if (c_.data.header &&
        std::all_of(cells_.begin(), cells_.end(), [](auto s) { return is_exact_number(exact_trimmed(s)); }))
      return refuse(0, "the header is all numbers");
    std::vector<bool> taken(width_);
    const auto take = [&](const std::string& column, std::size_t& at) {
      const auto found = place.find(column);
      if (found == place.end()) return refuse(0, "no column " + in_quotes(column) + ", which the certificate names");
      at = found->second;
      if (taken[at]) return refuse(at, "the certificate names column " + in_quotes(column) + " twice");
      taken[at] = true;
      return true;
    };
    if (!take(c_.data.label, label_) || (!c_.data.weight.empty() && !take(c_.data.weight, weight_))) return false;
    for (const CertificateColumn& column : c_.columns) {
      if (!take(column.name, at_.emplace_back())) return false;
      auto& code = code_.emplace_back();
      for (const std::string& level : column.levels) {
        if (!code.emplace(exact_spelling(level), code.size()).second)
          return refuse(at_.back(), "level " + in_quotes(level) + " is listed twice");
      }
    }
    return true;
  }

  bool row() {
    if (cells_.size() != width_)
      return refuse(std::min(cells_.size(), width_),
                    counted(cells_.size(), "field") + ", expected " + std::to_string(width_));
    bool used = true;
    rows_.begin();
    unknown_.reset();
    std::uint64_t column = 0;
    for (std::size_t f = 0; f < at_.size(); ++f) {
      const std::string_view cell = exact_trimmed(cells_[at_[f]]);
      if (code_[f].empty() ? !number(at_[f], cell, rows_.add(column), used) : !level(f, cell, column, used))
        return false;
      column += std::max<std::size_t>(code_[f].size(), 1);
    }
    const std::string_view label = cells_[label_];
    if (exact_missing(exact_trimmed(label)) && !missing(label_, used)) return false;
    if (!is_utf8(label)) return refuse(label_, "label " + in_quotes(label) + " is not UTF-8");
    const auto side = rows_.sides.positive(label);
    Decimal weight{1, 0};
    if (!c_.data.weight.empty() && !number(weight_, exact_trimmed(cells_[weight_]), weight, used)) return false;
    if (weight.digits < 0) return refuse(weight_, "weight " + in_quotes(cells_[weight_]) + " is negative");
    if (!used || !side || weight.digits == 0) return true;
    if (unknown_) return refuse(at_[*unknown_], in_quotes(cells_[at_[*unknown_]]) + " is no level of the certificate");
    rows_.end(records_.line(), *side);
    return true;
  }

  bool number(std::size_t place, std::string_view cell, Decimal& out, bool& used) {
    const std::string_view problem = read_decimal(cell, out);
    if (problem.empty()) return true;
    out.digits = 0;
    if (exact_missing(cell)) return missing(place, used);
    return refuse(place, in_quotes(cell) + " is " + std::string(problem));
  }

  bool level(std::size_t f, std::string_view cell, std::uint64_t column, bool& used) {
    const bool none = exact_missing(cell);
    if (none && c_.data.missing != "category") return missing(at_[f], used);
    const auto found = code_[f].find(exact_spelling(none ? "" : cell));
    if (found == code_[f].end()) unknown_ = f;  // an error where the row turns out to be used
    if (found != code_[f].end()) rows_.add(column + found->second).digits = 1;
    return true;
  }

  bool missing(std::size_t place, bool& used) {
    if (c_.data.missing == "drop") used = false;
    return !used ||
           refuse(place, "a missing value, but the certificate's \"missing\" is " + in_quotes(c_.data.missing));
  }

  Rows& rows_;
  const Certificate& c_;
  ExactRecords records_;
  std::span<const std::string_view> cells_;
  std::size_t width_ = 0;
  std::size_t label_ = 0;
  std::size_t weight_ = 0;
  std::vector<std::size_t> at_;                                     // the cell of each used column
  std::vector<std::unordered_map<std::string, std::size_t>> code_;  // its levels; none for numbers
  std::optional<std::size_t> unknown_;
};

class Libsvm {
 public:
  explicit Libsvm(Rows& rows) : rows_(rows), c_(rows.c) {}

  bool read() {
    for (std::string_view line; rows_.lines.next(line);) {
      rest_ = line.substr(0, line.find('#'));
      field_ = 0;
      std::string_view label;
      if (token(label) && !row(label)) return false;
    }
    return true;
  }

 private:
  bool refuse(const std::string& what) { return rows_.refuse(rows_.lines.number(), field_, what); }

  /// The next word of the line.
  bool token(std::string_view& word) {
    static constexpr std::string_view blanks = " \t\r";
    rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
    word = rest_.substr(0, rest_.find_first_of(blanks));
    rest_.remove_prefix(word.size());
    ++field_;
    return !word.empty();
  }

  bool row(std::string_view label) {
    if (!is_exact_number(label))
      return refuse("label " + in_quotes(label) + " is not a decimal number within the limits");
    const auto side = rows_.sides.positive(label);
    rows_.begin();
    std::uint64_t least = c_.data.zero_based ? 0 : 1;  // the next index may not be below
    for (std::string_view word; token(word);) {
      const std::size_t colon = word.find(':');
      const std::string_view digits = word.substr(0, colon);
      std::uint64_t index = 0;
      for (const char d : digits.substr(0, most_index_digits)) index = index * 10 + static_cast<std::uint64_t>(d - '0');
      const bool whole = !digits.empty() && digits.size() <= most_index_digits &&
                         digits.find_first_not_of("0123456789") == std::string_view::npos;
      if (colon == std::string_view::npos || !whole || index > largest_index)
        return refuse(in_quotes(word) + " is not INDEX:VALUE");
      if (index < least)
        return refuse("index " + std::to_string(index) + ", expected at least " + std::to_string(least));
      least = index + 1;
      const std::uint64_t column = index - (c_.data.zero_based ? 0 : 1);
      if (column >= c_.column_count && side)
        return refuse("index " + std::to_string(index) + ", but the certificate has " +
                      counted(c_.column_count, "column"));
      const std::string_view problem = read_decimal(word.substr(colon + 1), rows_.add(column));
      if (!problem.empty()) return refuse("value " + in_quotes(word.substr(colon + 1)) + " is " + std::string(problem));
    }
    if (side) rows_.end(rows_.lines.number(), *side);
    return true;
  }

  Rows& rows_;
  const Certificate& c_;
  std::string_view rest_;
  std::size_t field_ = 0;
};

}  // namespace

Result<ExactReading> read_exact_rows(const Certificate& certificate, Source& source, const std::string& name,
                                     const std::function<void(const ExactRow&)>& use) {
  Rows rows(certificate, source, name, use);
  if (!rows.sides.problem().empty()) {
    rows.problem = Error{Code::bad_data, "classes", rows.sides.problem()};
  } else {
    const bool whole = certificate.libsvm() ? Libsvm(rows).read() : Csv(rows).read();
    if (whole && !rows.lines.problem().empty()) rows.refuse(rows.lines.number() + 1, 1, rows.lines.problem());
  }
  auto hash = rows.lines.finish();
  if (!hash) return hash.error();
  return ExactReading{std::move(hash).value(), rows.rows, rows.problem};
}

std::uint64_t exact_base_size(const Certificate& certificate) {
  if (certificate.libsvm()) return certificate.column_count;
  std::uint64_t size = 0;
  for (const CertificateColumn& column : certificate.columns) size += std::max<std::size_t>(column.levels.size(), 1);
  return size;
}

}  // namespace halfspace
