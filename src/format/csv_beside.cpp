// The cells of a record that are no features: label, weight, group, order.
#include "format/csv_rows.hpp"

namespace halfspace {
namespace {

/// A text as 1e-400: a number that is not 0, of which a double has made 0.
bool underflowed(std::string_view text, const Number& read) {
  const std::string_view digits = text.substr(0, text.find_first_of("eE"));
  return read.value == 0 && digits.find_first_of("123456789") != std::string_view::npos;
}

}  // namespace

/// A cell that is no feature.
bool CsvRows::read_beside(const Place& place, std::size_t k, std::string_view cell, Beside& beside) {
  if (k == columns_.label && has_label()) return read_label(place, k, cell, beside);
  if (k == columns_.weight) return read_weight(place, k, cell, beside);
  if (k == columns_.order) return read_order(place, k, cell, beside);
  if (k != columns_.group) return true;
  beside.group = trimmed(cell);
  return !is_missing_cell(beside.group) || allow_missing(place, k, cell, beside);
}

/// Is the row left out because it has no label?
bool CsvRows::drops_unlabelled(const Place& place) {
  if (!drops_label_ || !is_missing_cell(trimmed(place.cell(columns_.label)))) return false;
  ++b_.data.missing_rows;
  return true;
}

/// A missing cell: an error, or the row is dropped.
bool CsvRows::allow_missing(const Place& place, std::size_t k, std::string_view cell, Beside& beside) {
  const bool label = k == columns_.label;
  if (b_.options.missing == "drop" || (b_.options.listing && label)) return beside.missing = true;
  bad(place, k,
      "missing value " + in_quotes(cell) + " in column " + in_quotes(columns_.names[k]) +
          (b_.options.serial_numbers ? "; fill it in, or leave out both the row and its column of the kernel matrix"
           : label                   ? "; say --missing drop-label to leave rows without a label out, or drop "
                                       "to leave out every row with a missing cell"
                                     : "; say --missing drop to leave such rows out"));
  return false;
}

bool CsvRows::read_label(const Place& place, std::size_t k, std::string_view cell, Beside& beside) {
  const bool in_block = place.record == nullptr;
  const std::size_t at = in_block ? short_labels_.find(cell) : ShortLabels::none;
  if (at != ShortLabels::none) {
    beside.label = short_number_[at];
    beside.keep = short_kept_[at];
    return true;
  }
  const bool missing = is_missing_cell(trimmed(cell));
  if (missing && (!b_.options.every_row || b_.options.missing == "drop")) return allow_missing(place, k, cell, beside);
  if (missing) cell = {};
  if (!is_utf8(cell)) {
    bad(place, k,
        "label " + in_quotes(cell) + " is not UTF-8 text; say --encoding latin1, or convert the file to UTF-8");
    return false;
  }
  beside.label = b_.labels.add(cell, beside.keep);
  const std::size_t fresh = in_block ? short_labels_.add(cell) : ShortLabels::none;
  if (fresh == ShortLabels::none) return true;
  short_number_[fresh] = beside.label;
  short_kept_[fresh] = beside.keep;
  return true;
}

/// The number of a cell in plain digits.
std::string_view CsvRows::plain_number(std::string_view cell, std::string& room) const {
  return b_.options.style.plain_cells() ? cell : written_number(cell, b_.options.style, room).plain;
}

bool CsvRows::read_weight(const Place& place, std::size_t k, std::string_view cell, Beside& beside) {
  cell = trimmed(cell);
  Number n;
  if (is_missing_cell(cell)) return allow_missing(place, k, cell, beside);
  std::string room;
  const std::string_view plain = plain_number(cell, room);
  const bool number = !plain.empty() && parse_number(plain, n);
  const bool lost = number && underflowed(plain, n);
  const bool negative = number && (n.value < 0 || (lost && plain.front() == '-'));
  if (!number || negative || lost) {
    const std::string problem = !number    ? number_problem(cell)
                                : negative ? "negative"
                                           : "above 0 but too small for a double (below 2.5e-324)";
    bad(place, k, "weight " + in_quotes(cell) + " is " + problem + "; weights are numbers from 0");
    return false;
  }
  beside.weight = n.value;
  return true;
}

/// A number or a date by which rows are ordered.
bool CsvRows::read_order(const Place& place, std::size_t k, std::string_view cell, Beside& beside) {
  cell = trimmed(cell);
  if (is_missing_cell(cell)) return allow_missing(place, k, cell, beside);
  std::string room;
  Number n;
  const auto date = written_date(cell, b_.options.style.day_order);
  const std::string_view plain = plain_number(cell, room);
  if (!date && (plain.empty() || !parse_number(plain, n))) {
    bad(place, k,
        in_quotes(cell) + " in column " + in_quotes(columns_.names[k]) +
            " orders no rows: --order-by takes numbers or " +
            (is_ambiguous_date(cell) ? "dates; say --date-order dmy or --date-order mdy" : "dates (2026-04-03)"));
    return false;
  }
  beside.order = date ? static_cast<double>(date->day) + date->second / 86400 : n.value;
  return true;
}

}  // namespace halfspace
