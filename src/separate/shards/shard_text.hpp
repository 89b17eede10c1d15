// Rows of shards as the text that they stand for, as api/row_text.hpp has rows in memory: CSV with a header where columns have
// names, the label last; of sparse rows LIBSVM text, whose labels are numbers. Rows of weight 0 are none.
#pragma once

#include <string>
#include <vector>

#include "separate/shards/sign_answer.hpp"
#include "shard/shard.hpp"

namespace halfspace {

/// What the label's column is called among these.
std::string label_column(const std::vector<std::string>& columns);

/// "x,y,label\n"; "" where columns have no names.
std::string header_text(const std::vector<std::string>& columns);

/// Row i of a shard. Error (bad_data): a label that such a text cannot hold. `several_lines`: a row may take more than one.
Result<void> check_labels(const ShardRows& rows, bool several_lines);
void append_row_text(const ShardRows& rows, std::size_t i, std::string& to);

/// The state of SHA-256 after the rows of the shard, behind that of the question.
void answer_text(const Shard& shard, const SignQuestion& q, SignAnswer& out);

}  // namespace halfspace
