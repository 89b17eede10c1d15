// CSV and TSV (RFC 4180): a header, then records of as many fields. docs/formats/csv.md
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <unordered_map>

#include "format/csv_cells.hpp"
#include "format/csv_columns.hpp"
#include "format/csv_record.hpp"
#include "format/formats.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t bytes_a_group = 64;   // besides its text
constexpr std::uint64_t bytes_a_field = 160;  // of the header: its place, view, name and role

class CsvReader {
 public:
  CsvReader(Building& b, char delimiter)
      : b_(b),
        delimiter_(delimiter),
        record_(b.lines, delimiter,
                b.options.max_bytes == 0 ? static_cast<std::size_t>(-1) : b.options.max_bytes / bytes_a_field) {}

  Result<Dataset> read() {
    if (const auto begun = begin(); !begun) return begun.error();
    for (auto state = pending_ ? CsvRecord::State::record : record_.next(); state != CsvRecord::State::end;
         state = record_.next()) {
      if (state == CsvRecord::State::bad) {
        b_.bad.add(record_.error_line(), record_.error_field(), record_.error());
        if (record_.fatal()) break;
      } else {
        add();
      }
      if (const auto more =
              b_.check(values_.size() * 8 + rows_ * 12 + b_.labels.bytes() + cells_->bytes() + group_bytes_);
          !more)
        return more.error();
    }
    return finish();
  }

 private:
  std::string at(std::uint64_t line, std::uint64_t field) const {
    return b_.lines.name() + ":" + std::to_string(line) + ":" + std::to_string(field);
  }
  Error bad_at(std::uint64_t line, std::uint64_t field, const std::string& message) const {
    return {Code::bad_data, at(line, field), message};
  }

  /// Reads the header, or takes the first record as data when there is none, and chooses the columns.
  Result<void> begin() {
    const auto state = record_.next();
    if (state == CsvRecord::State::bad) return bad_at(record_.error_line(), record_.error_field(), record_.error());
    if (b_.lines.problem()) return *b_.lines.problem();
    if (state == CsvRecord::State::end)
      return Error{Code::bad_data, b_.lines.name(), "the file is empty; expected rows of data"};
    std::vector<std::string> names;
    pending_ = !b_.options.header;
    for (const std::string_view field : record_.fields())
      names.emplace_back(pending_ ? std::to_string(names.size() + 1) : std::string(field));
    if (!pending_) {
      if (const auto good = check_header(names); !good) return good.error();
    }
    width_ = names.size();
    if (pending_ && b_.options.for_model && b_.options.model_fields > 0) {
      if (const auto fine = check_model_width(names.size()); !fine) return fine.error();
    }
    auto columns = choose_columns(std::move(names), b_.options, at(record_.line(), 1));
    if (!columns) return columns.error();
    columns_ = std::move(columns).value();
    feature_of_.assign(width_, CsvColumns::none);
    for (std::size_t f = 0; f < columns_.feature.size(); ++f) feature_of_[columns_.feature[f]] = f;
    auto cells = CsvCells::create(columns_, b_.options);
    if (!cells) return cells.error();
    cells_.emplace(std::move(cells).value());
    return {};
  }

  /// Without a header columns go by number: a text that lacks only a last label column still fits its model.
  Result<void> check_model_width(std::size_t fields) const {
    const std::uint64_t learned = b_.options.model_fields;
    if (fields == learned) return {};
    const bool label_last = b_.options.label == std::to_string(learned);
    if (label_last && !b_.options.need_label && fields + 1 == learned) return {};
    return bad_at(record_.line(), 1,
                  counted(fields, "field") + ", but the model was learned from records of " + grouped(learned) +
                      (label_last && !b_.options.need_label ? " (the last is the label and may be left out)" : "") +
                      "; give the same columns in the same order");
  }

  Result<void> check_header(std::vector<std::string>& names) const {
    const std::uint64_t line = record_.line();
    std::unordered_map<std::string_view, std::size_t> seen;
    Number number;
    const auto numeric = [&](const std::string& s) { return parse_number(trimmed(s), number); };
    if (std::all_of(names.begin(), names.end(), numeric)) {
      return bad_at(line, 1,
                    "the first record is all numbers, where column names were expected; if the file has no header say "
                    "--no-header");
    }
    for (std::string& name : names) name = std::string(trimmed(name));
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (!is_utf8(names[k]) || names[k].find('\0') != std::string::npos) {
        return bad_at(line, k + 1,
                      "column name " + in_quotes(names[k]) + " is not UTF-8 text; convert the file to UTF-8");
      }
      const auto [first, fresh] = seen.emplace(names[k], k);
      if (!fresh) {
        return bad_at(line, k + 1,
                      "column name " + in_quotes(names[k]) + " is a duplicate (columns " +
                          std::to_string(first->second + 1) + " and " + std::to_string(k + 1) + "); rename one");
      }
    }
    if (names.size() == 1) {
      for (const char other : {';', '\t', ','}) {
        if (other == delimiter_ || names[0].find(other) == std::string::npos) continue;
        const std::string name = other == '\t' ? "tab" : std::string(1, other);
        return bad_at(line, 1,
                      "the header " + in_quotes(names[0]) + " has no " +
                          (delimiter_ == '\t' ? "tab" : in_quotes({&delimiter_, 1})) + " but has " +
                          (other == '\t' ? "tabs" : in_quotes(name)) + "; say --delimiter " +
                          (other == ';' ? "';'" : name));
      }
    }
    return {};
  }

  void bad(std::size_t field, const std::string& message) { b_.bad.add(record_.line_of(field), field + 1, message); }

  void add() {
    const auto& fields = record_.fields();
    if (fields.size() != width_) {
      return bad(std::min(fields.size(), width_),
                 counted(fields.size(), "field") + " where " + (b_.options.header ? "the header" : "the first record") +
                     " has " + std::to_string(width_) + "; give every record the same number");
    }
    bool keep = true;
    bool missing = false;
    double weight = 1;
    std::uint32_t label = 0;
    std::string_view group;
    for (std::size_t k = 0; k < width_; ++k) {
      const std::string_view cell = fields[k];
      if (b_.lines.saw_nul() && cell.find('\0') != std::string_view::npos)
        return bad(k, "NUL byte in " + in_quotes(cell) + "; expected text (is the file UTF-16 or binary?)");
      if (feature_of_[k] != CsvColumns::none) {
        const auto outcome = cells_->read(feature_of_[k], cell, values_, record_.line_of(k));
        if (!outcome.problem.empty()) return bad(k, outcome.problem);
        missing = missing || outcome.drop;
      } else if (k == columns_.label && b_.options.need_label) {
        if (!add_label(k, cell, label, keep, missing)) return;
      } else if (k == columns_.weight) {
        if (!read_weight(k, cell, weight, missing)) return;
      } else if (k == columns_.group) {
        group = trimmed(cell);
        if (is_missing(group) && !allow_missing(k, cell, missing)) return;
      }
    }
    if (!keep) {
      ++b_.data.other_class_rows;
    } else if (missing) {
      ++b_.data.missing_rows;
    } else if (weight == 0) {
      ++b_.data.absent_rows;
    } else {
      store(label, weight);
      if (columns_.group != CsvColumns::none) b_.data.group.push_back(group_of(group));
    }
  }

  /// Groups are told apart by their texts, blanks around them apart.
  std::uint32_t group_of(std::string_view text) {
    const auto [at, fresh] = groups_.try_emplace(std::string(text), static_cast<std::uint32_t>(groups_.size()));
    if (fresh) group_bytes_ += text.size() + bytes_a_group;
    return at->second;
  }

  void store(std::uint32_t label, double weight) {
    for (const Number& n : cells_->row()) {
      b_.saw(n);
      values_.push_back(n.value);
    }
    if (b_.options.need_label) b_.data.label.push_back(label);
    if (columns_.weight != CsvColumns::none) b_.data.weight.push_back(weight);
    b_.data.lines.add(rows_++, record_.line());
  }

  /// A missing cell: an error, or the row is dropped.
  bool allow_missing(std::size_t k, std::string_view cell, bool& missing) {
    if (b_.options.missing == "drop") return missing = true;
    bad(k,
        "missing value " + in_quotes(cell) + " in column " + in_quotes(columns_.names[k]) +
            (b_.options.serial_numbers ? "; fill it in, or leave out both the row and its column of the kernel matrix"
                                       : "; say --missing drop to leave such rows out"));
    return false;
  }

  bool add_label(std::size_t k, std::string_view cell, std::uint32_t& label, bool& keep, bool& missing) {
    if (is_missing(trimmed(cell))) return allow_missing(k, cell, missing);
    if (!is_utf8(cell)) {
      bad(k, "label " + in_quotes(cell) + " is not UTF-8 text; convert the file to UTF-8");
      return false;
    }
    label = b_.labels.add(cell, keep);
    return true;
  }

  bool read_weight(std::size_t k, std::string_view cell, double& weight, bool& missing) {
    cell = trimmed(cell);
    Number n;
    if (is_missing(cell)) return allow_missing(k, cell, missing);
    const bool number = parse_number(cell, n);
    if (!number || n.value < 0) {
      bad(k, "weight " + in_quotes(cell) + " is " + (number ? "negative" : number_problem(cell)) +
                 "; weights are numbers from 0");
      return false;
    }
    weight = n.value;
    return true;
  }

  Result<Dataset> finish() {
    DenseMatrix<double> m;
    m.rows = rows_;
    m.cols = columns_.feature.size();
    Dataset& d = b_.data;
    auto levels = cells_->finish(b_.lines.name());
    if (!levels && !b_.bad.any() && !b_.lines.problem()) return levels.error();
    if (levels) d.levels = std::move(levels).value();
    d.rows = rows_;
    d.cols = m.cols;
    d.nonzeros =
        static_cast<std::uint64_t>(std::count_if(values_.begin(), values_.end(), [](double v) { return v != 0; }));
    for (const std::size_t k : columns_.feature) d.columns.push_back(columns_.names[k]);
    d.form = {delimiter_ == '\t' ? "tsv" : "csv",
              delimiter_,
              b_.options.header,
              false,
              columns_.label == CsvColumns::none ? "" : columns_.names[columns_.label],
              columns_.weight == CsvColumns::none ? "" : columns_.names[columns_.weight],
              width_};
    if (!narrows(values_)) {
      values_.shrink();
      m.value = std::move(values_);
      return b_.finish(std::move(m));
    }
    DenseMatrix<float> narrow;
    narrow.value = std::move(values_).narrowed<float>();
    narrow.rows = m.rows;
    narrow.cols = m.cols;
    return b_.finish(std::move(narrow));
  }

  Building& b_;
  char delimiter_;
  CsvRecord record_;
  CsvColumns columns_;
  std::size_t width_ = 0;
  bool pending_ = false;
  std::vector<std::size_t> feature_of_;
  std::optional<CsvCells> cells_;
  Buffer<double> values_;
  std::uint64_t rows_ = 0;
  std::unordered_map<std::string, std::uint32_t> groups_;
  std::uint64_t group_bytes_ = 0;
};

}  // namespace

Result<Dataset> read_csv(Building& b) {
  return CsvReader(b, b.options.delimiter == 0 ? ',' : b.options.delimiter).read();
}

Result<Dataset> read_tsv(Building& b) {
  return CsvReader(b, b.options.delimiter == 0 ? '\t' : b.options.delimiter).read();
}

}  // namespace halfspace
