// Text for people: values cut and escaped for messages, numbers in their shortest exact form, nearest names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace {

/// The text with control bytes and marks of direction escaped (\n, \t, \xNN, \u202e), cut after `max` characters (a cut
/// shows as "...").
std::string shown(std::string_view text, std::size_t max = 40);

/// Text as it may reach a terminal: lines and tabs stay, other control characters and marks of direction are escaped as
/// in JSON (\u001b), bytes that are not UTF-8 as \xNN. With `colours`, sequences that set a colour stay.
std::string for_terminal(std::string_view text, bool colours = false);

/// shown() in single quotes.
std::string in_quotes(std::string_view text, std::size_t max = 40);

/// "column 'age'" of column j from 0, "column 3" where it has no name.
std::string column_place(std::span<const std::string> names, std::size_t j);

/// The shortest decimal that reads back as exactly this double; -0 is written 0.
std::string number_text(double value);

/// The decimal that a number in memory stands for: the shortest that reads back as it, or, beyond 2^53 where that has more than
/// 15 digits, the whole number that it is.
std::string decimal_text(double value);

/// At most so many significant digits, for reading; number_text() is exact.
std::string short_number(double value, int digits = 6);

/// As short_number(), but never below a value > 0.
std::string short_bound(double value, int digits = 6);

/// 1234567 -> "1,234,567".
std::string grouped(std::uint64_t value);

/// "21 MiB, more than the limit of 20 MiB": what is needed is rounded up, the limit down.
std::string beyond_limit(std::uint64_t bytes, std::uint64_t limit);

/// "1 row", "2 rows".
std::string counted(std::uint64_t count, std::string_view noun);

/// Items joined by `separator`; after `most` items "and K more".
std::string joined(std::span<const std::string> items, std::string_view separator = ", ", std::size_t most = 20);

/// "a, b or c".
std::string alternatives(std::span<const std::string> items);

/// Parts of `text` between separators; "" has none.
std::vector<std::string> split(std::string_view text, char separator);

/// A field of a CSV record: in quotes where it needs them.
std::string csv_field(const std::string& text);

/// The same, with blanks at its ends and the empty text in quotes: it reads back as itself.
std::string csv_cell(const std::string& text);

/// The candidate at the least edit distance from `word`, or "" when none is near (distance over a third of the word, at
/// least 2).
std::string nearest(std::string_view word, std::span<const std::string> candidates);

/// Is this valid UTF-8 (no overlong forms, no surrogates)?
bool is_utf8(std::string_view text);

}  // namespace halfspace
