// Dataset: what a reader makes of a text. Rows, labels with their classes, column names, and where every row came from.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/text_style.hpp"
#include "data/rows.hpp"

namespace halfspace {

/// One class: its label as first written, its number where all labels are numbers, and how many rows carry it.
struct ClassLabel {
  std::string text;
  double number = 0;
  std::uint64_t rows = 0;
};

/// Physical line of each row, kept as the rows where (line - row) changes: a file without blank lines costs one entry.
class LineIndex {
 public:
  void add(std::uint64_t row, std::uint64_t line);
  std::uint64_t line(std::uint64_t row) const;

  struct Step {
    std::uint64_t row;
    std::uint64_t line;
  };
  const std::vector<Step>& steps() const { return steps_; }

 private:
  std::vector<Step> steps_;
};

/// A column that was left out, and why.
struct DroppedColumn {
  std::string name;
  std::string reason;
};

/// Does a column hold dates, as days since 1970-01-01 (base/written_date.hpp), without or with a time of day?
enum class DateColumn : std::uint8_t { no, day, time };
template <>
struct Names<DateColumn> {
  static constexpr std::array<std::string_view, 3> list = {"no", "day", "time"};
};

/// How the text was understood: enough to read a second text the same way.
struct TextForm {
  std::string format;        // "csv", "tsv" or "libsvm"
  char delimiter = ',';      // csv, tsv
  bool header = true;        // csv, tsv
  bool zero_based = false;   // libsvm
  std::string label;         // name of the label column; without a header its number from 1; "" for libsvm
  std::string weight;        // name of the weight column, "" for none
  std::uint64_t fields = 0;  // csv, tsv: fields of a record

  std::uint64_t hash_bits = 0;                   // columns are hashed (format/hashed_columns.hpp); 0: they are not
  std::vector<std::string> hashed_columns = {};  // csv, tsv, or chosen ones: their names, ...
  std::vector<std::string> hashed_texts = {};    // ... and of those the columns of texts
  bool rounded = false;                          // values are the nearest floats (format/rounded_values.hpp)

  TextStyle style = {};                     // csv, tsv: how cells are written; encoding and lines to skip of any text
  std::vector<DateColumn> dates = {};       // csv, tsv: one entry a feature column, or none at all
  std::vector<DroppedColumn> dropped = {};  // csv, tsv: by --drop and --dates drop
};

/// Rows with labels. `label[i]` is an index into `classes`, which are sorted: numbers by value, text by bytes.
/// `weight` is empty when every row weighs 1. Rows of weight 0 were left out and counted in `absent_rows`.
struct Dataset {
  Matrix x;
  std::uint64_t rows = 0;
  std::uint64_t cols = 0;
  std::uint64_t nonzeros = 0;
  std::vector<std::uint32_t> label;
  std::vector<ClassLabel> classes;
  bool numeric_labels = false;
  bool named_classes = false;  // by the caller: there may be some that no row has
  std::vector<double> weight;
  std::vector<std::uint32_t> group;  // of each row, numbered as they come; empty where no groups were asked for
  std::vector<double> order;         // of each row by ReadOptions::order_by; empty where it was not asked for
  std::vector<std::string> columns;  // one a feature; empty for libsvm text, whose columns are their numbers from 1
  LineIndex lines;

  // A column of texts holds their codes: its texts by code here, in order of appearance, and -1 is none of them. Empty
  // for a column of numbers; no entry at all when every column is one. Missing cells that were kept are NaN.
  std::vector<std::vector<std::string>> levels;

  int decimals = 0;  // digits after the point, the most over all used values
  bool short_decimals =
      true;               // every value has at most 15 significant digits: the double stands for that decimal alone
  bool computed = false;  // values were made of those of the text: the doubles are meant, not digits that stand there

  TextForm form;
  std::string text_hash;               // XXH3-128 of the unpacked text, 32 hex digits
  std::uint64_t text_bytes = 0;        // 0: the rows were given in memory, and their lines are their places from 1
  std::string text_sha256;             // where it was asked for
  std::uint64_t other_class_rows = 0;  // left out by a choice of classes
  std::uint64_t missing_rows = 0;      // left out because a cell was missing
  std::uint64_t absent_rows = 0;       // left out because their weight is 0
  std::uint64_t unseen_rows = 0;       // left out because a level is none of the model's (ReadOptions::unseen_rows)
  std::uint64_t unseen_entries = 0;    // entries in columns beyond those asked for (libsvm)
  std::vector<double> unseen_squares;  // of each row: their squares summed; empty unless asked for

  std::string column_name(std::uint64_t j) const { return columns.empty() ? std::to_string(j + 1) : columns[j]; }
};

/// Sets columns and form of a table of `cols` columns in memory, as those of the CSV text it would be: without names a headerless
/// one, its label last; else the label is called "label" (no name where a column is).
void set_table_form(Dataset& data, std::span<const std::string> names);

/// Do the labels measure something, that is: more than twenty numbers that are not all whole or, in a table, of which most
/// stand once?
bool is_quantity(const Dataset& data);

/// The rows with the given indices, ascending; classes, columns and provenance stay.
Dataset take_rows(const Dataset& data, const std::vector<std::uint64_t>& rows);

/// The columns with the given indices, ascending; rows and all else stay.
Dataset take_columns(Dataset data, const std::vector<std::uint64_t>& columns);

/// Rows split by class with the seed: the test part of each class has round(fraction * rows of the class) rows.
struct Split {
  std::vector<std::uint64_t> train;
  std::vector<std::uint64_t> test;
};
Split stratified_split(const Dataset& data, double fraction, std::uint64_t seed);

}  // namespace halfspace
