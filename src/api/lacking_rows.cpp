#include "api/lacking_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "api/arrays.hpp"
#include "api/row_checks.hpp"
#include "api/row_values.hpp"
#include "api/rows.hpp"

namespace halfspace::api {
namespace {

constexpr double not_predicted = std::numeric_limits<double>::quiet_NaN();

bool has_level(const InputColumn& column, const std::string& text) {
  return std::binary_search(column.levels.begin(), column.levels.end(), text);
}

/// What a column cannot have: a missing cell, or some of the caller's texts.
struct ColumnNeeds {
  bool missing = true;
  std::vector<bool> unknown;  // of each text
};

std::vector<ColumnNeeds> needs_of(const DenseRows& rows, const Model& model) {
  std::vector<ColumnNeeds> out(static_cast<std::size_t>(rows.cols));
  for (std::size_t j = 0; j < std::min(out.size(), model.map.inputs.size()); ++j) {
    const InputColumn& c = model.map.inputs[j];
    out[j].missing = !c.fill && !has_level(c, "");
  }
  for (const CategoryColumn& c : rows.categories) {
    const auto j = static_cast<std::size_t>(c.column);
    for (const std::string& text : c.texts)
      out[j].unknown.push_back(j < model.map.inputs.size() && !has_level(model.map.inputs[j], text));
  }
  return out;
}

bool lacks(const ColumnNeeds& column, double v) {
  if (std::isnan(v)) return column.missing;
  const bool code = v >= 0 && v < static_cast<double>(column.unknown.size());
  return code && column.unknown[static_cast<std::size_t>(v)];
}

template <class T>
std::vector<bool> lacking_among(const Grid<T>& grid, const std::vector<ColumnNeeds>& needs) {
  std::vector<bool> out(grid.rows);
  for (std::size_t i = 0; i < grid.rows; ++i) {
    for (std::size_t j = 0; j < grid.cols && !out[i]; ++j) out[i] = lacks(needs[j], static_cast<double>(grid.at(i, j)));
  }
  return out;
}

template <class T>
std::vector<T> rows_with_all(const Grid<T>& grid, const std::vector<bool>& lacking) {
  std::vector<T> out;
  for (std::size_t i = 0; i < grid.rows; ++i) {
    for (std::size_t j = 0; j < grid.cols && !lacking[i]; ++j) out.push_back(grid.at(i, j));
  }
  return out;
}

/// The rows that lack nothing.
template <class T>
Result<RowsToPredict> rows_left(const DenseRows& rows, std::span<const T> values, const Model& model,
                                std::uint64_t max_bytes) {
  const Grid<T> grid(values, rows);
  std::vector<bool> lacking = lacking_among(grid, needs_of(rows, model));
  const auto left = std::count(lacking.begin(), lacking.end(), false);
  if (left == rows.rows) {
    auto data = rows_to_score(rows, model, max_bytes);
    if (!data) return data.error();
    return RowsToPredict{std::move(data).value(), {}};
  }
  const std::uint64_t bytes = static_cast<std::uint64_t>(left) * grid.cols * sizeof(T);
  if (const auto fits = check_copy(bytes, max_bytes); !fits) return fits.error();
  const auto own = std::make_shared<std::vector<T>>(rows_with_all(grid, lacking));
  DenseRows fewer = rows;
  fewer.values = std::span<const T>(*own);
  fewer.rows = left;
  fewer.row_stride = 0;
  fewer.col_stride = 1;
  auto data = rows_to_score(fewer, model, max_bytes);
  if (!data) return data.error();
  return RowsToPredict{std::move(data).value(), std::move(lacking), own};
}

/// Codes of texts that the model does not know become -1: none of its levels.
void forget_unknown(Dataset& data, const FeatureMap& map) {
  std::visit(
      [&](auto& x) {
        using X = std::decay_t<decltype(x)>;
        if constexpr (requires(X m) {
                        m.value.data();
                        m.gap;
                      }) {
          for (std::size_t j = 0; j < data.levels.size(); ++j) {
            if (data.levels[j].empty()) continue;
            for (std::size_t i = 0; i < x.rows; ++i) {
              auto& v = x.value[i * x.cols + j];
              if (v >= 0 && !has_level(map.inputs[j], data.levels[j][static_cast<std::size_t>(v)])) v = -1;
            }
          }
        }
      },
      data.x);
}

}  // namespace

Result<RowsToPredict> rows_to_predict(const DenseRows& rows, const Model& model, std::uint64_t max_bytes,
                                      std::optional<Unseen> unseen, ScoredFor use) {
  if (unseen == Unseen::row) {
    if (const auto fine = check_shape(rows); !fine) return fine.error();
    if (const auto fine = check_categories(rows); !fine) return fine.error();
    return std::visit([&](auto values) { return rows_left(rows, values, model, max_bytes); }, rows.values);
  }
  auto data = rows_to_score(rows, model, max_bytes, use);
  if (!data) return data.error();
  if (unseen == Unseen::error && model.map.categorical()) {
    FeatureMap strict = model.map;
    strict.options.unseen = Unseen::error;
    if (const auto known = check_levels(strict, data.value(), memory_name); !known) return known.error();
  }
  if (unseen == Unseen::other) forget_unknown(data.value(), model.map);
  return RowsToPredict{std::move(data).value(), {}};
}

Result<RowsToPredict> rows_to_predict(const CsrRows& rows, const Model& model, std::uint64_t max_bytes,
                                      std::optional<Unseen>, ScoredFor use) {
  auto data = rows_to_score(rows, model, max_bytes, use);
  if (!data) return data.error();
  return RowsToPredict{std::move(data).value(), {}};
}

Predictions with_lacking(Predictions found, const std::vector<bool>& lacking, std::size_t classes) {
  if (lacking.empty()) return found;
  const auto outputs = static_cast<std::size_t>(found.outputs);
  Predictions out = found;
  out.rows = static_cast<std::int64_t>(lacking.size());
  out.classes.assign(lacking.size(), -1);
  out.scores.assign(lacking.size() * outputs, not_predicted);
  out.probabilities.assign(lacking.size() * classes, not_predicted);
  out.lacking_rows = 0;
  std::size_t from = 0;
  for (std::size_t i = 0; i < lacking.size(); ++i) {
    if (lacking[i]) {
      ++out.lacking_rows;
      continue;
    }
    out.classes[i] = found.classes[from];
    std::copy_n(found.scores.begin() + static_cast<std::ptrdiff_t>(from * outputs), outputs,
                out.scores.begin() + static_cast<std::ptrdiff_t>(i * outputs));
    std::copy_n(found.probabilities.begin() + static_cast<std::ptrdiff_t>(from * classes), classes,
                out.probabilities.begin() + static_cast<std::ptrdiff_t>(i * classes));
    ++from;
  }
  return out;
}

void blank_lacking(Predictions& found, const std::vector<bool>& lacking, std::size_t classes) {
  const auto outputs = static_cast<std::size_t>(found.outputs);
  for (std::size_t i = 0; i < lacking.size(); ++i) {
    if (!lacking[i]) continue;
    ++found.lacking_rows;
    found.classes[i] = -1;
    std::fill_n(found.scores.begin() + static_cast<std::ptrdiff_t>(i * outputs), outputs, not_predicted);
    std::fill_n(found.probabilities.begin() + static_cast<std::ptrdiff_t>(i * classes), classes, not_predicted);
  }
}

}  // namespace halfspace::api
