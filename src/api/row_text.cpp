#include "api/row_text.hpp"

#include <cmath>
#include <cstdint>
#include <map>

#include "api/arrays.hpp"
#include "api/row_checks.hpp"
#include "api/row_labels.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "base/text_style.hpp"
#include "format/csv_cells.hpp"
#include "report/selection_report.hpp"

namespace halfspace::api {
namespace {

/// Of each column the texts of its categories; null for numbers.
std::vector<const CategoryColumn*> categories_of(const DenseRows& rows) {
  std::vector<const CategoryColumn*> out(static_cast<std::size_t>(rows.cols), nullptr);
  for (const CategoryColumn& c : rows.categories) out[static_cast<std::size_t>(c.column)] = &c;
  return out;
}

bool has_line_end(const std::string& text) { return text.find_first_of("\n\r") != std::string::npos; }

/// Error (bad_data): a text that a reader would take as a missing cell, or as two lines.
Result<void> check_text(const std::string& text, const std::string& where) {
  if (!is_missing(trimmed(text)) && !has_line_end(text)) return {};
  return Error{Code::bad_data, where,
               in_quotes(text) + " reads as a missing cell or as two lines in a text; give it another name"};
}

Result<std::string> header_of(const DenseRows& rows) {
  std::string out;
  for (const std::string& name : rows.columns) {
    if (has_line_end(name) || name != trimmed(name))
      return Error{Code::usage, "columns",
                   in_quotes(name) + " has a line end, or blanks at its ends, which a header has not; rename it"};
    if (out.empty() && name.starts_with("\xEF\xBB\xBF"))
      return Error{
          Code::usage, "columns",
          in_quotes(name) + " begins with a byte order mark, which a text has before its first name; rename it"};
    if (name == "label")
      return Error{Code::usage, "columns", "one is called label, as the labels are in a certificate; rename it"};
    out += csv_cell(name) + ",";
  }
  return out + "label\n";
}

std::string cell_of(double v, const CategoryColumn* texts) {
  if (std::isnan(v)) return "";
  if (texts == nullptr) return decimal_text(v);
  return csv_cell(texts->texts[static_cast<std::size_t>(v)]);
}

bool is_number(const std::string& text) {
  Number v;
  return !text.empty() && parse_number(text.data(), text.data() + text.size(), v);
}

/// The cells of columns of categories are indices of their texts.
Result<void> check_indices(const DenseRows& rows) {
  return std::visit(
      [&](auto values) -> Result<void> {
        const Grid grid(values, rows);
        for (const CategoryColumn& c : rows.categories) {
          const auto j = static_cast<std::size_t>(c.column);
          for (std::size_t i = 0; i < grid.rows; ++i) {
            const auto v = static_cast<double>(grid.at(i, j));
            if (std::isnan(v) || (v >= 0 && v == std::floor(v) && v < static_cast<double>(c.texts.size()))) continue;
            return Error{Code::bad_data, place(i, j), number_text(v) + " is not the index of a text of its column"};
          }
        }
        return {};
      },
      rows.values);
}

bool left_out(std::span<const double> weights, std::size_t i) { return !weights.empty() && weights[i] == 0; }

}  // namespace

Result<RowsAsRead> as_read(const DenseRows& rows) {
  RowsAsRead out{rows};
  for (const CategoryColumn& c : rows.categories) {
    const std::string where = "categories of column " + std::to_string(c.column);
    auto& texts = out.texts.emplace_back();
    texts.reserve(c.texts.size());
    std::map<std::string, const std::string*> seen;
    for (const std::string& text : c.texts) {
      if (const auto fine = check_text(text, where); !fine) return fine.error();
      texts.emplace_back(trimmed(text));
      const auto [at, is_new] = seen.emplace(texts.back(), &text);
      if (!is_new)
        return Error{Code::bad_data, where,
                     in_quotes(*at->second) + " and " + in_quotes(text) +
                         " are one level in a text, where levels have no blanks at their ends; rename one"};
    }
  }
  out.categories.assign(rows.categories.begin(), rows.categories.end());
  for (std::size_t k = 0; k < out.texts.size(); ++k) out.categories[k].texts = out.texts[k];
  out.rows.categories = out.categories;
  return out;
}

namespace {

/// Of rows whose categories are as they are read.
Result<std::string> text_as_read(const DenseRows& rows, const RowLabels& labels) {
  std::string out;
  if (!rows.columns.empty()) {
    auto header = header_of(rows);
    if (!header) return header;
    out = std::move(header).value();
  }
  if (const auto fine = check_indices(rows); !fine) return fine.error();
  const auto categories = categories_of(rows);
  return std::visit(
      [&](auto values) -> Result<std::string> {
        const Grid grid(values, rows);
        for (std::size_t i = 0; i < grid.rows; ++i) {
          const auto label = label_text(labels, i);
          if (!label) return label.error();
          if (const auto fine = check_text(label.value(), "labels[" + std::to_string(i) + "]"); !fine)
            return fine.error();
          for (std::size_t j = 0; j < grid.cols && !left_out(rows.weights, i); ++j)
            out += cell_of(static_cast<double>(grid.at(i, j)), categories[j]) + ",";
          out += (left_out(rows.weights, i) ? "" : csv_cell(label.value())) + "\n";
        }
        return out;
      },
      rows.values);
}

}  // namespace

Result<std::string> text_of(const DenseRows& rows, const RowLabels& labels) {
  const auto read = as_read(rows);
  if (!read) return read.error();
  return text_as_read(read.value().rows, labels);
}

Result<std::string> text_of(const CsrRows& rows, const RowLabels& labels) {
  std::string out;
  return std::visit(
      [&](auto values) -> Result<std::string> {
        for (std::size_t i = 0; i < static_cast<std::size_t>(rows.rows); ++i) {
          const auto label = label_text(labels, i);
          if (!label) return label.error();
          if (!is_number(label.value()))
            return Error{Code::bad_data, "labels[" + std::to_string(i) + "]",
                         in_quotes(label.value()) +
                             " is no number, which LIBSVM text needs; give numbers as labels, or dense rows"};
          const bool skipped = left_out(rows.weights, i);
          if (!skipped) out += label.value();
          for (auto k = index_at(rows.start, i); k < index_at(rows.start, i + 1) && !skipped; ++k) {
            const auto at = static_cast<std::size_t>(k);
            out += " " + std::to_string(index_at(rows.column, at) + 1) + ":" + decimal_text(double{values[at]});
          }
          out += "\n";
        }
        return out;
      },
      rows.values);
}

}  // namespace halfspace::api
