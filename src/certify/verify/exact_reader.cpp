#include "certify/verify/exact_reader.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <unordered_set>

#include "base/sha256.hpp"
#include "base/text.hpp"

namespace halfspace {
namespace {

constexpr std::size_t largest_record = std::size_t{256} << 20U;
constexpr std::size_t largest_quoted = std::size_t{1} << 20U;
constexpr std::uint64_t largest_index = 2147483646;  // 2^31 - 2
constexpr std::size_t most_index_digits = 18;

std::string_view trimmed(std::string_view cell) {
  const std::size_t first = cell.find_first_not_of(" \t");
  return first == std::string_view::npos ? "" : cell.substr(first, cell.find_last_not_of(" \t") - first + 1);
}

bool is_missing(std::string_view trimmed_cell) {
  std::string small(trimmed_cell.substr(0, 5));
  for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return small.empty() || small == "na" || small == "n/a" || small == "nan" || small == "null" || small == "?";
}

/// Equal for texts that mean the same: numbers of one value, other texts as they stand.
std::string meaning(std::string_view text) {
  Decimal number;
  return read_decimal(text, number).empty() ? "=" + number.value().get_str() : "'" + std::string(text);
}

bool is_number(std::string_view text) { return meaning(text).front() == '='; }

/// Lines make records of cells, cut at blanks (LIBSVM) or by RFC 4180 (CSV, TSV); records make rows. Memory is the
/// longest record.
class Reader {
 public:
  Reader(const Certificate& certificate, Source& source, const std::string& name,
         const std::function<void(const ExactRow&)>& use)
      : c_(certificate), source_(source), name_(name), use_(use), block_(std::size_t{1} << 18U) {}

  Result<ExactReading> read() {
    name_classes();
    for (bool first = true; next_record(); first = false) {
      if (c_.libsvm()) libsvm_row();
      if (!c_.libsvm() && first) find_columns();
      if (!c_.libsvm() && !(first && c_.data.header)) csv_row();
    }
    while (!ended_) read_block();
    if (unreadable_) return *unreadable_;
    return ExactReading{hash_.hex(), row_.row, problem_};
  }

 private:
  struct Input {
    std::size_t cell = 0;
    std::uint64_t feature = 0;                             // of its number
    std::unordered_map<std::string, std::uint64_t> level;  // or of each level
  };

  /// The first problem is told: what is read after it does not count.
  void refuse(const std::string& where, const std::string& what) {
    if (!problem_) problem_ = Error{Code::bad_data, where, what};
  }
  void refuse(std::size_t cell, const std::string& what) {
    refuse(name_ + ":" + std::to_string(row_.line) + ":" + std::to_string(cell + 1), what);
  }

  /// Goes to the next record that is not blank; false at the end of the text or after a problem.
  bool next_record() {
    for (cells_.clear(); cells_.empty() && !problem_;) {
      record_.clear();
      row_.line = lines_ + 1;
      if (!append_line()) return false;
      c_.libsvm() ? cut_at_blanks() : cut_at_delimiters();
    }
    return !problem_;
  }

  void read_block() {
    const auto got = source_.read(block_);
    if (!got) unreadable_ = got.error();
    unread_ = {block_.data(), got ? got.value() : 0};
    hash_.add(unread_);
    ended_ = unread_.empty();
  }

  /// Adds the next line, newline included, to the record; false at the end of the text.
  bool append_line() {
    const std::size_t before = record_.size();
    do {
      if (unread_.empty() && !ended_) read_block();
      const std::size_t newline = unread_.find('\n');
      const std::size_t size = newline < unread_.size() ? newline + 1 : unread_.size();
      record_ += unread_.substr(0, size);
      unread_.remove_prefix(size);
    } while (!ended_ && !record_.ends_with('\n') && record_.size() <= largest_record);
    const bool utf16 = record_.starts_with("\xFF\xFE") || record_.starts_with("\xFE\xFF");
    if (++lines_ == 1 && utf16) refuse(0, "UTF-16 text; expected UTF-8");
    if (lines_ == 1 && record_.starts_with("\xEF\xBB\xBF")) record_.erase(0, 3);
    end_ = record_.size() - (record_.ends_with('\n') ? 1 : 0);
    if (end_ > 0 && record_[end_ - 1] == '\r') --end_;
    if (record_.size() > largest_record) refuse(0, "the record that begins here is longer than 256 MiB");
    return record_.size() > before && !problem_;
  }

  void cut_at_blanks() {
    static constexpr std::string_view blanks = " \t\r\n";
    const std::string_view row = std::string_view(record_).substr(0, record_.find('#'));
    for (std::size_t k = 0; (k = row.find_first_not_of(blanks, k)) < row.size(); k += cells_.back().size())
      cells_.emplace_back(row.substr(k, row.find_first_of(blanks, k) - k));
  }

  /// A quote may only open a cell; inside, "" is a quote and newlines are text.
  void cut_at_delimiters() {
    const auto blank = [&](char c) { return (c == ' ' || c == '\t') && c != c_.data.delimiter; };
    if (std::all_of(record_.data(), record_.data() + end_, blank)) return;
    for (std::size_t k = 0; k <= end_ && !problem_; ++k) {
      std::string& cell = cells_.emplace_back();
      const bool quoted = record_[k] == '"';
      if (quoted) {
        for (++k;; cell += record_[k++]) {
          if (k == record_.size() && (cell.size() > largest_quoted || !append_line()))
            return refuse(cells_.size() - 1, "the quote opened here is not closed");
          if (record_[k] == '"' && record_[++k] != '"') break;
        }
      } else {
        while (k < end_ && record_[k] != c_.data.delimiter && record_[k] != '"') cell += record_[k++];
      }
      if (k < end_ && record_[k] != c_.data.delimiter)
        refuse(cells_.size() - 1, quoted ? "text after the closing quote" : "a quote inside a field");
      if (cell.find('\0') != std::string::npos) refuse(cells_.size() - 1, "a NUL byte; expected text");
    }
  }

  void name_classes() {
    for (const bool positive : {false, true}) {
      for (const std::string& label : positive ? c_.positive : c_.negative) {
        const std::string name = class_name(label);
        if (c_.numeric_classes && name.front() != '=')
          refuse("classes", in_quotes(label) + " is not a number, but \"numeric\" is true");
        if (!positive_.emplace(name, positive).second) refuse("classes", in_quotes(label) + " is named twice");
      }
    }
    if (positive_.empty()) refuse("classes", "no class is named");
  }

  /// Equal for the labels of one class.
  std::string class_name(std::string_view label) const {
    if (!c_.numeric_classes) return std::string(label);
    label = trimmed(label);
    return meaning(label == "+" ? "1" : label == "-" ? "-1" : label);
  }

  /// Finds the columns by their names, or without a header by their numbers from 1.
  void find_columns() {
    std::unordered_map<std::string, std::size_t> place;
    bool numbers = c_.data.header;
    for (const std::string& cell : cells_) {
      const std::string name(c_.data.header ? trimmed(cell) : std::to_string(width_ + 1));
      numbers = numbers && is_number(name);
      if (!is_utf8(name)) refuse(width_, "column name " + in_quotes(name) + " is not UTF-8");
      if (!place.emplace(name, width_).second) refuse(width_, "column name " + in_quotes(name) + " is a duplicate");
      ++width_;
    }
    if (numbers) refuse(0, "the header is all numbers");
    std::unordered_set<std::size_t> taken;
    const auto take = [&](const std::string& name) {
      const auto found = place.find(name);
      const std::size_t cell = found == place.end() ? 0 : found->second;
      if (found == place.end()) refuse(0, "no column " + in_quotes(name) + ", which the certificate names");
      if (!taken.insert(cell).second) refuse(cell, "the certificate names column " + in_quotes(name) + " twice");
      needed_.push_back(cell);
      return cell;
    };
    label_ = take(c_.data.label);
    if (!c_.data.weight.empty()) weight_ = take(c_.data.weight);
    std::uint64_t feature = 0;
    for (const CertificateColumn& column : c_.columns) {
      Input& input = inputs_.emplace_back(Input{take(column.name), feature, {}});
      for (const std::string& level : column.levels) {
        if (!input.level.emplace(meaning(level), feature++).second)
          refuse(input.cell, "level " + in_quotes(level) + " is listed twice");
      }
      if (column.levels.empty()) ++feature;
      if (!column.levels.empty() && c_.data.missing == "category") needed_.pop_back();
    }
  }

  void csv_row() {
    if (cells_.size() != width_)
      return refuse(std::min(cells_.size(), width_),
                    counted(cells_.size(), "field") + ", expected " + std::to_string(width_));
    bool used = true;
    for (const std::size_t k : needed_) {
      if (!is_missing(trimmed(cells_[k]))) continue;
      if (c_.data.missing != "drop")
        refuse(k, "a missing value, but the certificate's \"missing\" is " + in_quotes(c_.data.missing));
      cells_[k] = "0";
      used = false;
    }
    if (!is_utf8(cells_[label_])) refuse(label_, "label " + in_quotes(cells_[label_]) + " is not UTF-8");
    const auto side = positive_.find(class_name(cells_[label_]));
    const Decimal weight = c_.data.weight.empty() ? Decimal{1, 0} : number(weight_, trimmed(cells_[weight_]));
    if (weight.digits < 0) refuse(weight_, "weight " + in_quotes(cells_[weight_]) + " is negative");
    used = used && side != positive_.end() && weight.digits != 0;
    row_.entries.clear();
    for (const Input& in : inputs_) {
      const std::string_view cell = trimmed(cells_[in.cell]);
      if (in.level.empty()) {
        add(in.feature, number(in.cell, cell));
      } else if (const auto level = in.level.find(meaning(is_missing(cell) ? "" : cell)); level != in.level.end()) {
        add(level->second, {1, 0});
      } else if (used) {
        refuse(in.cell, in_quotes(cells_[in.cell]) + " is not a level of the certificate");
      }
    }
    if (used) hand_out(side->second);
  }

  void libsvm_row() {
    number(0, cells_[0], "label ");
    const auto side = positive_.find(class_name(cells_[0]));
    const std::uint64_t first = c_.data.zero_based ? 0 : 1;
    std::uint64_t least = first;  // of the indices that may follow
    row_.entries.clear();
    for (std::size_t k = 1; k < cells_.size(); ++k) {
      const std::string digits = cells_[k].substr(0, cells_[k].find(':'));
      std::uint64_t index = 0;
      const char* const end = digits.data() + digits.size();
      const auto [stop, wrong] = std::from_chars(digits.data(), end, index);
      if (digits == cells_[k] || digits.size() > most_index_digits || wrong != std::errc() || stop != end ||
          index > largest_index)
        return refuse(k, in_quotes(cells_[k]) + " is not INDEX:VALUE");
      if (index < least) refuse(k, "index " + std::to_string(index) + ", expected at least " + std::to_string(least));
      if (side != positive_.end() && index - first >= c_.column_count)
        refuse(k, "index " + std::to_string(index) + ", but the certificate has " + counted(c_.column_count, "column"));
      add(index - first, number(k, cells_[k].substr(digits.size() + 1), "value "));
      least = index + 1;
    }
    if (side != positive_.end()) hand_out(side->second);
  }

  Decimal number(std::size_t cell, std::string_view text, const std::string& thing = "") {
    Decimal value;
    const std::string_view wrong = read_decimal(text, value);
    if (!wrong.empty()) refuse(cell, thing + in_quotes(text) + " is " + std::string(wrong));
    return value;
  }

  void add(std::uint64_t feature, Decimal value) {
    if (value.digits != 0) row_.entries.push_back({feature, std::move(value)});
  }

  void hand_out(bool positive) {
    if (problem_) return;
    row_.positive = positive;
    use_(row_);
    ++row_.row;
  }

  const Certificate& c_;
  Source& source_;
  const std::string& name_;
  const std::function<void(const ExactRow&)>& use_;
  std::optional<Error> problem_;

  std::vector<char> block_;
  std::string_view unread_;  // of the block
  bool ended_ = false;
  std::optional<Error> unreadable_;
  Sha256 hash_;
  std::uint64_t lines_ = 0;

  std::string record_;   // with all its newlines
  std::size_t end_ = 0;  // of its text
  std::vector<std::string> cells_;

  std::unordered_map<std::string, bool> positive_;  // by class
  std::size_t width_ = 0;
  std::size_t label_ = 0;
  std::size_t weight_ = 0;
  std::vector<Input> inputs_;
  std::vector<std::size_t> needed_;  // cells that may not be missing
  ExactRow row_;
};

}  // namespace

Result<ExactReading> read_exact_rows(const Certificate& certificate, Source& source, const std::string& name,
                                     const std::function<void(const ExactRow&)>& use) {
  return Reader(certificate, source, name, use).read();
}

}  // namespace halfspace
