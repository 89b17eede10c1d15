// Cells of numbers and dates in the style of a table (base/text_style.hpp); which columns hold dates.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/number.hpp"
#include "format/read.hpp"

namespace halfspace {

class StyledCells {
 public:
  explicit StyledCells(const ReadOptions& options);

  /// Is anything to be read otherwise than plain?
  bool on() const { return on_; }

  /// Its flags.
  std::string words() const { return style_.words(); }
  bool is_missing(std::string_view trimmed_cell) const { return style_.is_missing(trimmed_cell); }

  struct Read {
    bool number = false;       // `to` has it
    std::string problem = {};  // else, where people would read a number or a date; "": a text
  };

  /// The (trimmed) cell of feature f, in a column of this name.
  Read read(std::size_t f, std::string_view cell, const std::string& name, Number& to);

  /// Was a number of this column written otherwise than plain?
  bool rewrote(std::size_t f) const { return f < columns_.size() && columns_[f].rewritten; }

  /// What the columns hold; empty where none holds dates.
  std::vector<DateColumn> dates() const;

 private:
  struct Column {
    bool numbers = false;
    bool rewritten = false;
    DateColumn dates = DateColumn::no;
    DateShape shape = DateShape::none;
    std::string first = {};  // of its dates
    std::optional<bool> percent = {};
    std::string_view currency = {};  // of its amounts
  };

  std::string take_signs(Column& column, std::string_view cell, std::string_view plain) const;
  std::string among_numbers() const;
  std::string add_date(Column& column, const WrittenDate& date, std::string_view cell, const std::string& name) const;

  TextStyle style_;
  bool on_ = false;
  bool model_ = false;        // columns are those of a model
  bool drops_dates_ = false;  // whatever they are; a listing shows them
  std::vector<Column> columns_;
  std::string room_;
};

}  // namespace halfspace
