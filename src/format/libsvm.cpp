// LIBSVM / SVMlight text: LABEL INDEX:VALUE ... a line, indices from 1 (or 0 with zero_based), strictly ascending;
// '#' starts a comment. docs/formats/libsvm.md
#include <algorithm>
#include <cstring>

#include "format/formats.hpp"
#include "format/libsvm_tokens.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t max_index = 2147483646;  // 2^31 - 2
constexpr std::size_t most_index_digits = 18;    // leading zeros included: the index fits 64 bits
constexpr std::ptrdiff_t least_entry = 4;        // characters of "1:1 "

/// Why INDEX:VALUE at [p, end) was refused; asked only for bad tokens.
std::string token_problem(std::string_view token, bool zero_based, std::int64_t previous) {
  const std::size_t colon = token.find(':');
  if (token.find('\0') != std::string_view::npos)
    return "NUL byte in " + in_quotes(token) + "; expected text (is the file UTF-16 or binary?)";
  if (colon == std::string_view::npos) return in_quotes(token) + " has no ':'; expected INDEX:VALUE";
  const std::string_view index = token.substr(0, colon);
  const std::string_view value = token.substr(colon + 1);
  const bool digits =
      !index.empty() && std::all_of(index.begin(), index.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!digits) return "index " + in_quotes(index) + " is not a whole number; expected INDEX:VALUE";
  const auto significant = index.substr(std::min(index.find_first_not_of('0'), index.size()));
  if (significant.empty() && !zero_based) return "index 0; indices start at 1 (or say --zero-based)";
  std::uint64_t j = 0;
  for (const char c : significant.substr(0, 11)) j = j * 10 + static_cast<std::uint64_t>(c - '0');
  if (j > max_index || index.size() > most_index_digits)
    return "index " + shown(index) + " is beyond 2147483646 (2^31 - 2)";
  const std::int64_t column = static_cast<std::int64_t>(j) - (zero_based ? 0 : 1);
  if (column == previous) return "index " + shown(index) + " is repeated; a row has each index at most once";
  if (column < previous) {
    return "index " + shown(index) + " after " + std::to_string(previous + (zero_based ? 0 : 1)) +
           "; indices must ascend (sort the row)";
  }
  return "value " + in_quotes(value) + " of index " + shown(index) + " is " + number_problem(value);
}

/// One line's fields. The loop is the reader's hot path: index digits, ':', a short decimal, blanks.
class LibsvmRows {
 public:
  /// `chosen`: the columns to take, ascending; empty takes all.
  LibsvmRows(Building& b, std::vector<std::uint64_t> chosen)
      : b_(b),
        zero_based_(b.options.zero_based),
        limit_(static_cast<std::int64_t>(b.options.for_model ? b.options.model_cols : max_index)),
        chosen_(std::move(chosen)) {
    if (!chosen_.empty()) limit_ = 0;
    m_.start.push_back(0);
  }

  void add(std::string_view line) {
    if (b_.lines.saw_hash()) line = line.substr(0, line.find('#'));
    const char* last = line.data() + line.size();
    const char* p = skip_blanks(line.data(), last);
    if (p == last) return;
    const char* end = token_end(p, last);
    const std::size_t before = m_.value.size();
    bool keep = true;
    if (!add_label({p, static_cast<std::size_t>(end - p)}, keep)) return;
    if (!add_entries(end, last, keep) || !keep) {
      m_.value.resize(before);
      m_.column.resize(before);
      if (b_.options.need_label) b_.data.label.pop_back();
      if (!keep) ++b_.data.other_class_rows;
      return;
    }
    m_.start.push_back(m_.value.size());
    b_.data.lines.add(m_.rows++, b_.lines.line());
  }

  std::uint64_t bytes() const { return m_.value.size() * 12 + m_.rows * 20 + b_.labels.bytes(); }

  Matrix finish() && {
    m_.cols = !chosen_.empty() ? chosen_.size() : b_.options.for_model ? b_.options.model_cols : cols_;
    b_.data.rows = m_.rows;
    b_.data.cols = m_.cols;
    for (const std::uint64_t j : chosen_) b_.data.columns.push_back(std::to_string(j + 1));
    b_.data.nonzeros =
        static_cast<std::uint64_t>(std::count_if(m_.value.begin(), m_.value.end(), [](double v) { return v != 0; }));
    m_.start.shrink();
    m_.column.shrink();
    if (!narrows(m_.value)) {
      m_.value.shrink();
      return std::move(m_);
    }
    CsrMatrix<float> narrow;
    narrow.start = std::move(m_.start);
    narrow.column = std::move(m_.column);
    narrow.value = std::move(m_.value).narrowed<float>();
    narrow.rows = m_.rows;
    narrow.cols = m_.cols;
    return narrow;
  }

 private:
  bool add_label(std::string_view token, bool& keep) {
    Number number;
    if (!parse_number(token, number)) {
      const bool entry = token.find(':') != std::string_view::npos;
      b_.bad.add(b_.lines.line(), 1,
                 entry ? "label missing: the line begins with " + in_quotes(token) + "; expected LABEL INDEX:VALUE ..."
                       : "label " + in_quotes(token) + " is " + number_problem(token) + "; LIBSVM labels are numbers");
      return false;
    }
    if (b_.options.need_label) b_.data.label.push_back(b_.labels.add(token, keep));
    return true;
  }

  bool add_entries(const char* p, const char* last, bool keep) {
    const std::int64_t base = zero_based_ ? 0 : 1;
    const std::size_t before = m_.value.size();
    const auto room = static_cast<std::size_t>((last - p) / least_entry + 1);
    m_.column.make_room(room);
    m_.value.make_room(room);
    std::uint32_t* columns = m_.column.data() + before;
    double* values = m_.value.data() + before;
    std::size_t stored = 0;
    std::int64_t previous = -1;
    std::uint64_t field = 1;
    double unseen = 0;
    p = skip_serial_number(p, last);
    int decimals = b_.data.decimals;
    bool exact = true;
    Number number;
    for (p = skip_blanks(p, last); p != last; p = skip_blanks(p, last)) {
      ++field;
      const char* token = p;
      std::uint64_t j = 0;
      p = scan_digits(p, last, j);
      const std::int64_t column = static_cast<std::int64_t>(j) - base;
      if (p == token || p - token > static_cast<std::ptrdiff_t>(most_index_digits) || p == last || *p != ':' ||
          column <= previous || j > max_index || !scan_value(p, last, number)) {
        refuse(token, last, field, previous);
        return false;
      }
      previous = column;
      const std::int64_t place = column < limit_ ? column : other_place(static_cast<std::uint64_t>(column));
      if (place < 0) {
        unseen += number.value * number.value;
        continue;
      }
      decimals = std::max(decimals, number.decimals);
      exact = exact && number.exact;
      columns[stored] = static_cast<std::uint32_t>(place);
      values[stored] = number.value;
      ++stored;
    }
    if (!keep) return true;
    if (b_.options.unseen_squares) b_.data.unseen_squares.push_back(unseen);
    b_.data.decimals = decimals;
    b_.data.short_decimals = b_.data.short_decimals && exact;
    m_.column.resize(before + stored);
    m_.value.resize(before + stored);
    if (stored > 0) cols_ = std::max<std::uint64_t>(cols_, columns[stored - 1] + std::uint64_t{1});
    return true;
  }

  /// Behind 0:SERIAL, where that may stand and does.
  const char* skip_serial_number(const char* p, const char* last) const {
    if (!b_.options.serial_numbers) return p;
    p = skip_blanks(p, last);
    const char* end = token_end(p, last);
    Number number;
    return end - p > 2 && p[0] == '0' && p[1] == ':' && parse_number(p + 2, end, number) ? end : p;
  }

  /// The value behind the ':' at p; p moves behind it.
  static bool scan_value(const char*& p, const char* last, Number& number) {
    const char* value = p + 1;
    p = scan_short_number(value, last, number);
    if (p != nullptr && (p == last || is_blank(*p))) return true;
    p = token_end(value, last);
    return parse_number(value, p, number);
  }

  void refuse(const char* token, const char* last, std::uint64_t field, std::int64_t previous) {
    const char* end = token_end(token, last);
    b_.bad.add(b_.lines.line(), field,
               token_problem({token, static_cast<std::size_t>(end - token)}, zero_based_, previous));
  }

  /// Where a column beyond limit_ goes: its place among the chosen ones, or nowhere (-1).
  std::int64_t other_place(std::uint64_t column) {
    if (chosen_.empty()) {
      ++b_.data.unseen_entries;
      return -1;
    }
    const auto at = std::lower_bound(chosen_.begin(), chosen_.end(), column);
    return at == chosen_.end() || *at != column ? -1 : at - chosen_.begin();
  }

  Building& b_;
  bool zero_based_;
  std::int64_t limit_;  // columns below go where they say
  std::vector<std::uint64_t> chosen_;
  CsrMatrix<double> m_;
  std::uint64_t cols_ = 0;
};

Result<void> check_options(const ReadOptions& options) {
  if (!options.label.empty() && !options.for_model) {
    return Error{
        Code::usage, "--label",
        in_quotes(options.label) + " names a column, but in LIBSVM text the label is always first; leave it out"};
  }
  if (!options.weight.empty() && options.weight_needed) {
    return Error{Code::usage, "--weight", "LIBSVM text has no weight column; use CSV, or repeat rows"};
  }
  if (!options.groups.empty()) {
    return Error{Code::usage, "--groups", "LIBSVM text has no column of groups; use CSV"};
  }
  return {};
}

/// The columns asked for, from 0 and ascending.
Result<std::vector<std::uint64_t>> chosen_columns(const ReadOptions& options) {
  std::vector<std::uint64_t> chosen;
  for (const std::string& name : options.columns) {
    const auto index = option_count(name, "--columns");
    if (!index || index.value() == 0 || index.value() > max_index) {
      const std::string who = options.for_model ? "the model's column " : "column ";
      return Error{options.for_model ? Code::bad_data : Code::usage, options.for_model ? "" : "--columns",
                   who + in_quotes(name) + " is not in LIBSVM text, whose columns are numbers from 1"};
    }
    chosen.push_back(index.value() - 1);
  }
  std::sort(chosen.begin(), chosen.end());
  const auto twice = std::adjacent_find(chosen.begin(), chosen.end());
  if (twice == chosen.end()) return chosen;
  return Error{Code::usage, "--columns", "column " + std::to_string(*twice + 1) + " is named twice"};
}

}  // namespace

Result<Dataset> read_libsvm(Building& b) {
  if (const auto fits = check_options(b.options); !fits) return fits.error();
  auto chosen = chosen_columns(b.options);
  if (!chosen) return chosen.error();
  b.data.form.format = "libsvm";
  b.data.form.zero_based = b.options.zero_based;
  LibsvmRows rows(b, std::move(chosen).value());
  std::string_view line;
  while (b.lines.next(line)) {
    rows.add(line);
    if (const auto more = b.check(rows.bytes()); !more) return more.error();
  }
  Matrix x = std::move(rows).finish();
  return b.finish(std::move(x));
}

}  // namespace halfspace
