#include "format/csv_block.hpp"

#include <algorithm>

#include "format/csv_cells.hpp"

namespace halfspace {

void CsvBlock::parse() {
  plain_ = ops_->cells(text.data(), text.size(), layout_.delimiter, places_) && has_shape();
  if (!plain_) return;
  place_numbers();
  convert();
}

/// Has every record its fields, and every quote its place at an end of a field?
bool CsvBlock::has_shape() const {
  const std::size_t width = layout_.width;
  const std::uint32_t* end = places_.end.data();
  if (places_.cells != places_.rows * width || end[places_.cells - 1] + 1 != text.size()) return false;
  for (std::size_t r = 1; r <= places_.rows; ++r) {
    if (text[end[r * width - 1]] != '\n') return false;
  }
  if (places_.quotes == 0) return true;
  std::size_t quotes = 0;
  for (std::size_t c = 0; c < places_.cells; ++c) {
    const std::size_t first = c == 0 ? 0 : end[c - 1] + 1;
    std::size_t last = end[c];
    if (text[last] == '\n' && last > first && text[last - 1] == '\r') --last;
    if (first == last || text[first] != '"') continue;
    if (last - first < 2 || text[last - 1] != '"') return false;
    quotes += 2;
  }
  return quotes == places_.quotes;
}

std::string_view CsvBlock::cell(std::size_t r, std::size_t k) const {
  const std::size_t at = r * layout_.width + k;
  const std::size_t first = at == 0 ? 0 : places_.end[at - 1] + 1;
  std::size_t last = places_.end[at];
  if (k + 1 == layout_.width && last > first && text[last - 1] == '\r') --last;
  if (last > first && text[first] == '"') return text.substr(first + 1, last - first - 2);
  return text.substr(first, last - first);
}

void CsvBlock::place_numbers() {
  constexpr std::size_t spare = 8;
  const std::size_t n = places_.rows * layout_.numeric.size();
  for (Buffer<std::uint32_t>* buffer : {&first_, &end_, &odd_}) fit_scratch(*buffer, n + spare);
  fit_scratch(value_, n + spare);
  std::uint32_t* first = first_.data();
  std::uint32_t* end = end_.data();
  for (std::size_t r = 0; r < places_.rows; ++r) {
    if (places_.quotes > 0) {
      for (const std::size_t k : layout_.column_of) {
        const std::string_view number = cell(r, k);
        const auto at = static_cast<std::uint32_t>(number.data() - text.data());
        *first++ = at;
        *end++ = at + static_cast<std::uint32_t>(number.size());
      }
      continue;
    }
    const std::uint32_t* row_end = places_.end.data() + r * layout_.width;
    const std::uint32_t row_first = r == 0 ? 0 : row_end[-1] + 1;
    for (const std::size_t k : layout_.column_of) {
      *first++ = k == 0 ? row_first : row_end[k - 1] + 1;
      *end++ = row_end[k];
    }
  }
  if (places_.quotes > 0 || layout_.numeric.empty()) return;
  const std::size_t stride = layout_.numeric.size();
  for (std::size_t at = 0; at < stride; ++at) {
    if (layout_.column_of[at] + 1 != layout_.width) continue;
    for (std::size_t k = at; k < n; k += stride) {
      if (end_[k] > first_[k] && text[end_[k] - 1] == '\r') --end_[k];
    }
  }
}

/// Numbers by vectors, and those that are no short decimals one by one.
void CsvBlock::convert() {
  const std::size_t n = places_.rows * layout_.numeric.size();
  facts_ = ops_->decimals(text.data(), first_.data(), end_.data(), n, value_.data(), odd_.data());
  exact_ = true;
  all_numbers_ = true;
  Number number;
  for (std::size_t o = 0; o < facts_.odd; ++o) {
    const std::size_t k = odd_[o];
    if (parse_number(trimmed(text.substr(first_[k], end_[k] - first_[k])), number)) {
      value_[k] = number.value;
      facts_.decimals = std::max(facts_.decimals, number.decimals);
      exact_ = exact_ && number.exact;
    } else {
      if (all_numbers_) numbers_.assign(places_.rows, true);
      all_numbers_ = false;
      numbers_[k / layout_.numeric.size()] = false;
    }
  }
}

}  // namespace halfspace
