// Reading data: one entry, a list of formats behind it (formats.cpp). Strict: docs/formats/ says what each
// text may hold.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "codec/source.hpp"
#include "data/dataset.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

class Labels;
struct BesideFeatures;

/// Some rows of a text, one block after another: `label[i]` is the number of its text among `labels`, those of this
/// reading. Decimals and columns are those seen so far.
struct RowBlock {
  Dataset& rows;
  const Labels& labels;
  std::uint64_t first_byte = 0;   // of the unpacked text: where the block begins, ...
  std::uint64_t first_line = 0;   // ... how many lines stand before it, ...
  std::uint64_t end_byte = 0;     // ... where it ends, ...
  std::string hash = {};          // ... and its hash, where ReadOptions::hash_parts asks for it
  std::uint64_t label_field = 1;  // the label's place in a line, from 1
};

/// What to take from a text. Empty strings and lists mean "not said".
struct ReadOptions {
  std::string format;                // csv, tsv or libsvm; "" looks at the name and the first line
  std::string label;                 // column name, or number from 1
  std::vector<std::string> columns;  // names or numbers; features come in this order
  std::vector<std::string> classes;  // keep rows with these labels
  std::string weight;                // column name or number
  bool weight_needed = true;         // false: rows without that column weigh 1
  std::string groups;                // column name or number
  std::string order_by;              // column name or number: of numbers or dates
  std::vector<std::string> drop;     // columns that are no features, by name or number; "auto" alone: identifiers, free
                                     // text, dates and columns of one value
  TextStyle style;                   // how cells are written (csv, tsv), encoding, lines to skip
  bool header = true;
  char delimiter = 0;  // 0: comma, or tab for tsv
  bool zero_based = false;
  bool serial_numbers = false;           // libsvm: 0:SERIAL may stand first in a row (rows of a kernel matrix)
  std::vector<std::string> categorical;  // columns of texts; "auto" alone: every column with a cell that is no number
  std::string missing;                   // "" (an error), "drop", or a list of "mean" (numbers), "category" (texts) and
                                         // "drop-label" (rows without a label are left out)
  std::uint64_t hash_bits = 0;           // columns are hashed to 2^bits (hashed_columns.hpp); 0: they are not
  bool hashed_later = false;             // the rows read are: so messages say
  bool whole_columns = true;             // false: rows are let go, and no column is ever seen whole: so messages say
  bool rounded = false;                  // values become the nearest floats (rounded_values.hpp)
  bool fills = true;                     // may the reader of the rows take a column's mean for a missing cell?
  std::uint64_t max_bytes = 0;           // bound on the memory of the rows; 0 is none
  unsigned threads = 1;                  // at most so many; what is read does not depend on them
  bool blocks = true;                    // ... nor on whether lines are read by blocks where that can be

  // To list what a table holds: no label is needed, rows without theirs count as missing, missing cells are kept, and a
  // column whose cells are all texts is one of texts.
  bool listing = false;
  bool every_row = false;  // ... and rows without a label stay, with the label ""; columns are left out as asked

  // Reading for a model: its columns must be there, others are passed over; a label is read where it is needed.
  bool for_model = false;
  std::string model_format;  // the format where the name of the text does not say
  bool need_label = true;
  std::uint64_t model_cols = 0;                  // libsvm: entries beyond are counted and left out
  bool unseen_squares = false;                   // libsvm: ... and their squares summed for each row
  std::vector<std::vector<std::string>> levels;  // csv: the model's, one list a column, empty for numbers
  bool other_levels = false;                     // a level the model does not know is none of its levels
  bool unseen_rows = false;                      // ... or its row is left out (or lacks a value: beside)
  std::vector<DateColumn> date_columns;          // csv: the model's, one a column; empty: none holds dates
  std::uint64_t model_fields = 0;                // csv without header: fields of a training record
  BesideFeatures* beside = nullptr;              // csv: filled; a row then may lack a value the model needs (its
                                                 // features are 0), unless `missing` is "drop"

  bool sha256 = false;      // of the text, for a certificate
  bool data_cache = false;  // a file's rows are kept beside it: FILE.hsd (cache.hpp)

  /// Takes the rows about every `block_bytes` of them; they are let go then, and the Dataset read has none, nor classes.
  /// None is taken after a bad line. An Error ends the reading.
  std::function<Result<void>(RowBlock& block)> take = {};
  std::uint64_t block_bytes = std::uint64_t{1} << 18U;
  bool as_they_come = false;  // ... also before a wait for more of the text, and the rows before a bad line
  bool hash_parts = false;    // of the text, for each block; needs `blocks` to be false
  bool ends_on_bad = false;   // bad lines are reported soon, not at the end of the text

  bool rows_needed = true;  // csv: false: a header without rows is a text of none

  // The text is a part of a larger one: so many lines stand before it, and some of `classes` may stand elsewhere.
  std::optional<std::uint64_t> lines_before = {};

  std::function<void(const std::string&)> warn;       // called with what is no error
  std::function<void(std::uint64_t bytes)> progress;  // called about once a MiB
  StopToken stop = {};                                // asked after that
};

/// Reads a whole data set. `path` "-" is standard input. Errors: io for the file, bad_data for the text (at most ten
/// bad lines shown, all counted), usage for options that do not fit the text, interrupted when it was stopped.
Result<Dataset> read_dataset(const std::string& path, const ReadOptions& options);

/// As read_dataset, from a Source of unpacked bytes called `name`.
Result<Dataset> read_dataset(std::unique_ptr<Source> source, const std::string& name, const ReadOptions& options);

/// The Error of a text that is read again and is not what it was.
Error changed_text(const std::string& name);

/// The fields of one row as they stand in the text: (column, decimal text) of each used entry, the label apart.
struct RowText {
  std::uint64_t row = 0;
  std::uint64_t line = 0;
  std::string label;
  std::vector<std::pair<std::uint64_t, std::string>> entries;
  std::map<std::uint64_t, std::uint64_t> field;  // of each column: its number in the record, from 1, the label included
};

/// A text that can be read once more: a file by its name, or bytes that were kept.
struct TextAgain {
  TextAgain() = default;
  TextAgain(std::string path);  // NOLINT(google-explicit-constructor): a path is such a text
  TextAgain(std::string shown_as, std::function<Result<std::unique_ptr<Source>>()> opener)
      : name(std::move(shown_as)), open(std::move(opener)) {}

  std::string name;
  std::function<Result<std::unique_ptr<Source>>()> open;  // standard input: an Error; none: doubles are the digits
};

/// The same text; reading it asks `stop` and throws Stopped.
TextAgain ended_by(TextAgain text, const StopToken& stop);

/// Reads chosen rows of a data set again, as text, for exact arithmetic. `rows` ascending. The text must be the one
/// `data` came from (its hash is compared). Standard input cannot be read twice: an Error.
Result<std::vector<RowText>> read_row_texts(const TextAgain& text, const Dataset& data,
                                            const std::vector<std::uint64_t>& rows);

}  // namespace halfspace
