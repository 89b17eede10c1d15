#include "format/libsvm_rows.hpp"

#include <algorithm>
#include <utility>

#include "format/libsvm_tokens.hpp"

namespace halfspace {
namespace {

constexpr std::ptrdiff_t least_entry = 4;  // characters of "1:1 "

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
  if (index == "qid") return "index 'qid' is a query id, of ranking, which is not learned here; remove them";
  if (!digits) return "index " + in_quotes(index) + " is not a whole number; expected INDEX:VALUE";
  const auto significant = index.substr(std::min(index.find_first_not_of('0'), index.size()));
  if (significant.empty() && !zero_based) return "index 0; indices start at 1 (or say --zero-based)";
  std::uint64_t j = 0;
  for (const char c : significant.substr(0, 11)) j = j * 10 + static_cast<std::uint64_t>(c - '0');
  if (j > max_libsvm_index || index.size() > most_index_digits)
    return "index " + shown(index) + " is beyond 2147483646 (2^31 - 2)";
  const std::int64_t column = static_cast<std::int64_t>(j) - (zero_based ? 0 : 1);
  if (column == previous) return "index " + shown(index) + " is repeated; a row has each index at most once";
  if (column < previous) {
    return "index " + shown(index) + " after " + std::to_string(previous + (zero_based ? 0 : 1)) +
           "; indices must ascend (sort the row)";
  }
  return "value " + in_quotes(value) + " of index " + shown(index) + " is " + number_problem(value);
}

/// The value behind the ':' at p; p moves behind it.
bool scan_value(const char*& p, const char* last, Number& number) {
  const char* value = p + 1;
  p = scan_short_number(value, last, number);
  if (p != nullptr && (p == last || is_blank(*p))) return true;
  p = token_end(value, last);
  return parse_number(value, p, number);
}

}  // namespace

LibsvmRows::LibsvmRows(Building& b, std::vector<std::uint64_t> chosen)
    : b_(b),
      zero_based_(b.options.zero_based),
      limit_(static_cast<std::int64_t>(b.options.for_model ? b.options.model_cols : max_libsvm_cols)),
      chosen_(std::move(chosen)) {
  if (!chosen_.empty()) limit_ = 0;
  for (const std::uint64_t j : chosen_) b_.data.columns.push_back(std::to_string(j + 1));
}

void LibsvmRows::add(std::string_view line, LineReader& lines) {
  if (lines.saw_hash()) line = line.substr(0, line.find('#'));
  const char* last = line.data() + line.size();
  const char* p = skip_blanks(line.data(), last);
  if (p == last) return;
  const char* end = token_end(p, last);
  bool keep = true;
  if (!add_label({p, static_cast<std::size_t>(end - p)}, lines.line(), keep)) return;
  if (!add_entries(end, last, lines.line(), keep) || !keep) {
    if (b_.options.need_label) b_.data.label.pop_back();
    if (!keep) ++b_.data.other_class_rows;
    return;
  }
  b_.data.lines.add(rows_.rows(), lines.line());
  rows_.end_row();
}

Result<void> LibsvmRows::hand_over(TextPlace next) { return b_.hand_over(matrix(), next); }

Matrix LibsvmRows::matrix() {
  SparseRows rows = std::exchange(rows_, SparseRows());
  b_.data.rows = rows.rows();
  b_.data.cols = !chosen_.empty() ? chosen_.size() : b_.options.for_model ? b_.options.model_cols : cols_;
  b_.data.nonzeros = rows.nonzeros();
  return std::move(rows).finish(b_.data.cols);
}

bool LibsvmRows::add_label(std::string_view token, std::uint64_t line, bool& keep) {
  Number number;
  if (!parse_number(token, number)) {
    const bool entry = token.find(':') != std::string_view::npos;
    b_.bad.add(line, 1,
               entry ? "label missing: the line begins with " + in_quotes(token) + "; expected LABEL INDEX:VALUE ..."
                     : "label " + in_quotes(token) + " is " + number_problem(token) + "; LIBSVM labels are numbers");
    return false;
  }
  if (b_.options.need_label) b_.data.label.push_back(b_.labels.add(token, keep));
  return true;
}

bool LibsvmRows::add_entries(const char* p, const char* last, std::uint64_t line, bool keep) {
  const std::uint64_t base = zero_based_ ? 0 : 1;
  const auto most = static_cast<std::size_t>((last - p) / least_entry + 1);
  if (columns_.size() < most) columns_.resize(most);
  if (values_.size() < most) values_.resize(most);
  std::size_t stored = 0;
  std::size_t nonzeros = 0;
  bool floats = true;
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
    const auto column = static_cast<std::int64_t>(j - base);  // of too many digits: any number, refused below
    if (p == token || p - token > static_cast<std::ptrdiff_t>(most_index_digits) || p == last || *p != ':' ||
        column <= previous || j > max_libsvm_index || !scan_value(p, last, number)) {
      return refuse(token, last, line, field, previous);
    }
    previous = column;
    const std::int64_t place = column < limit_ ? column : other_place(static_cast<std::uint64_t>(column));
    if (place < 0) {
      unseen += number.value * number.value;
      continue;
    }
    decimals = std::max(decimals, number.decimals);
    exact = exact && number.exact;
    columns_[stored] = static_cast<std::uint32_t>(place);
    values_[stored] = number.value;
    nonzeros += number.value != 0 ? 1U : 0U;
    floats = floats && equals_its_float(number.value);
    ++stored;
  }
  if (!keep) return true;
  if (b_.options.unseen_squares) b_.data.unseen_squares.push_back(unseen);
  b_.data.decimals = decimals;
  b_.data.short_decimals = b_.data.short_decimals && exact;
  if (stored > 0) saw_column(columns_[stored - 1]);
  rows_.append(columns_.span().first(stored), values_.span().first(stored), nonzeros, floats);
  return true;
}

/// Behind 0:SERIAL, where that may stand and does.
const char* LibsvmRows::skip_serial_number(const char* p, const char* last) const {
  if (!b_.options.serial_numbers) return p;
  p = skip_blanks(p, last);
  const char* end = token_end(p, last);
  Number number;
  return end - p > 2 && p[0] == '0' && p[1] == ':' && parse_number(p + 2, end, number) ? end : p;
}

/// Always false.
bool LibsvmRows::refuse(const char* token, const char* last, std::uint64_t line, std::uint64_t field,
                        std::int64_t previous) {
  const char* end = token_end(token, last);
  b_.bad.add(line, field, token_problem({token, static_cast<std::size_t>(end - token)}, zero_based_, previous));
  return false;
}

/// Where a column beyond limit_ goes: its place among the chosen ones, or nowhere (-1).
std::int64_t LibsvmRows::other_place(std::uint64_t column) {
  if (chosen_.empty()) {
    ++b_.data.unseen_entries;
    return -1;
  }
  const auto at = std::lower_bound(chosen_.begin(), chosen_.end(), column);
  return at == chosen_.end() || *at != column ? -1 : at - chosen_.begin();
}

}  // namespace halfspace
