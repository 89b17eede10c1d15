// What a cache says of its rows besides the arrays: how the text was read, what came of it, and how the arrays are stored.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/dataset.hpp"
#include "format/read.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

/// The reading options that the rows of a text depend on (read.hpp), and the file that they were read from.
struct CacheKey {
  std::string format;  // "" where nobody named one
  std::string label;
  std::string weight;
  std::string groups;
  std::string missing;
  std::vector<std::string> columns;
  std::vector<std::string> classes;
  std::vector<std::string> categorical;
  std::vector<std::string> drop;
  std::string order_by;
  std::string style;  // TextStyle::words()
  bool header = true;
  char delimiter = 0;
  bool zero_based = false;
  bool serial_numbers = false;
  bool fills = true;
  bool by_line = false;   // the format was seen from the text alone, not from a name or an option
  std::string file_hash;  // XXH3-128 of the file as it stands, packed or not; 32 hex digits
  std::uint64_t file_bytes = 0;

  bool operator==(const CacheKey&) const = default;
};

/// How values are stored. An entry of columns takes a byte at least, so that memory is bounded by the file's size.
enum class ValueForm : std::uint8_t {
  ones,      // every value is 1: nothing
  codes8,    // a place in a table of at most 2^8 values
  codes16,   // ... 2^16 values
  decimals,  // 4 bytes: m 2^4 + e stands for m / 10^e
  floats,    // 4 bytes
  doubles    // 8 bytes
};

struct ArrayForms {
  bool dense = false;
  bool wide = false;          // values are doubles in memory, else floats
  std::uint64_t entries = 0;  // stored values
  std::uint8_t sizes = 1;     // bytes of a row's number of entries; sparse
  std::uint8_t gaps = 4;      // bytes of a gap between columns: 1, 2; 4: the column itself; sparse
  std::uint64_t far = 0;      // columns too far for a gap
  ValueForm values = ValueForm::doubles;
  std::uint32_t table = 0;  // values of the table
  std::uint8_t labels = 4;  // bytes of a label
  std::uint8_t groups = 0;  // bytes of a group; 0: no groups
  bool weights = false;     // a double each
};

struct CacheFacts {
  CacheKey key;
  ArrayForms forms;
  Dataset data;  // all but its matrix, labels, weights and groups; text_hash stands in the head of the file

  std::string bytes() const;

  /// False: these bytes are no facts, or facts that contradict each other or the length of the arrays.
  bool parse(std::string_view bytes, std::uint64_t length);

  /// How long the arrays are; nothing when no length fits.
  std::uint64_t array_bytes() const;
};

/// Can a reader have made these facts of some text? Their parts fit each other and the limits of the readers.
bool fit(const CacheFacts& facts);

}  // namespace halfspace
