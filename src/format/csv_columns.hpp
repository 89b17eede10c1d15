// Which column of a CSV is what: label, weight, group, feature number k, or passed over.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "format/read.hpp"

namespace halfspace {

struct Building;
class CsvRecord;

struct CsvColumns {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::vector<std::string> names;    // every column of the text; without a header "1", "2", ...
  std::vector<std::size_t> feature;  // columns of the features, in feature order
  std::size_t label = none;
  std::size_t weight = none;
  std::size_t group = none;
  std::size_t order = none;
  std::vector<DroppedColumn> dropped = {};  // by name
};

/// The columns of a text with this header, as the options ask. `where` names the file and its header line.
/// Errors: usage for a choice that names no column, bad_data for a header that allows no choice.
Result<CsvColumns> choose_columns(std::vector<std::string> names, const ReadOptions& options, const std::string& where);

/// The columns that BesideFeatures::keep asks for. Errors (usage): --keep names no column, or one twice.
Result<void> choose_kept(const std::vector<std::string>& names, BesideFeatures& beside, const std::string& where);

/// Reads the first record (csv_header.cpp) and chooses the columns. Without a header it is the first of the data, and
/// `record` still holds it. Errors: those of choose_columns, bad_data for an empty text or names that are none.
Result<CsvColumns> read_csv_header(CsvRecord& record, const Building& b, char delimiter);

}  // namespace halfspace
