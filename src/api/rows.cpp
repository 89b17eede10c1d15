#include "api/rows.hpp"

#include <algorithm>
#include <cmath>

#include "api/decimals.hpp"
#include "api/row_checks.hpp"
#include "api/row_labels.hpp"
#include "base/text.hpp"
#include "format/line_reader.hpp"

namespace halfspace::api {
namespace {

template <class T>
void add_bytes(TextHash& hash, std::span<const T> values) {
  hash.add(reinterpret_cast<const char*>(values.data()),
           values.size_bytes());  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
}

bool need_decimals(const Model& model) { return model.exact || model.map.options.features != Expansion::none; }

bool all_floats(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(),
                     [](double v) { return std::isnan(v) || static_cast<double>(static_cast<float>(v)) == v; });
}

/// NaN: not allowed, a row to drop, or kept in columns that say so.
enum class Missing { refused, dropped, kept };

/// Fills data.x from dense rows; `missing` of a column says what NaN is there.
template <class T, class Keep, class OnMissing>
Result<Matrix> dense_matrix(const DenseRows& from, Dataset& data, Keep&& rows, OnMissing missing) {
  DenseMatrix<T> to;
  to.cols = static_cast<std::size_t>(from.cols);
  to.value.reserve(from.values.size());
  for (std::size_t i = 0; i < static_cast<std::size_t>(from.rows); ++i) {
    const auto row = from.values.subspan(i * to.cols, to.cols);
    bool dropped = false;
    for (std::size_t j = 0; j < to.cols; ++j) {
      if (std::isfinite(row[j])) continue;
      const Missing cell = std::isnan(row[j]) ? missing(j) : Missing::refused;
      if (cell == Missing::refused) return not_finite(i, j, row[j]);
      dropped = dropped || cell == Missing::dropped;
    }
    const auto kept = rows.keep(i, dropped);
    if (!kept) return kept.error();
    if (!kept.value()) continue;
    for (const double v : row) {
      if (!std::isnan(v) && rows.decimals_matter()) note_decimals(data, v);
      data.nonzeros += v != 0 ? 1 : 0;
      to.value.push_back(static_cast<T>(v + 0.0));  // -0 is 0, as in a text
    }
  }
  to.rows = static_cast<std::size_t>(data.rows);
  data.cols = to.cols;
  return Matrix(std::move(to));
}

template <class Keep, class OnMissing>
Result<void> fill_dense(const DenseRows& from, Dataset& data, Keep&& rows, OnMissing missing) {
  auto x = all_floats(from.values) ? dense_matrix<float>(from, data, rows, missing)
                                   : dense_matrix<double>(from, data, rows, missing);
  if (!x) return x.error();
  data.x = std::move(x).value();
  return {};
}

template <class T, class Keep>
Result<Matrix> sparse_matrix(const CsrRows& from, Dataset& data, Keep&& rows) {
  CsrMatrix<T> to;
  to.cols = static_cast<std::size_t>(from.cols);
  to.start.push_back(0);
  for (std::size_t i = 0; i < static_cast<std::size_t>(from.rows); ++i) {
    const auto first = static_cast<std::size_t>(from.start[i]);
    const auto last = static_cast<std::size_t>(from.start[i + 1]);
    for (std::size_t k = first; k < last; ++k) {
      if (!std::isfinite(from.values[k]))
        return not_finite(i, static_cast<std::size_t>(from.column[k]), from.values[k]);
    }
    const auto kept = rows.keep(i, false);
    if (!kept) return kept.error();
    for (std::size_t k = first; k < last && kept.value(); ++k) {
      if (rows.decimals_matter()) note_decimals(data, from.values[k]);
      data.nonzeros += from.values[k] != 0 ? 1 : 0;
      to.column.push_back(static_cast<std::uint32_t>(from.column[k]));
      to.value.push_back(static_cast<T>(from.values[k] + 0.0));
    }
    if (kept.value()) to.start.push_back(to.value.size());
  }
  to.rows = static_cast<std::size_t>(data.rows);
  data.cols = to.cols;
  return Matrix(std::move(to));
}

template <class Keep>
Result<void> fill_sparse(const CsrRows& from, Dataset& data, Keep&& rows) {
  auto x = all_floats(from.values) ? sparse_matrix<float>(from, data, rows) : sparse_matrix<double>(from, data, rows);
  if (!x) return x.error();
  data.x = std::move(x).value();
  return {};
}

Result<void> check_memory(std::uint64_t bytes, std::uint64_t max_bytes) {
  if (max_bytes == 0 || bytes <= max_bytes) return {};
  return Error{Code::bad_data, memory_name,
               "a copy of them needs " + grouped(bytes >> 20U) + " MiB, more than the limit of " +
                   grouped(max_bytes >> 20U) + " MiB; give more with max-memory"};
}

/// The form of the CSV text these rows would be: without names a headerless one, its label last.
void set_form(const DenseRows& rows, Dataset& data) {
  data.form.format = "csv";
  data.form.fields = data.cols + 1;
  data.form.header = !rows.columns.empty();
  data.columns.assign(rows.columns.begin(), rows.columns.end());
  for (std::uint64_t j = 0; j < data.cols && !data.form.header; ++j) data.columns.push_back(std::to_string(j + 1));
  data.form.label = data.form.header ? "label" : std::to_string(data.cols + 1);
  if (std::find(data.columns.begin(), data.columns.end(), data.form.label) != data.columns.end()) data.form.label = "";
}

Result<void> check_names(std::span<const std::string> names) {
  std::vector<std::string> sorted(names.begin(), names.end());
  for (const std::string& name : sorted) {
    if (!is_utf8(name) || name.find('\0') != std::string::npos)
      return Error{Code::bad_data, "columns",
                   "column name " + in_quotes(name) + " is not UTF-8 text without NUL bytes"};
  }
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice == sorted.end()) return {};
  return Error{Code::bad_data, "columns", "column name " + in_quotes(*twice) + " stands twice; rename one"};
}

void add_labels(TextHash& hash, const RowLabels& labels) {
  if (const auto* numbers = std::get_if<std::span<const double>>(&labels)) return add_bytes(hash, *numbers);
  for (const std::string& text : std::get<std::span<const std::string>>(labels))
    hash.add(text.c_str(), text.size() + 1);
}

/// Why a model cannot score rows of so many columns in memory.
Result<void> check_model(const Model& model, std::int64_t cols) {
  if (model.map.categorical())
    return Error{Code::usage, memory_name, "the model has columns of texts; predict from a file"};
  if (static_cast<std::uint64_t>(cols) != model.map.input_cols)
    return Error{Code::usage, "cols",
                 std::to_string(cols) + ", but the model was learned from " + counted(model.map.input_cols, "column")};
  return {};
}

}  // namespace

Result<Dataset> training_rows(const DenseRows& rows, const RowLabels& labels, const std::string& missing,
                              std::uint64_t max_bytes) {
  if (const auto fine = check_shape(rows); !fine) return fine.error();
  if (const auto fine = check_labels(labels, rows.rows); !fine) return fine.error();
  if (const auto fine = check_weights(rows.weights, rows.rows); !fine) return fine.error();
  if (const auto fine = check_names(rows.columns); !fine) return fine.error();
  if (!missing.empty() && missing != "drop" && missing != "mean")
    return Error{Code::usage, "--missing",
                 in_quotes(missing) + " is not one of drop, mean; rows in memory have no texts"};
  if (const auto fine = check_memory(rows.values.size_bytes(), max_bytes); !fine) return fine.error();
  Dataset data;
  LabelledRows kept(data, labels, rows.weights);
  const Missing cell = missing.empty() ? Missing::refused : missing == "drop" ? Missing::dropped : Missing::kept;
  if (const auto filled = fill_dense(rows, data, kept, [cell](std::size_t) { return cell; }); !filled)
    return filled.error();
  if (const auto fine = kept.finish(); !fine) return fine.error();
  set_form(rows, data);
  TextHash hash;
  add_bytes(hash, rows.values);
  add_labels(hash, labels);
  add_bytes(hash, rows.weights);
  data.text_hash = hash.hex();
  return data;
}

Result<Dataset> training_rows(const CsrRows& rows, const RowLabels& labels, const std::string& missing,
                              std::uint64_t max_bytes) {
  if (const auto fine = check_shape(rows); !fine) return fine.error();
  if (const auto fine = check_labels(labels, rows.rows); !fine) return fine.error();
  if (const auto fine = check_weights(rows.weights, rows.rows); !fine) return fine.error();
  if (!missing.empty())
    return Error{Code::usage, "--missing", "is for dense rows and CSV; entries that are not there are 0"};
  if (const auto fine = check_memory(rows.values.size() * 12, max_bytes); !fine) return fine.error();
  Dataset data;
  LabelledRows kept(data, labels, rows.weights);
  if (const auto filled = fill_sparse(rows, data, kept); !filled) return filled.error();
  if (const auto fine = kept.finish(); !fine) return fine.error();
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

Result<std::optional<int>> check_rows_to_score(const DenseRows& rows, const Model& model) {
  if (const auto fine = check_shape(rows); !fine) return fine.error();
  if (const auto fine = check_model(model, rows.cols); !fine) return fine.error();
  for (std::size_t k = 0; k < rows.values.size(); ++k) {
    const auto cols = static_cast<std::size_t>(rows.cols);
    if (!std::isfinite(rows.values[k])) return not_finite(k / cols, k % cols, rows.values[k]);
  }
  return need_decimals(model) ? decimals_of(rows.values) : std::nullopt;
}

Result<Dataset> rows_to_score(const DenseRows& rows, const Model& model) {
  if (const auto fine = check_shape(rows); !fine) return fine.error();
  if (const auto fine = check_model(model, rows.cols); !fine) return fine.error();
  Dataset data;
  data.short_decimals = need_decimals(model);
  const auto filled = fill_dense(rows, data, AllRows{data}, [&](std::size_t j) {
    return j < model.map.inputs.size() && model.map.inputs[j].fill ? Missing::kept : Missing::refused;
  });
  if (!filled) return filled.error();
  return data;
}

Result<Dataset> rows_to_score(const CsrRows& rows, const Model& model) {
  if (const auto fine = check_shape(rows); !fine) return fine.error();
  if (const auto fine = check_model(model, rows.cols); !fine) return fine.error();
  Dataset data;
  data.short_decimals = need_decimals(model);
  if (const auto filled = fill_sparse(rows, data, AllRows{data}); !filled) return filled.error();
  return data;
}

}  // namespace halfspace::api
