// What `inspect` finds in a table: a line a column, the likely label, and the call that trains on it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "data/column_profile.hpp"
#include "data/dataset.hpp"

namespace halfspace {

struct TableFacts {
  std::vector<ColumnProfile> columns;
  std::vector<bool> used;  // columns that the suggestion takes
  std::optional<LikelyLabel> label;
  std::vector<std::size_t> suspects;  // columns that alone decide the label
  std::uint64_t duplicates = 0;       // rows that repeat an earlier one
  std::string suggestion;             // a command; "" where nothing can be learned
};

/// Of a table read for a listing; of other rows the suggestion alone. `call` is what the suggested command says of the
/// text: its path and the flags that it was read with, as words of a shell; `chosen`: not all of its columns were read.
TableFacts table_facts(const Dataset& data, const std::string& call, bool chosen);

/// Have the rows columns with names, one number or text each?
bool is_table(const Dataset& data);

/// What `inspect --json` adds to data_json(), the columns apart.
void add_table(Json& out, const Dataset& data, const TableFacts& facts);
Json table_column_json(const Dataset& d, std::size_t j, const ColumnProfile& p);

/// The lines behind those of data_text().
std::string table_text(const Dataset& data, const TableFacts& facts);

}  // namespace halfspace
