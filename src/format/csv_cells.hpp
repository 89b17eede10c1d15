// The feature cells of one CSV record as values: numbers, codes of texts, NaN for a missing cell that is kept.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/buffer.hpp"
#include "base/number.hpp"
#include "base/text_style.hpp"
#include "format/bad_lines.hpp"
#include "format/csv_columns.hpp"
#include "format/levels.hpp"
#include "format/listed_texts.hpp"
#include "format/styled_cells.hpp"

namespace halfspace {

std::string_view trimmed(std::string_view cell);

/// What to do about a text that people read as a number.
std::string number_like_advice(std::string_view cell, bool hashed, bool by_blocks);

class CsvCells {
 public:
  /// Error (usage): --categorical names no column.
  static Result<CsvCells> create(const CsvColumns& columns, const ReadOptions& options);

  /// What became of a cell: its value, the row to be dropped, or a message.
  struct Outcome {
    std::string problem;  // "" is none
    bool drop = false;    // or to be marked as lacking a value (ReadOptions::beside)
    bool unseen = false;  // ... because of its level
  };

  /// Reads the cell of feature f into row()[f]. `values` are the rows so far: a column that turns out to hold texts is
  /// recoded (--categorical auto). `line` and `field` say where the cell stands.
  Outcome read(std::size_t f, std::string_view cell, Buffer<double>& values, std::uint64_t line);

  const std::vector<Number>& row() const { return row_; }
  bool is_text(std::size_t f) const { return !texts_.empty() && text_[f]; }
  std::size_t text_columns() const { return text_columns_; }
  StyledCells& styled() { return styled_; }
  const StyledCells& styled() const { return styled_; }
  std::uint64_t bytes() const { return bytes_; }

  /// The record that begins in this line is bad by one of its cells.
  void take_back(std::uint64_t line) {
    for (ListedTexts& texts : listed_) texts.take_back(line);
  }

  /// Adds the lines of texts among numbers that a listing did not know for such when it read them.
  void add_mixed(BadLines& bad) const;

  /// The texts of every column; empty when all are numbers. Error: a missing cell that no policy covers.
  Result<std::vector<std::vector<std::string>>> finish(const std::string& name) const;

  /// The texts so far; of columns that are no model's they begin anew.
  std::vector<std::vector<std::string>> take_levels();

 private:
  struct Place {
    std::uint64_t line = 0;
    std::string cell;
  };
  CsvCells(const CsvColumns& columns, const ReadOptions& options);

  Outcome add_level(std::size_t f, std::string_view text, std::string_view cell);
  Outcome add_text(std::size_t f, std::string_view cell, std::uint64_t line);
  Outcome add_missing(std::size_t f, std::string_view cell, std::uint64_t line);
  bool read_number(std::size_t f, std::string_view cell, Outcome& outcome);
  std::string unknown_level(std::size_t f, std::string_view text, std::string_view cell) const;
  std::string advice_for(std::string_view cell) const;
  std::string text_among_numbers(std::size_t f, std::string_view cell) const;
  bool begins_texts(std::size_t f, const Buffer<double>& values) const;
  void set_text(std::size_t f);
  std::string place_of(const std::string& name, std::size_t f, std::uint64_t line) const;
  std::string become_text(std::size_t f, Buffer<double>& values);
  std::string categorical_flag(std::size_t f) const;
  std::string uncovered(std::size_t f, std::string_view cell, bool text) const;

  std::vector<std::string> names_;   // of the features
  std::vector<std::size_t> column_;  // of the features in the record
  bool auto_ = false;
  bool drops_dates_ = false;  // --drop auto
  bool lists_ = false;        // columns of texts alone are taken as they are
  bool drops_ = false;
  bool means_ = false;
  bool keeps_ = false;  // missing texts are a level
  bool other_ = false;
  bool unseen_rows_ = false;
  bool square_ = false;  // the columns are those of a kernel matrix
  bool for_model_ = false;
  bool fills_ = true;
  bool hashed_ = false;     // the columns lose their names
  bool by_blocks_ = false;  // nobody sees a whole column
  bool lacks_ = false;      // a row may lack a value
  StyledCells styled_;
  std::uint64_t unknown_levels_ = 0;  // so far
  std::vector<Number> row_;
  std::vector<bool> text_;
  std::size_t text_columns_ = 0;
  std::vector<Levels> texts_;  // empty until a column holds texts
  std::vector<Place> first_missing_;
  std::vector<Place> first_number_like_;  // of the texts that --categorical auto found
  std::vector<ListedTexts> listed_;       // of the columns that a listing took for texts
  std::vector<bool> other_texts_;         // ... texts that are not number-like are among them
  std::uint64_t bytes_ = 0;
};

}  // namespace halfspace
