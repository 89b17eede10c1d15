// Rows in memory as the text they stand for, which certificates speak of.
#pragma once

#include <string>
#include <vector>

#include "halfspace/data.hpp"
#include "halfspace/result.hpp"

namespace halfspace::api {

/// Rows whose categories are as a text of them gives them back: without blanks at their ends.
struct RowsAsRead {
  DenseRows rows;
  std::vector<std::vector<std::string>> texts = {};  // of the columns of `categories`
  std::vector<CategoryColumn> categories = {};
};

/// `rows` must outlive it. Errors (bad_data): two texts of a column that differ in such blanks alone.
Result<RowsAsRead> as_read(const DenseRows& rows);

/// CSV: a header where columns have names, the label last; missing cells are empty, rows of weight 0 are blank lines.
/// Rows that the data of training_rows() has have the lines i + 1, or i + 2 below a header. Errors: a label or a name
/// that a text cannot hold, and those of as_read() (bad_data).
Result<std::string> text_of(const DenseRows& rows, const RowLabels& labels);

/// LIBSVM text, in which labels are numbers.
Result<std::string> text_of(const CsrRows& rows, const RowLabels& labels);

}  // namespace halfspace::api
