// CSV records as rows: the features by CsvCells, the label, the weight and the group of each.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "data/beside_features.hpp"
#include "format/csv_block.hpp"
#include "format/csv_cells.hpp"
#include "format/csv_columns.hpp"
#include "format/csv_record.hpp"

namespace halfspace {

class CsvRows {
 public:
  CsvRows(Building& b, CsvColumns columns, CsvCells cells, char delimiter);

  /// The record as a row; a problem in it is a bad line. `saw_nul`: some cell may hold a NUL byte.
  void add(const CsvRecord& record, bool saw_nul);

  /// The records of a plain block.
  void add(const CsvBlock& block, std::uint64_t lines_before);

  /// What a block has to know, up to the next renew_layout().
  const CsvLayout& layout() const { return layout_; }

  /// Did columns turn out to hold texts since the layout was made?
  bool outgrew_layout() const;

  /// Makes it anew where that is so.
  bool renew_layout();

  /// About so many rows come in all: their memory is taken at once, within the limit of memory.
  void expect(double rows);

  std::uint64_t rows() const { return rows_; }

  /// Memory of the rows so far, and with all that was kept of their texts.
  std::uint64_t row_bytes() const {
    return values_.size() * 8 + rows_ * 12 + (beside_ == nullptr ? 0 : beside_->bytes());
  }
  std::uint64_t bytes() const { return row_bytes() + b_.labels.bytes() + cells_.bytes() + groups_.bytes(); }

  /// The rows so far are taken (ReadOptions::take); those behind begin at `next`.
  Result<void> hand_over(TextPlace next);

  Result<Dataset> finish();

  /// Building::cut_off of the rows so far.
  Error cut_off(const Error& why);

 private:
  /// What the cells besides the features say.
  struct Beside {
    std::uint32_t label = 0;
    double weight = 1;
    std::string_view group;
    double order = 0;
    bool keep = true;      // its class is asked for
    bool missing = false;  // a cell is
    bool unseen = false;   // ... or a level is none of the model's
    LackedCell lacked;     // the first such cell
  };

  /// Where the record at hand stands.
  struct Place {
    std::uint64_t line = 0;
    const CsvRecord* record = nullptr;  // null: all its fields are in that line
    const CsvBlock* block = nullptr;    // ... of this block
    std::size_t row = 0;                // ... which is this one

    std::uint64_t line_of(std::size_t k) const { return record == nullptr ? line : record->line_of(k); }
    std::string_view cell(std::size_t k) const { return block == nullptr ? record->fields()[k] : block->cell(row, k); }
  };

  void bad(const Place& place, std::size_t field, const std::string& message);
  bool read(const Place& place, std::size_t k, std::string_view cell, Beside& beside);
  bool read_beside(const Place& place, std::size_t k, std::string_view cell, Beside& beside);
  bool read_label(const Place& place, std::size_t k, std::string_view cell, Beside& beside);
  bool read_order(const Place& place, std::size_t k, std::string_view cell, Beside& beside);
  bool read_weight(const Place& place, std::size_t k, std::string_view cell, Beside& beside);
  bool allow_missing(const Place& place, std::size_t k, std::string_view cell, Beside& beside);
  std::string_view plain_number(std::string_view cell, std::string& room) const;
  bool drops_unlabelled(const Place& place);
  bool is_kept(const Beside& beside);
  void store_cells(const Place& place, const Beside& beside);
  void store_numbers(const CsvBlock& block, std::size_t r);
  void store_beside(const Place& place, const Beside& beside);
  bool has_label() const { return b_.options.need_label && columns_.label != CsvColumns::none; }
  bool is_missing_cell(std::string_view trimmed_cell) const { return b_.options.style.is_missing(trimmed_cell); }
  void store_aside(const Place& place, const Beside& beside);
  void watch_columns();
  Matrix matrix();

  Building& b_;
  CsvColumns columns_;
  bool drops_label_ = false;             // rows without a label are left out, whatever their other cells are
  std::vector<std::size_t> feature_of_;  // of each column
  CsvCells cells_;
  CsvLayout layout_;
  std::vector<std::size_t> watched_;  // columns whose cells say more than a number does, ascending
  std::size_t text_columns_ = 0;      // ... of which so many are features
  ShortLabels short_labels_;
  std::array<std::uint32_t, ShortLabels::most> short_number_ = {};
  std::array<bool, ShortLabels::most> short_kept_ = {};
  Buffer<double> values_;
  std::uint64_t rows_ = 0;
  Groups groups_;
  BesideFeatures* beside_ = nullptr;
};

}  // namespace halfspace
