// LIBSVM and CSV text by vectors, a block of whole lines at a time: first where its tokens are, then their numbers. Both
// know plain text only: what they leave to the reader of lines or records they say.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/buffer.hpp"

namespace halfspace {

/// Bytes before and behind a block that are read, whatever they hold.
inline constexpr std::size_t text_slack = 64;

/// Room for `size` values of a block, whose old ones are not kept; what a far larger block needed is let go.
template <class T>
void fit_scratch(Buffer<T>& values, std::size_t size) {
  constexpr std::size_t usual = std::size_t{256} << 10U;
  if (values.size() > 4 * std::max(size, usual)) values = Buffer<T>();
  if (values.size() >= size) return;
  values = Buffer<T>();  // growing would copy them, and so touch memory that no place was written to
  values.resize(size + size / 16);
}

/// Places in a block of lines LABEL INDEX:VALUE ..., from its first byte. A token ends at the blank behind it.
struct TokenPlaces {
  Buffer<std::uint32_t> colon;        // of each entry
  Buffer<std::uint32_t> end;          // of each entry
  Buffer<std::uint32_t> label_first;  // of each row
  Buffer<std::uint32_t> label_end;    // of each row
  Buffer<std::uint32_t> row_end;      // of each row: entries of the block up to its last
  std::size_t entries = 0;
  std::size_t rows = 0;

  /// For blocks of so many bytes.
  void make_room(std::size_t bytes);
};

/// Places in a block of CSV records, from its first byte.
struct CellPlaces {
  Buffer<std::uint32_t> end;  // of each cell: its delimiter or newline
  std::size_t cells = 0;
  std::size_t rows = 0;    // newlines
  std::size_t quotes = 0;  // characters

  /// For blocks of so many bytes.
  void make_room(std::size_t bytes);
};

/// What the numbers of a block are.
struct EntryFacts {
  std::uint32_t largest_column = 0;
  int decimals = 0;          // digits after the point, the most of an entry
  bool floats = true;        // every value equals its float
  std::size_t nonzeros = 0;  // values other than 0
  std::size_t odd = 0;       // entries that are no short decimals: nothing above counts them
};

struct TextOps {
  /// Fills `places` for text that ends with a newline, under 4 GiB. False: some line is blank, has a comment, or has not
  /// as many colons as tokens behind its label.
  bool (*find)(const char* text, std::size_t size, TokenPlaces& places);

  /// column[k] (its index - first_index, modulo 2^32) and value[k] of each entry INDEX:VALUE: an index of 1 to 7 digits
  /// behind a blank, a decimal of at most 15 digits and 16 characters. The numbers k of other entries go to `odd` (room
  /// for all). `column` and `value` have room for 8 entries more.
  EntryFacts (*numbers)(const char* text, TokenPlaces& places, std::uint32_t first_index, std::uint32_t* column,
                        double* value, std::uint32_t* odd);

  /// Fills `places` for text that ends with a newline, under 4 GiB. Delimiters inside of quotes end no cell. False: there
  /// is a NUL byte, or a newline inside of quotes.
  bool (*cells)(const char* text, std::size_t size, char delimiter, CellPlaces& places);

  /// As numbers(), of the decimals at [first[k], end[k]); both have room for 8 places more, which are written.
  EntryFacts (*decimals)(const char* text, std::uint32_t* first, std::uint32_t* end, std::size_t n, double* value,
                         std::uint32_t* odd);

  /// How many k in [1, n) have column[k] <= column[k - 1].
  std::size_t (*descents)(const std::uint32_t* column, std::size_t n);
};

/// The fastest this machine can run; null where it has no such vectors.
const TextOps* text_ops();

/// All that it can run, for tests: they find the same.
std::vector<const TextOps*> supported_text_ops();

}  // namespace halfspace
