#include "halfspace/table.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <variant>

#include "api/option_words.hpp"
#include "api/options.hpp"
#include "format/read.hpp"
#include "train/reading.hpp"

namespace halfspace {
namespace {

Result<ReadOptions> table_options(const Options& options) {
  const auto settings = api::settings_of(options, api::Reads::file, api::Task::table);
  if (!settings) return settings.error();
  auto reading = read_options(settings.value());
  if (!reading) return reading;
  ReadOptions& o = reading.value();
  if (o.style.dates == Dates::parts)
    return Error{Code::usage, "--dates", "parts are features, which training makes of the days; choose days"};
  o.listing = true;
  o.every_row = true;
  o.rows_needed = false;
  return reading;
}

template <class T>
void take_values(const DenseMatrix<T>& x, Table& to) {
  to.values.assign(x.value.begin(), x.value.end());
}

template <class T>
void take_values(const CsrMatrix<T>& x, Table& to) {
  to.sparse = true;
  to.values.assign(x.value.begin(), x.value.end());
  to.start.assign(x.start.begin(), x.start.end());
  to.column.assign(x.column.begin(), x.column.end());
}

/// The texts of column j without the missing cell, which is the level "" there and NaN here.
void take_texts(const std::vector<std::string>& levels, std::size_t j, Table& to) {
  std::vector<double> code;  // of each level
  std::vector<std::string> texts;
  code.reserve(levels.size());
  for (const std::string& text : levels) {
    code.push_back(text.empty() ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(texts.size()));
    if (!text.empty()) texts.push_back(text);
  }
  const auto cols = static_cast<std::size_t>(to.cols);
  for (std::size_t k = j; k < to.values.size(); k += cols) to.values[k] = code[static_cast<std::size_t>(to.values[k])];
  to.categories.emplace_back(static_cast<std::int64_t>(j), std::move(texts));
}

Table table_of(Dataset data) {
  Table out;
  out.rows = static_cast<std::int64_t>(data.rows);
  out.cols = static_cast<std::int64_t>(data.cols);
  std::visit([&](const auto& x) { take_values(x, out); }, data.x);
  data.x = Matrix();
  for (std::size_t j = 0; j < data.levels.size(); ++j)
    if (!data.levels[j].empty()) take_texts(data.levels[j], j, out);
  out.names = std::move(data.columns);
  out.labels.reserve(data.label.size());
  for (const std::uint32_t k : data.label) out.labels.push_back(data.classes[k].text);
  out.weights = std::move(data.weight);
  out.groups.assign(data.group.begin(), data.group.end());
  out.lines.reserve(data.rows);
  for (std::uint64_t i = 0; i < data.rows; ++i) out.lines.push_back(static_cast<std::int64_t>(data.lines.line(i)));
  out.xxh3_128 = std::move(data.text_hash);
  return out;
}

Result<Table> table_in(const std::string& path, const Options& options) {
  const auto reading = table_options(options);
  if (!reading) return reading.error();
  auto data = read_dataset(path, reading.value());
  if (!data) return data.error();
  return table_of(std::move(data).value());
}

}  // namespace

Result<Table> read_table(const std::string& path, const Options& options) {
  return api::in_option_words(table_in(path, options));
}

}  // namespace halfspace
