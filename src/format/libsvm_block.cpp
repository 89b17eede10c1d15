#include "format/libsvm_block.hpp"

#include <algorithm>

#include "format/libsvm_tokens.hpp"

namespace halfspace {
namespace {

static_assert(LineReader::line_slack >= text_slack);

}  // namespace

bool LibsvmBlock::possible(const ReadOptions& options) {
  return options.blocks && options.columns.empty() && !options.serial_numbers && text_ops() != nullptr;
}

LibsvmBlock::LibsvmBlock(const Building& b, std::int64_t limit)
    : options_(b.options), labels_(b.labels), limit_(limit), ops_(text_ops()) {
  short_number_.fill(-1);
}

void LibsvmBlock::parse() {
  unseen_squares_.clear();
  left_out_rows_ = 0;
  unseen_entries_ = 0;
  plain_ = ops_->find(text.data(), text.size(), places_) && convert() && rows_ascend() && check_labels();
  if (!plain_) return;
  rows_ = places_.rows;
  if (left_out_rows_ > 0 || (places_.entries > 0 && std::int64_t{facts_.largest_column} >= limit_)) {
    select();
    plain_ = convert();
  } else if (options_.unseen_squares) {
    unseen_squares_.resize(places_.rows);
  }
}

/// Columns, values and facts of all entries. False: one is wrong.
bool LibsvmBlock::convert() {
  const std::size_t n = places_.entries;
  fit_scratch(column_, n + 8);
  fit_scratch(value_, n + 8);
  fit_scratch(odd_, n + 8);
  facts_ = ops_->numbers(text.data(), places_, options_.zero_based ? 0 : 1, column_.data(), value_.data(), odd_.data());
  exact_ = true;
  return convert_odd_entries() && (n == 0 || facts_.largest_column <= max_libsvm_index);  // index 0 - 1 is larger
}

/// Entries that are no short decimals, one by one.
bool LibsvmBlock::convert_odd_entries() {
  const std::int64_t first_index = options_.zero_based ? 0 : 1;
  Number number;
  for (std::size_t k = 0; k < facts_.odd; ++k) {
    const std::size_t e = odd_[k];
    const char* colon = text.data() + places_.colon[e];
    const char* end = text.data() + places_.end[e];
    const char* first = colon;
    while (first != text.data() && first[-1] >= '0' && first[-1] <= '9') --first;
    const auto digits = static_cast<std::size_t>(colon - first);
    if (end <= colon || first == text.data() || !is_blank(first[-1]) || digits == 0 || digits > most_index_digits)
      return false;
    std::uint64_t j = 0;
    scan_digits(first, colon, j);
    const std::int64_t column = static_cast<std::int64_t>(j) - first_index;
    if (column < 0 || j > max_libsvm_index || !parse_number(colon + 1, end, number)) return false;
    column_[e] = static_cast<std::uint32_t>(column);
    value_[e] = number.value;
    facts_.largest_column = std::max(facts_.largest_column, column_[e]);
    facts_.decimals = std::max(facts_.decimals, number.decimals);
    facts_.nonzeros += number.value != 0 ? 1U : 0U;
    facts_.floats = facts_.floats && equals_its_float(number.value);
    exact_ = exact_ && number.exact;
  }
  return true;
}

/// Do columns ascend within every row? They may only fall where a row ends.
bool LibsvmBlock::rows_ascend() const {
  std::size_t falls = 0;
  std::uint32_t last = 0;
  for (std::size_t r = 0; r < places_.rows; ++r) {
    const std::uint32_t k = places_.row_end[r];
    if (k > last && k < places_.entries && column_[k] <= column_[k - 1]) ++falls;
    last = k;
  }
  return ops_->descents(column_.data(), places_.entries) == falls;
}

/// Are the labels of all rows numbers? Notes which rows are kept.
bool LibsvmBlock::check_labels() {
  label_.clear();
  kept_.clear();
  for (std::size_t r = 0; r < places_.rows; ++r) {
    std::size_t at = short_labels_.find(label(r));
    bool keep = true;
    if (at != ShortLabels::none) {
      keep = short_kept_[at];
    } else {
      Number value;
      if (!parse_number(label(r), value)) return false;
      keep = !options_.need_label || labels_.wanted(label(r));
      at = short_labels_.add(label(r));
      if (at != ShortLabels::none) short_kept_[at] = keep;
    }
    label_.push_back(static_cast<std::uint8_t>(at));
    if (!keep && left_out_rows_++ == 0) kept_.assign(r, true);
    if (left_out_rows_ > 0) kept_.push_back(keep);
  }
  return true;
}

/// Leaves the places of entries that are wanted: those of kept rows, in columns below the limit.
void LibsvmBlock::select() {
  std::size_t entries = 0;
  std::size_t rows = 0;
  std::uint32_t k = 0;
  for (std::size_t r = 0; r < places_.rows; ++r) {
    const bool keep = left_out_rows_ == 0 || kept_[r];
    const std::uint32_t end = places_.row_end[r];
    for (; k < end && std::int64_t{column_[k]} < limit_; ++k) {
      places_.colon[entries] = places_.colon[k];
      places_.end[entries] = places_.end[k];
      entries += keep ? 1U : 0U;
    }
    double squares = 0;
    unseen_entries_ += end - k;
    for (; k < end; ++k) squares += value_[k] * value_[k];
    if (!keep) continue;
    if (options_.unseen_squares) unseen_squares_.push_back(squares);
    places_.row_end[rows++] = static_cast<std::uint32_t>(entries);
  }
  places_.entries = entries;
  places_.rows = rows;
}

std::string_view LibsvmBlock::label(std::size_t r) const {
  return text.substr(places_.label_first[r], places_.label_end[r] - places_.label_first[r]);
}

bool LibsvmBlock::add_to(LibsvmRows& to, Building& b, std::uint64_t lines_before) {
  if (!plain_) return false;
  add_labels_to(to, b, lines_before);
  Dataset& data = b.data;
  SparseRows& rows = to.rows();
  const std::size_t before = rows.entries();
  rows.append(column_.span().first(places_.entries), value_.span().first(places_.entries), facts_.nonzeros,
              facts_.floats);
  rows.end_rows(places_.row_end.span().first(places_.rows), before);
  data.unseen_squares.insert(data.unseen_squares.end(), unseen_squares_.begin(), unseen_squares_.end());
  data.other_class_rows += left_out_rows_;
  data.unseen_entries += unseen_entries_;
  if (places_.entries > 0) {
    data.decimals = std::max(data.decimals, facts_.decimals);
    data.short_decimals = data.short_decimals && exact_;
    to.saw_column(facts_.largest_column);
  }
  return true;
}

/// The labels of all lines, in their order: those of rows that are left out are labels of the text too.
void LibsvmBlock::add_labels_to(LibsvmRows& to, Building& b, std::uint64_t lines_before) {
  std::size_t row = to.rows().rows();
  if (left_out_rows_ == 0) b.data.lines.add(row, lines_before + 1);
  if (left_out_rows_ == 0 && !b.options.need_label) return;
  for (std::size_t r = 0; r < rows_; ++r) {
    const std::size_t at = label_[r];
    std::int64_t number = at == ShortLabels::none ? -1 : short_number_[at];
    if (number < 0) {
      bool keep = true;
      number = b.labels.add(label(r), keep);
      if (at != ShortLabels::none) short_number_[at] = number;
    }
    if (left_out_rows_ > 0 && !kept_[r]) continue;
    if (left_out_rows_ > 0) b.data.lines.add(row++, lines_before + r + 1);
    b.data.label.push_back(static_cast<std::uint32_t>(number));
  }
}

}  // namespace halfspace
