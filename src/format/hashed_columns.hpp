// Feature hashing (Weinberger, Dasgupta, Langford, Smola and Attenberg 2009), with the columns and signs of scikit-learn's
// FeatureHasher.
//
//   h = MurmurHash3_x86_32(name, seed 0) as a signed number      feature (name, v)  ->  column |h| mod 2^bits, value sgn(h) v
//
// and what falls into one column is added, in the order of the row. A name is that of a CSV column, NAME=LEVEL with
// value 1 for columns of texts, and the number of the column, from 1, for LIBSVM text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "data/dataset.hpp"
#include "format/read.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

inline constexpr std::uint64_t most_hash_bits = 30;

struct HashedPlace {
  std::uint32_t column = 0;
  bool negative = false;
};

HashedPlace hashed_place(std::string_view name, std::uint64_t bits);

/// The rows of `data` with hashed columns, which have no names. Error (bad_data): values that fall into one column add up
/// beyond the largest double; `name` is that of the text.
Result<void> hash_columns(Dataset& data, std::uint64_t bits, unsigned threads, const std::string& name);

/// Columns are hashed and values rounded, as the options ask.
Result<void> change_columns(Dataset& data, const ReadOptions& options, const std::string& name);

/// The same options for a reader, which does neither; rows that are taken are changed on their way.
ReadOptions as_written(const ReadOptions& options, const std::string& name);

}  // namespace halfspace
