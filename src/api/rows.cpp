#include "api/rows.hpp"

#include <algorithm>
#include <map>

#include "api/arrays.hpp"
#include "api/row_checks.hpp"
#include "api/row_labels.hpp"
#include "api/row_values.hpp"
#include "base/text.hpp"
#include "format/line_reader.hpp"

namespace halfspace::api {
namespace {

template <class T>
void add_bytes(TextHash& hash, std::span<const T> values) {
  hash.add(reinterpret_cast<const char*>(values.data()),
           values.size_bytes());  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
}

template <class... Arrays>
void add_bytes(TextHash& hash, const std::variant<Arrays...>& any) {
  std::visit([&](auto values) { add_bytes(hash, values); }, any);
}

void add_texts(TextHash& hash, std::span<const std::string> texts) {
  for (const std::string& text : texts) hash.add(text.c_str(), text.size() + 1);
}

void add_labels(TextHash& hash, const RowLabels& labels) {
  if (const auto* numbers = std::get_if<std::span<const double>>(&labels)) return add_bytes(hash, *numbers);
  if (const auto* coded = std::get_if<CodedLabels>(&labels)) {  // as texts written out
    for (const std::int32_t code : coded->codes) {
      const std::string& text = coded->texts[static_cast<std::size_t>(code)];
      hash.add(text.c_str(), text.size() + 1);
    }
    return;
  }
  add_texts(hash, std::get<std::span<const std::string>>(labels));
}

/// The numbers of each row, row after row.
void add_numbers(TextHash& hash, const DenseRows& rows) {
  std::visit(
      [&]<class T>(std::span<const T> values) {
        const Grid<T> grid(values, rows);
        std::vector<T> row(grid.cols);
        for (std::size_t i = 0; i < grid.rows; ++i) {
          if (grid.by_rows()) {
            add_bytes(hash, std::span(grid.row(i), grid.cols));
            continue;
          }
          for (std::size_t j = 0; j < grid.cols; ++j) row[j] = grid.at(i, j);
          add_bytes(hash, std::span<const T>(row));
        }
      },
      rows.values);
}

/// What --missing means for each column; a list of one: for all.
Result<std::vector<Missing>> missing_of(const DenseRows& rows, const std::string& policy) {
  if (policy.empty() || policy == "drop")
    return std::vector<Missing>{policy.empty() ? Missing::refused : Missing::dropped};
  const bool mean = policy == "mean" || policy == "mean,category" || policy == "category,mean";
  const bool category = policy == "category" || policy == "mean,category" || policy == "category,mean";
  if (!mean && !category)
    return Error{Code::usage, "--missing", in_quotes(policy) + " is not one of drop, mean, category, mean,category"};
  std::vector<Missing> out(static_cast<std::size_t>(std::max<std::int64_t>(rows.cols, 1)),
                           mean ? Missing::kept : Missing::refused);
  for (const CategoryColumn& c : rows.categories)
    out[static_cast<std::size_t>(c.column)] = category ? Missing::kept : Missing::refused;
  return out;
}

/// The groups of the rows that were kept, numbered as they come.
void set_groups(std::span<const std::int64_t> groups, Dataset& data) {
  if (groups.empty()) return;
  std::map<std::int64_t, std::uint32_t> number;
  data.group.reserve(data.rows);
  for (std::uint64_t i = 0; i < data.rows; ++i) {
    const std::int64_t group = groups[data.lines.line(i) - 1];
    data.group.push_back(number.try_emplace(group, static_cast<std::uint32_t>(number.size())).first->second);
  }
}

template <class RowsInMemory>
Result<void> check_sizes(const RowsInMemory& rows, const RowLabels& labels) {
  if (auto fine = check_shape(rows); !fine) return fine;
  if (auto fine = check_labels(labels, rows.rows); !fine) return fine;
  if (auto fine = check_weights(rows.weights, rows.rows); !fine) return fine;
  return check_groups(rows.groups, rows.rows);
}

bool need_decimals(const Model& model) { return model.exact || model.map.options.features != Expansion::none; }

/// Why a model cannot score rows of so many columns.
Result<void> check_columns(const Model& model, std::int64_t cols) {
  if (static_cast<std::uint64_t>(cols) == model.map.input_cols) return {};
  return Error{Code::usage, "cols",
               std::to_string(cols) + ", but the model was learned from " + counted(model.map.input_cols, "column")};
}

/// Columns of texts are given as such, and no others are.
Result<void> check_texts_of(const Model& model, const DenseRows& rows) {
  std::vector<bool> given(static_cast<std::size_t>(rows.cols));
  for (const CategoryColumn& c : rows.categories) given[static_cast<std::size_t>(c.column)] = true;
  for (std::size_t j = 0; j < given.size(); ++j) {
    const bool texts = j < model.map.inputs.size() && !model.map.inputs[j].levels.empty();
    if (texts == given[j]) continue;
    return Error{Code::usage, "categories",
                 "column " + std::to_string(j) + " (from 0) is of " + (texts ? "texts" : "numbers") +
                     " in the model; give its " + (texts ? "texts" : "numbers")};
  }
  return {};
}

}  // namespace

Result<void> check_rows(const DenseRows& rows, const RowLabels& labels) {
  if (auto fine = check_sizes(rows, labels); !fine) return fine;
  if (auto fine = check_names(rows.columns); !fine) return fine;
  return check_categories(rows);
}

Result<void> check_rows(const CsrRows& rows, const RowLabels& labels) { return check_sizes(rows, labels); }

Result<Dataset> training_rows(const DenseRows& rows, const RowLabels& labels, const std::string& missing,
                              std::uint64_t max_bytes, const std::vector<std::string>& classes) {
  if (const auto fine = check_rows(rows, labels); !fine) return fine.error();
  const auto cells = missing_of(rows, missing);
  if (!cells) return cells.error();
  Dataset data;
  LabelledRows kept(data, labels, rows.weights, classes);
  if (const auto filled = fill(rows, data, kept, cells.value(), max_bytes); !filled) return filled.error();
  if (const auto fine = kept.finish(); !fine) return fine.error();
  set_groups(rows.groups, data);
  set_table_form(data, rows.columns);
  TextHash hash;
  add_numbers(hash, rows);
  add_labels(hash, labels);
  add_bytes(hash, rows.weights);
  for (const CategoryColumn& c : rows.categories) add_texts(hash, c.texts);
  data.text_hash = hash.hex();
  return data;
}

Result<Dataset> training_rows(const CsrRows& rows, const RowLabels& labels, const std::string& missing,
                              std::uint64_t max_bytes, const std::vector<std::string>& classes) {
  if (const auto fine = check_rows(rows, labels); !fine) return fine.error();
  if (!missing.empty()) return Error{Code::usage, "--missing", "is for dense rows and CSV; absent entries are 0"};
  Dataset data;
  LabelledRows kept(data, labels, rows.weights, classes);
  if (const auto filled = fill(rows, data, kept, max_bytes); !filled) return filled.error();
  if (const auto fine = kept.finish(); !fine) return fine.error();
  set_groups(rows.groups, data);
  data.form.format = "libsvm";
  TextHash hash;
  add_bytes(hash, rows.start);
  add_bytes(hash, rows.column);
  add_bytes(hash, rows.values);
  add_labels(hash, labels);
  add_bytes(hash, rows.weights);
  data.text_hash = hash.hex();
  return data;
}

Result<Dataset> rows_to_score(const DenseRows& rows, const Model& model, std::uint64_t max_bytes, ScoredFor use) {
  if (const auto fine = check_shape(rows); !fine) return fine.error();
  if (const auto fine = check_columns(model, rows.cols); !fine) return fine.error();
  if (const auto fine = check_categories(rows); !fine) return fine.error();
  if (const auto fine = check_texts_of(model, rows); !fine) return fine.error();
  Dataset data;
  data.short_decimals = use == ScoredFor::proofs || need_decimals(model);
  std::vector<Missing> cells(std::max<std::size_t>(model.map.input_cols, 1), Missing::refused);
  for (std::size_t j = 0; j < model.map.inputs.size(); ++j) {
    const InputColumn& c = model.map.inputs[j];
    const bool level = !c.levels.empty() && c.levels.front().empty();
    if (c.fill || level) cells[j] = Missing::kept;
  }
  AllRows all{data, use == ScoredFor::checked_sums};
  if (const auto filled = fill(rows, data, all, cells, max_bytes); !filled) return filled.error();
  return data;
}

Result<Dataset> rows_to_score(const CsrRows& rows, const Model& model, std::uint64_t max_bytes, ScoredFor use) {
  if (const auto fine = check_shape(rows); !fine) return fine.error();
  if (const auto fine = check_columns(model, rows.cols); !fine) return fine.error();
  if (model.map.categorical())
    return Error{Code::usage, memory_name, "the model has columns of texts; give dense rows with categories"};
  Dataset data;
  data.short_decimals = use == ScoredFor::proofs || need_decimals(model);
  AllRows all{data, use == ScoredFor::checked_sums};
  if (const auto filled = fill(rows, data, all, max_bytes); !filled) return filled.error();
  return data;
}

std::int64_t caller_row(const Dataset& data, std::uint64_t place) {
  const auto line = static_cast<std::int64_t>(data.lines.line(place));
  const bool in_memory = data.text_bytes == 0;  // lines are then places from 1
  return in_memory ? line - 1 : line;
}

}  // namespace halfspace::api
