#include "report/data_report.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.hpp"
#include "report/lines.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t columns_listed = 30;

struct StoredRange {
  double least = 0;
  double most = 0;
  std::uint64_t nonzeros = 0;
};

std::string range_text(const StoredRange& r) {
  return number_text(r.least) + " to " + number_text(r.most) + ", " + grouped(r.nonzeros) + " nonzero";
}

/// Cells that are missing stand as NaN in the rows, which no count of numbers other than 0 is to hold.
std::uint64_t nonzero_values(const Dataset& data) {
  const auto missing = std::visit(
      [](const auto& m) { return std::count_if(m.value.begin(), m.value.end(), [](auto v) { return std::isnan(v); }); },
      data.x);
  return data.nonzeros - static_cast<std::uint64_t>(missing);
}

/// Of the first `most` columns.
std::vector<StoredRange> first_ranges(const Dataset& data, std::uint64_t most) {
  const std::uint64_t cols = std::min(data.cols, most);
  std::vector<StoredRange> ranges(cols);
  std::vector<std::uint64_t> seen(cols);
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          for_each_entry(x.row(i), [&](std::size_t j, double v) {
            if (j >= cols) return;
            StoredRange& r = ranges[j];
            r.least = seen[j] == 0 ? v : std::min(r.least, v);
            r.most = seen[j] == 0 ? v : std::max(r.most, v);
            r.nonzeros += v != 0 ? 1 : 0;
            ++seen[j];
          });
        }
      },
      data.x);
  for (std::size_t j = 0; j < cols; ++j) {
    if (seen[j] == data.rows) continue;  // entries left out of sparse rows are 0
    ranges[j].least = std::min(ranges[j].least, 0.0);
    ranges[j].most = std::max(ranges[j].most, 0.0);
  }
  return ranges;
}

}  // namespace

Json data_json(const Dataset& d) {
  Json out{{"kind", "data"}, {"format", d.form.format}, {"rows", d.rows}, {"cols", d.cols}, {"nnz", nonzero_values(d)}};
  out["labels"] = Json::array();
  out["label_rows"] = Json::array();
  for (const ClassLabel& c : d.classes) {
    out["labels"].push_back(c.text);
    out["label_rows"].push_back(c.rows);
  }
  out["label"] = d.form.label.empty() ? Json(nullptr) : Json(d.form.label);
  out["delimiter"] = d.form.format == "libsvm" ? Json(nullptr) : Json(std::string(1, d.form.delimiter));
  out["header"] = d.form.header && d.form.format != "libsvm";
  out["storage"] = d.x.index() == 0   ? "dense double"
                   : d.x.index() == 1 ? "dense float"
                   : d.x.index() == 2 ? "sparse double"
                                      : "sparse float";
  out["decimals"] = d.short_decimals ? Json(d.decimals) : Json(nullptr);
  out["other_class_rows"] = d.other_class_rows;
  out["missing_rows"] = d.missing_rows;
  out["absent_rows"] = d.absent_rows;
  out["text_bytes"] = d.text_bytes;
  out["xxh3_128"] = d.text_hash;
  return out;
}

std::string rows_and_columns(const Dataset& data) {
  return counted(data.rows, "row") + ", " + counted(data.cols, data.form.hash_bits > 0 ? "hashed column" : "column") +
         (data.form.rounded ? ", values rounded to floats" : "");
}

void add_changes(Json& out, const Dataset& data) {
  if (data.form.hash_bits > 0) out["hash_bits"] = data.form.hash_bits;
  if (data.form.rounded) out["precision"] = "float";
}

std::string shape_text(const Dataset& data) {
  const std::string shape = data.form.format + ", " + rows_and_columns(data);
  return data.levels.empty() ? shape + ", " + counted(nonzero_values(data), "nonzero value")
                             : shape;  // texts are no numbers
}

std::string data_text(const Dataset& d, const std::string& path) {
  Lines lines;
  lines.add("data", shown(path, 200) + ": " + shape_text(d));
  std::string labels;
  for (std::size_t k = 0; k < std::min<std::size_t>(d.classes.size(), 20); ++k)
    labels += (k == 0 ? "" : ", ") + shown(d.classes[k].text) + " (" + grouped(d.classes[k].rows) + ")";
  if (d.classes.size() > 20) labels += " and " + grouped(d.classes.size() - 20) + " more";
  if (!d.classes.empty())
    lines.add("labels", labels + (d.form.label.empty() ? "" : "; column " + in_quotes(d.form.label)));
  lines.add("text", grouped(d.text_bytes) + " bytes, XXH3-128 " + d.text_hash);
  lines.add("numbers", d.short_decimals
                           ? "decimals with at most " +
                                 counted(d.decimals > 0 ? static_cast<std::uint64_t>(d.decimals) : 0, "digit") +
                                 " after the point"
                           : "some have more than 15 digits");
  if (!d.columns.empty() && d.form.hash_bits == 0) return lines.text();  // table_text() lists them
  lines.gap();
  const auto ranges = first_ranges(d, columns_listed);
  for (std::size_t j = 0; j < ranges.size(); ++j) {
    lines.add(j == 0 ? "columns" : "", padded_right(shown(d.column_name(j)), 24) + " " + range_text(ranges[j]));
  }
  if (d.cols > columns_listed) lines.add("", "and " + grouped(d.cols - columns_listed) + " more");
  return lines.text();
}

}  // namespace halfspace
