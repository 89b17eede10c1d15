#include "format/libsvm_block.hpp"

#include <algorithm>
#include <cstring>

#include "format/libsvm_tokens.hpp"

namespace halfspace {
namespace {

constexpr std::size_t most_block = std::size_t{1} << 25U;  // one of a longer line would take much memory for places

static_assert(LineReader::line_slack >= text_slack);

}  // namespace

LibsvmBlock::LibsvmBlock(Building& b, LibsvmRows& rows)
    : b_(b), rows_(rows), ops_(b.options.columns.empty() && !b.options.serial_numbers ? text_ops() : nullptr) {}

bool LibsvmBlock::add(std::string_view block) {
  if (block.size() >= most_block || !ops_->find(block.data(), block.size(), places_)) return false;
  const std::size_t n = places_.entries;
  const SparseRows::Room room = rows_.rows().room(n + 8);
  odd_.make_room(n);
  facts_ = ops_->numbers(block.data(), places_, b_.options.zero_based ? 0 : 1, room.column, room.value, odd_.data());
  exact_ = true;
  if (!add_odd_entries(block, room)) return false;
  if (n > 0 && std::int64_t{facts_.largest_column} >= rows_.limit()) return false;
  if (!rows_ascend(room) || !add_labels(block)) return false;

  Dataset& data = b_.data;
  SparseRows& rows = rows_.rows();
  const std::size_t entries = rows.entries();
  data.lines.add(rows.rows(), b_.lines.line() + 1);
  rows.take(n, facts_.nonzeros, facts_.floats);
  for (std::size_t r = 0; r < places_.rows; ++r) rows.end_row(entries + places_.row_end[r]);
  if (b_.options.unseen_squares) data.unseen_squares.resize(rows.rows(), 0.0);
  if (n > 0) {
    data.decimals = std::max(data.decimals, facts_.decimals);
    data.short_decimals = data.short_decimals && exact_;
    rows_.saw_column(facts_.largest_column);
  }
  if (entries == 0) expect_more(block.size());
  b_.lines.skip(block.size(), places_.rows);
  return true;
}

/// Memory for a text that goes on as its first block, of so many bytes: growing arrays are moved, and in small pages.
void LibsvmBlock::expect_more(std::size_t bytes) {
  constexpr double spare = 1.05;
  const double blocks = spare * static_cast<double>(b_.lines.expected_bytes()) / static_cast<double>(bytes);
  if (blocks > 2)
    rows_.rows().expect(blocks * static_cast<double>(places_.entries), blocks * static_cast<double>(places_.rows));
}

/// Entries that are no short decimals, one by one. False: one is wrong.
bool LibsvmBlock::add_odd_entries(std::string_view block, SparseRows::Room room) {
  const std::int64_t first_index = b_.options.zero_based ? 0 : 1;
  Number number;
  for (std::size_t k = 0; k < facts_.odd; ++k) {
    const std::size_t e = odd_[k];
    const char* colon = block.data() + places_.colon[e];
    const char* end = block.data() + places_.end[e];
    const char* first = colon;
    while (first != block.data() && first[-1] >= '0' && first[-1] <= '9') --first;
    const auto digits = static_cast<std::size_t>(colon - first);
    if (end <= colon || first == block.data() || !is_blank(first[-1]) || digits == 0 || digits > most_index_digits)
      return false;
    std::uint64_t j = 0;
    scan_digits(first, colon, j);
    const std::int64_t column = static_cast<std::int64_t>(j) - first_index;
    if (column < 0 || j > max_libsvm_index || !parse_number(colon + 1, end, number)) return false;
    room.column[e] = static_cast<std::uint32_t>(column);
    room.value[e] = number.value;
    facts_.largest_column = std::max(facts_.largest_column, room.column[e]);
    facts_.decimals = std::max(facts_.decimals, number.decimals);
    facts_.nonzeros += number.value != 0 ? 1U : 0U;
    facts_.floats = facts_.floats && equals_its_float(number.value);
    exact_ = exact_ && number.exact;
  }
  return true;
}

/// Do columns ascend within every row? They may only fall where a row ends.
bool LibsvmBlock::rows_ascend(SparseRows::Room room) const {
  std::size_t falls = 0;
  std::uint32_t last = 0;
  for (std::size_t r = 0; r < places_.rows; ++r) {
    const std::uint32_t k = places_.row_end[r];
    if (k > last && k < places_.entries && room.column[k] <= room.column[k - 1]) ++falls;
    last = k;
  }
  return ops_->descents(room.column, places_.entries) == falls;
}

/// The labels of all rows; none where one is no number or of a class that is not wanted.
bool LibsvmBlock::add_labels(std::string_view block) {
  std::vector<std::uint32_t>& label = b_.data.label;
  const std::size_t before = label.size();
  for (std::size_t r = 0; r < places_.rows; ++r) {
    const std::uint32_t first = places_.label_first[r];
    const auto number = label_number(block.data() + first, places_.label_end[r] - first);
    if (!number) {
      label.resize(before);
      return false;
    }
    if (b_.options.need_label) label.push_back(*number);
  }
  return true;
}

std::optional<std::uint32_t> LibsvmBlock::label_number(const char* first, std::size_t size) {
  std::uint64_t word = 0;
  if (size <= 8) {
    std::memcpy(&word, first, 8);  // what is behind the block may be read
    word &= ~std::uint64_t{0} >> (64 - 8 * size);
    const auto seen = std::span(short_labels_).first(short_count_);
    const auto at = std::find_if(seen.begin(), seen.end(), [&](const ShortLabel& l) { return l.word == word; });
    if (at != seen.end()) return at->number;
  }
  Number value;
  bool keep = true;
  if (!parse_number(first, first + size, value)) return std::nullopt;
  const std::uint32_t number = b_.options.need_label ? b_.labels.add({first, size}, keep) : 0;
  if (!keep) return std::nullopt;
  if (size <= 8 && short_count_ < short_labels_.size()) short_labels_[short_count_++] = {word, number};
  return number;
}

}  // namespace halfspace
