#include "format/csv_rows.hpp"

#include <algorithm>
#include <utility>

#include "base/huge_pages.hpp"

namespace halfspace {
namespace {

std::string column_name(const CsvColumns& columns, std::size_t k) {
  return k == CsvColumns::none ? "" : columns.names[k];
}

}  // namespace

CsvRows::CsvRows(Building& b, CsvColumns columns, CsvCells cells, char delimiter)
    : b_(b),
      columns_(std::move(columns)),
      feature_of_(columns_.names.size(), CsvColumns::none),
      cells_(std::move(cells)),
      beside_(b.options.beside) {
  for (std::size_t f = 0; f < columns_.feature.size(); ++f) feature_of_[columns_.feature[f]] = f;
  drops_label_ = has_label() && b.options.missing.find("drop-label") != std::string::npos;
  layout_.delimiter = delimiter;
  layout_.width = columns_.names.size();
  watch_columns();
  renew_layout();
  b_.label_field = columns_.label + 1;
  b_.data.cols = columns_.feature.size();
  for (const std::size_t k : columns_.feature) b_.data.columns.push_back(columns_.names[k]);
  b_.data.form = {delimiter == '\t' ? "tsv" : "csv",
                  delimiter,
                  b_.options.header,
                  false,
                  column_name(columns_, columns_.label),
                  column_name(columns_, columns_.weight),
                  columns_.names.size()};
  b_.data.form.style = b_.options.style;
  b_.data.form.dropped = columns_.dropped;
}

void CsvRows::watch_columns() {
  watched_.clear();
  text_columns_ = cells_.text_columns();
  for (std::size_t k = 0; k < feature_of_.size(); ++k) {
    const std::size_t f = feature_of_[k];
    const bool text = f != CsvColumns::none && cells_.is_text(f);
    if (text || (k == columns_.label && has_label()) || k == columns_.weight || k == columns_.group ||
        k == columns_.order)
      watched_.push_back(k);
  }
}

bool CsvRows::outgrew_layout() const {
  if (cells_.styled().on()) return false;  // blocks find cells then, and read no numbers
  return layout_.numeric.size() + cells_.text_columns() != columns_.feature.size();
}

bool CsvRows::renew_layout() {
  if (!outgrew_layout()) return false;
  layout_.numeric.clear();
  layout_.column_of.clear();
  for (std::size_t f = 0; f < columns_.feature.size(); ++f) {
    if (cells_.is_text(f)) continue;
    layout_.numeric.push_back(f);
    layout_.column_of.push_back(columns_.feature[f]);
  }
  return true;
}

void CsvRows::add(const CsvRecord& record, bool saw_nul) {
  const auto& fields = record.fields();
  const std::size_t width = feature_of_.size();
  const Place place = {record.line(), &record, nullptr, 0};
  if (fields.size() != width) {
    return bad(place, std::min(fields.size(), width),
               counted(fields.size(), "field") + " where " + (b_.options.header ? "the header" : "the first record") +
                   " has " + std::to_string(width) + "; give every record the same number" +
                   (b_.options.header && fields.size() > width && place.line > 1
                        ? " (lines above the header are passed over by --skip-lines N)"
                        : ""));
  }
  if (drops_unlabelled(place)) return;
  Beside beside;
  for (std::size_t k = 0; k < width; ++k) {
    if (saw_nul && fields[k].find('\0') != std::string_view::npos)
      return bad(place, k, "NUL byte in " + in_quotes(fields[k]) + "; expected text (is the file UTF-16 or binary?)");
    if (!read(place, k, fields[k], beside)) return cells_.take_back(place.line);
  }
  if (is_kept(beside)) store_cells(place, beside);
}

void CsvRows::add(const CsvBlock& block, std::uint64_t lines_before) {
  for (std::size_t r = 0; r < block.rows(); ++r) {
    if (cells_.text_columns() != text_columns_) watch_columns();
    const Place place = {lines_before + r + 1, nullptr, &block, r};
    if (drops_unlabelled(place)) continue;
    const bool numbers = !cells_.styled().on() && block.has_numbers(r);
    const std::size_t count = numbers ? watched_.size() : feature_of_.size();
    Beside beside;
    bool fine = true;
    for (std::size_t n = 0; n < count && fine; ++n) {
      const std::size_t k = numbers ? watched_[n] : n;
      fine = read(place, k, block.cell(r, k), beside);
    }
    if (!fine) cells_.take_back(place.line);
    if (!fine || !is_kept(beside)) continue;
    if (numbers) {
      store_numbers(block, r);
      store_beside(place, beside);
    } else {
      store_cells(place, beside);
    }
  }
}

void CsvRows::expect(double rows) {
  const double values = rows * static_cast<double>(columns_.feature.size());
  const double most = static_cast<double>(b_.options.max_bytes) / sizeof(double);
  expect_values(values_, most > 0 ? std::min(values, most) : values);
}

Result<void> CsvRows::hand_over(TextPlace next) {
  b_.data.levels = cells_.take_levels();
  return b_.hand_over(matrix(), next);
}

/// The rows so far, which begin anew.
Matrix CsvRows::matrix() {
  Dataset& d = b_.data;
  Buffer<double> values = std::exchange(values_, {});
  d.rows = std::exchange(rows_, 0);
  d.form.dates = cells_.styled().dates();
  if (!d.form.dates.empty()) d.form.dates.resize(d.cols);
  d.nonzeros = static_cast<std::uint64_t>(std::count_if(values.begin(), values.end(), [](double v) { return v != 0; }));
  return dense_matrix(std::move(values), d.rows, d.cols);
}

Result<Dataset> CsvRows::finish() {
  Dataset& d = b_.data;
  cells_.add_mixed(b_.bad);
  auto levels = cells_.finish(b_.lines.name());
  if (!levels && !b_.bad.any() && !b_.lines.problem()) return levels.error();
  if (levels) d.levels = std::move(levels).value();
  return b_.finish(matrix());
}

Error CsvRows::cut_off(const Error& why) {
  b_.data.levels = cells_.take_levels();
  return b_.cut_off(why, matrix());
}

void CsvRows::bad(const Place& place, std::size_t field, const std::string& message) {
  b_.bad.add(place.line_of(field), field + 1, message);
}

/// One cell of a record; false for a problem.
bool CsvRows::read(const Place& place, std::size_t k, std::string_view cell, Beside& beside) {
  if (feature_of_[k] == CsvColumns::none) return read_beside(place, k, cell, beside);
  const auto outcome = cells_.read(feature_of_[k], cell, values_, place.line_of(k));
  if (!outcome.problem.empty()) bad(place, k, outcome.problem);
  if (outcome.drop && !beside.missing) beside.lacked = {0, k, outcome.unseen};
  beside.missing = beside.missing || outcome.drop;
  beside.unseen = beside.unseen || outcome.unseen;
  return outcome.problem.empty();
}

/// Counts the rows that are left out.
bool CsvRows::is_kept(const Beside& beside) {
  const bool drops = beside_ == nullptr || b_.options.missing == "drop";
  if (!beside.keep) {
    ++b_.data.other_class_rows;
  } else if (beside.unseen && drops) {
    ++b_.data.unseen_rows;
  } else if (beside.missing && drops) {
    ++b_.data.missing_rows;
  } else if (beside.weight == 0) {
    ++b_.data.absent_rows;
  }
  return beside.keep && !(beside.missing && drops) && beside.weight != 0;
}

/// The row whose cells were all read.
void CsvRows::store_cells(const Place& place, const Beside& beside) {
  for (const Number& n : cells_.row()) {
    b_.saw(n);
    values_.push_back(n.value);
  }
  store_beside(place, beside);
}

/// The numbers of a block's row, and what was read of the columns that hold texts.
void CsvRows::store_numbers(const CsvBlock& block, std::size_t r) {
  const std::span<const double> numbers = block.values(r);
  if (numbers.size() == columns_.feature.size()) {
    values_.append(numbers);
  } else {
    const std::size_t first = values_.size();
    values_.make_room(columns_.feature.size());
    values_.resize(first + columns_.feature.size());
    for (std::size_t n = 0; n < numbers.size(); ++n) values_[first + layout_.numeric[n]] = numbers[n];
  }
  double* row = values_.end() - columns_.feature.size();
  if (text_columns_ > 0) {
    for (const std::size_t k : watched_) {
      const std::size_t f = feature_of_[k];
      if (f != CsvColumns::none) row[f] = cells_.row()[f].value;
    }
  }
  const Dataset& d = b_.data;
  if (block.decimals() <= d.decimals && (block.exact() || !d.short_decimals)) return;
  Number number;  // rows that were left out may have the most decimals of the block
  for (const std::size_t k : layout_.column_of) {
    if (!cells_.is_text(feature_of_[k]) && parse_number(trimmed(block.cell(r, k)), number)) b_.saw(number);
  }
}

void CsvRows::store_beside(const Place& place, const Beside& beside) {
  if (has_label()) b_.data.label.push_back(beside.label);
  if (columns_.weight != CsvColumns::none) b_.data.weight.push_back(beside.weight);
  if (beside_ != nullptr) store_aside(place, beside);
  b_.data.lines.add(rows_++, place.line);
  if (columns_.order != CsvColumns::none) b_.data.order.push_back(beside.order);
  if (columns_.group != CsvColumns::none) b_.data.group.push_back(groups_.number(beside.group));
}

/// The kept columns of the row stored last; where it lacks a value its features say nothing.
void CsvRows::store_aside(const Place& place, const Beside& beside) {
  for (const std::size_t k : beside_->kept) beside_->texts.add(place.cell(k));
  beside_->lacking.push_back(beside.missing);
  if (!beside.missing) return;
  beside_->lacked.push_back({beside_->lacking.size() - 1, beside.lacked.column, beside.lacked.unseen});
  std::fill(values_.end() - columns_.feature.size(), values_.end(), 0.0);
}

}  // namespace halfspace
