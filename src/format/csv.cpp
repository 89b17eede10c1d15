// CSV and TSV (RFC 4180): a header, then records of as many fields. docs/formats/csv.md
#include <algorithm>

#include "format/csv_cells.hpp"
#include "format/csv_columns.hpp"
#include "format/csv_record.hpp"
#include "format/formats.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t bytes_a_field = 160;  // of the header: its place, view, name and role

std::string column_name(const CsvColumns& columns, std::size_t k) {
  return k == CsvColumns::none ? "" : columns.names[k];
}

/// Records as rows: the features by CsvCells, the label, the weight and the group of each.
class CsvRows {
 public:
  CsvRows(Building& b, const CsvRecord& record, CsvColumns columns, CsvCells cells)
      : b_(b),
        record_(record),
        columns_(std::move(columns)),
        feature_of_(columns_.names.size(), CsvColumns::none),
        cells_(std::move(cells)) {
    for (std::size_t f = 0; f < columns_.feature.size(); ++f) feature_of_[columns_.feature[f]] = f;
  }

  /// The record as a row; a problem in it is a bad line.
  void add() {
    const auto& fields = record_.fields();
    const std::size_t width = feature_of_.size();
    if (fields.size() != width) {
      return bad(std::min(fields.size(), width), counted(fields.size(), "field") + " where " +
                                                     (b_.options.header ? "the header" : "the first record") + " has " +
                                                     std::to_string(width) + "; give every record the same number");
    }
    Beside beside;
    for (std::size_t k = 0; k < width; ++k) {
      const std::string_view cell = fields[k];
      if (b_.lines.saw_nul() && cell.find('\0') != std::string_view::npos)
        return bad(k, "NUL byte in " + in_quotes(cell) + "; expected text (is the file UTF-16 or binary?)");
      if (feature_of_[k] != CsvColumns::none) {
        const auto outcome = cells_.read(feature_of_[k], cell, values_, record_.line_of(k));
        if (!outcome.problem.empty()) return bad(k, outcome.problem);
        beside.missing = beside.missing || outcome.drop;
      } else if (!read_cell(k, cell, beside)) {
        return;
      }
    }
    if (!beside.keep) {
      ++b_.data.other_class_rows;
    } else if (beside.missing) {
      ++b_.data.missing_rows;
    } else if (beside.weight == 0) {
      ++b_.data.absent_rows;
    } else {
      store(beside);
    }
  }

  /// Memory of the rows so far.
  std::uint64_t bytes() const {
    return values_.size() * 8 + rows_ * 12 + b_.labels.bytes() + cells_.bytes() + groups_.bytes();
  }

  Result<Dataset> finish(char delimiter) {
    Dataset& d = b_.data;
    auto levels = cells_.finish(b_.lines.name());
    if (!levels && !b_.bad.any() && !b_.lines.problem()) return levels.error();
    if (levels) d.levels = std::move(levels).value();
    d.rows = rows_;
    d.cols = columns_.feature.size();
    d.nonzeros =
        static_cast<std::uint64_t>(std::count_if(values_.begin(), values_.end(), [](double v) { return v != 0; }));
    for (const std::size_t k : columns_.feature) d.columns.push_back(columns_.names[k]);
    d.form = {delimiter == '\t' ? "tsv" : "csv",
              delimiter,
              b_.options.header,
              false,
              column_name(columns_, columns_.label),
              column_name(columns_, columns_.weight),
              columns_.names.size()};
    return b_.finish(dense_matrix(std::move(values_), d.rows, d.cols));
  }

 private:
  /// What the cells besides the features say.
  struct Beside {
    std::uint32_t label = 0;
    double weight = 1;
    std::string_view group;
    bool keep = true;      // its class is asked for
    bool missing = false;  // a cell is
  };

  void bad(std::size_t field, const std::string& message) { b_.bad.add(record_.line_of(field), field + 1, message); }

  /// A cell that is no feature; false for a problem.
  bool read_cell(std::size_t k, std::string_view cell, Beside& beside) {
    if (k == columns_.label && b_.options.need_label) return read_label(k, cell, beside);
    if (k == columns_.weight) return read_weight(k, cell, beside);
    if (k != columns_.group) return true;
    beside.group = trimmed(cell);
    return !is_missing(beside.group) || allow_missing(k, cell, beside);
  }

  /// A missing cell: an error, or the row is dropped.
  bool allow_missing(std::size_t k, std::string_view cell, Beside& beside) {
    if (b_.options.missing == "drop") return beside.missing = true;
    bad(k,
        "missing value " + in_quotes(cell) + " in column " + in_quotes(columns_.names[k]) +
            (b_.options.serial_numbers ? "; fill it in, or leave out both the row and its column of the kernel matrix"
                                       : "; say --missing drop to leave such rows out"));
    return false;
  }

  bool read_label(std::size_t k, std::string_view cell, Beside& beside) {
    if (is_missing(trimmed(cell))) return allow_missing(k, cell, beside);
    if (!is_utf8(cell)) {
      bad(k, "label " + in_quotes(cell) + " is not UTF-8 text; convert the file to UTF-8");
      return false;
    }
    beside.label = b_.labels.add(cell, beside.keep);
    return true;
  }

  bool read_weight(std::size_t k, std::string_view cell, Beside& beside) {
    cell = trimmed(cell);
    Number n;
    if (is_missing(cell)) return allow_missing(k, cell, beside);
    const bool number = parse_number(cell, n);
    if (!number || n.value < 0) {
      bad(k, "weight " + in_quotes(cell) + " is " + (number ? "negative" : number_problem(cell)) +
                 "; weights are numbers from 0");
      return false;
    }
    beside.weight = n.value;
    return true;
  }

  void store(const Beside& beside) {
    for (const Number& n : cells_.row()) {
      b_.saw(n);
      values_.push_back(n.value);
    }
    if (b_.options.need_label) b_.data.label.push_back(beside.label);
    if (columns_.weight != CsvColumns::none) b_.data.weight.push_back(beside.weight);
    b_.data.lines.add(rows_++, record_.line());
    if (columns_.group != CsvColumns::none) b_.data.group.push_back(groups_.number(beside.group));
  }

  Building& b_;
  const CsvRecord& record_;
  CsvColumns columns_;
  std::vector<std::size_t> feature_of_;  // of each column
  CsvCells cells_;
  Buffer<double> values_;
  std::uint64_t rows_ = 0;
  Groups groups_;
};

Result<Dataset> read_delimited(Building& b, char delimiter) {
  using State = CsvRecord::State;
  CsvRecord record(b.lines, delimiter,
                   b.options.max_bytes == 0 ? static_cast<std::size_t>(-1) : b.options.max_bytes / bytes_a_field);
  auto columns = read_csv_header(record, b, delimiter);
  if (!columns) return columns.error();
  auto cells = CsvCells::create(columns.value(), b.options);
  if (!cells) return cells.error();
  CsvRows rows(b, record, std::move(columns).value(), std::move(cells).value());
  for (State state = b.options.header ? record.next() : State::record; state != State::end; state = record.next()) {
    if (state == State::bad) {
      b.bad.add(record.error_line(), record.error_field(), record.error());
      if (record.fatal()) break;
    } else {
      rows.add();
    }
    if (const auto more = b.check(rows.bytes()); !more) return more.error();
  }
  return rows.finish(delimiter);
}

}  // namespace

Result<Dataset> read_csv(Building& b) {
  return read_delimited(b, b.options.delimiter == 0 ? ',' : b.options.delimiter);
}

Result<Dataset> read_tsv(Building& b) {
  return read_delimited(b, b.options.delimiter == 0 ? '\t' : b.options.delimiter);
}

}  // namespace halfspace
