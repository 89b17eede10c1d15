// The list of data formats. A format reads a whole text into a Dataset, and splits one record into its fields again.
#pragma once

#include <span>
#include <string_view>

#include "format/building.hpp"
#include "format/read.hpp"

namespace halfspace {

struct Format {
  std::string_view name;
  std::span<const std::string_view> extensions;
  Result<Dataset> (*read)(Building& building);
  Result<std::vector<RowText>> (*read_texts)(LineReader& lines, const Dataset& data,
                                             const std::vector<std::uint64_t>& rows);
};

std::span<const Format> formats();

Result<Dataset> read_csv(Building& building);
Result<Dataset> read_tsv(Building& building);
Result<Dataset> read_libsvm(Building& building);
Result<std::vector<RowText>> csv_row_texts(LineReader& lines, const Dataset& data,
                                           const std::vector<std::uint64_t>& rows);
Result<std::vector<RowText>> libsvm_row_texts(LineReader& lines, const Dataset& data,
                                              const std::vector<std::uint64_t>& rows);

/// The format of a text by the ending of its name (codec endings passed over), else by its first line with content.
/// `fallback` (a model's format) stands for the look at the line where it is not empty.
std::string_view guess_format(std::string_view path, std::string_view first_line, std::string_view fallback = "");

/// The format that the ending of a name says, codec endings passed over; "" where it says none.
std::string_view format_by_name(std::string_view path);

/// May it stand between the fields of a record?
constexpr bool can_delimit(char c) { return c > 0 && c != '"' && c != '\n' && c != '\r'; }

/// Does the line look like LIBSVM text: a number alone, or a number followed by INDEX:VALUE?
bool looks_like_libsvm(std::string_view line);

}  // namespace halfspace
