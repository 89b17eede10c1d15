#include "separate/shards/shard_text.hpp"

#include <algorithm>
#include <type_traits>
#include <variant>

#include "base/number.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "base/text_style.hpp"
#include "format/csv_cells.hpp"

namespace halfspace {
namespace {

constexpr std::size_t piece = std::size_t{1} << 18U;

void append(const DenseMatrix<double>::Value v, std::string& to) { to += decimal_text(v); }

template <class T>
void append_cells(DenseRow<T> row, const std::string& label, std::string& to) {
  for (std::size_t j = 0; j < row.size; ++j) {
    append(static_cast<double>(row.value[j]), to);
    to += ',';
  }
  to += csv_cell(label) + "\n";
}
template <class T>
void append_cells(SparseRow<T> row, const std::string& label, std::string& to) {
  to += label;
  for (std::size_t k = 0; k < row.size; ++k) {
    to += " " + std::to_string(row.column[k] + std::uint64_t{1}) + ":";
    append(static_cast<double>(row.value[k]), to);
  }
  to += "\n";
}

}  // namespace

std::string label_column(const std::vector<std::string>& columns) {
  std::string name = columns.empty() ? "" : "label";
  while (std::find(columns.begin(), columns.end(), name) != columns.end()) name += "_";
  return name;
}

std::string header_text(const std::vector<std::string>& columns) {
  std::string out;
  for (const std::string& name : columns) out += csv_cell(name) + ",";
  return columns.empty() ? "" : out + label_column(columns) + "\n";
}

Result<void> check_labels(const ShardRows& rows, bool several_lines) {
  const bool sparse = rows.x.index() >= 2;
  for (const std::string& label : rows.labels) {
    Number ignored;
    const bool number = !label.empty() && parse_number(label.data(), label.data() + label.size(), ignored);
    if (sparse && !number)
      return Error{
          Code::bad_data, "the certificate",
          "label " + in_quotes(label) +
              " is no number, which LIBSVM text needs, and sparse rows are such a text; give numbers as labels"};
    const bool of_several = label.find_first_of("\n\r") != std::string::npos;
    const bool missing = is_missing(trimmed(label));
    if (missing || (of_several && !several_lines))
      return Error{Code::bad_data, "the certificate",
                   "label " + in_quotes(label) + " reads as " + (missing ? "a missing cell" : "two lines") +
                       " in a text; give it another name"};
  }
  return {};
}

void append_row_text(const ShardRows& rows, std::size_t i, std::string& to) {
  std::visit([&](const auto& x) { append_cells(x.row(i), rows.labels[rows.label[i]], to); }, rows.x);
}

void answer_text(const Shard& shard, const SignQuestion& q, SignAnswer& out) {
  const ShardRows& rows = shard.data();
  if (const auto fine = check_labels(rows, false); !fine) {
    out.failure = {shard.number(), fine.error().message};
    return;
  }
  Sha256 hash;
  std::string text;
  if (q.hash.empty())
    text = header_text(q.columns);
  else if (!hash.go_on(q.hash))
    out.failure = {shard.number(), "the question has no state of SHA-256"};
  for (std::size_t i = 0; i < rows.label.size(); ++i) {
    append_row_text(rows, i, text);
    if (text.size() < piece) continue;
    hash.add(text);
    text.clear();
  }
  hash.add(text);
  out.hash = hash.state();
}

}  // namespace halfspace
