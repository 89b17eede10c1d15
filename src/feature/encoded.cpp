#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/number.hpp"
#include "base/text.hpp"
#include "data/value_copies.hpp"
#include "feature/matrix_copies.hpp"
#include "feature/row_encoder.hpp"

namespace halfspace {
namespace {

/// Everything but the matrix and its columns.
Dataset without_matrix(const Dataset& data) {
  Dataset out;
  out.rows = data.rows;
  out.label = data.label;
  out.classes = data.classes;
  out.numeric_labels = data.numeric_labels;
  out.weight = data.weight;
  out.lines = data.lines;
  out.decimals = data.decimals;
  out.short_decimals = data.short_decimals;
  out.form = data.form;
  out.text_hash = data.text_hash;
  out.text_bytes = data.text_bytes;
  out.other_class_rows = data.other_class_rows;
  out.missing_rows = data.missing_rows;
  out.absent_rows = data.absent_rows;
  out.unseen_entries = data.unseen_entries;
  return out;
}

constexpr std::size_t least_worth_a_copy = 4096;  // numbers

/// Values of all rows, counted first and then written, as a matrix of the smaller kind.
template <class M>
Result<Matrix> encoded_matrix(const M& x, RowEncoder& encode, std::uint64_t cols, std::uint64_t max_bytes,
                              const std::string& source, std::uint64_t& nonzeros, const StopToken& stop) {
  Pace pace(stop);
  const auto encoded_row = [&](std::size_t i) {
    const auto entries = encode(x.row(i));
    pace.check(4 * entries.size());
    return entries;
  };
  nonzeros = 0;
  for (std::size_t i = 0; i < x.rows; ++i) nonzeros += encoded_row(i).size();
  const double sparse_bytes = 12 * static_cast<double>(nonzeros) + 8 * static_cast<double>(x.rows);
  const double dense_bytes = 8 * static_cast<double>(x.rows) * static_cast<double>(cols);
  const bool sparse = sparse_bytes * 2 < dense_bytes;
  const double bytes = std::min(sparse_bytes, dense_bytes);
  if (max_bytes > 0 && bytes > static_cast<double>(max_bytes))
    return Error{Code::bad_data, source, too_much_memory(cols, bytes, max_bytes)};
  if (!sparse) {
    DenseMatrix<double> out;
    out.rows = x.rows;
    out.cols = cols;
    out.value = Buffer<double>(x.rows * cols, 0.0);
    for (std::size_t i = 0; i < x.rows; ++i) {
      for (const Entry& e : encoded_row(i)) out.value[i * cols + e.column] = e.value;
    }
    return narrowed(std::move(out));
  }
  CsrMatrix<double> out;
  out.rows = x.rows;
  out.cols = cols;
  out.start.reserve(x.rows + 1);
  out.column.reserve(nonzeros);
  out.value.reserve(nonzeros);
  out.start.push_back(0);
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (const Entry& e : encoded_row(i)) {
      out.column.push_back(e.column);
      out.value.push_back(e.value);
    }
    out.start.push_back(out.value.size());
  }
  return narrowed(std::move(out));
}

/// The first row with a value that is not finite.
std::optional<std::uint64_t> first_overflow(const Matrix& x) {
  return std::visit(
      [](const auto& m) -> std::optional<std::uint64_t> {
        for (std::size_t i = 0; i < m.rows; ++i) {
          bool finite = true;
          for_each_entry(m.row(i), [&](std::size_t, double v) { finite = finite && std::isfinite(v); });
          if (!finite) return i;
        }
        return std::nullopt;
      },
      x);
}

}  // namespace

std::vector<FilledColumn> filled_cells(const FeatureMap& map, const Dataset& data) {
  const bool level = std::any_of(data.levels.begin(), data.levels.end(), [](const auto& texts) {
    return std::find(texts.begin(), texts.end(), "") != texts.end();
  });
  if (map.inputs.empty() || !(map.fills() || level)) return {};
  std::vector<double> code(data.cols, std::numeric_limits<double>::quiet_NaN());  // of the level "" (missing)
  for (std::size_t j = 0; j < data.levels.size(); ++j) {
    const auto& texts = data.levels[j];
    const auto empty = std::find(texts.begin(), texts.end(), "");
    if (empty != texts.end()) code[j] = static_cast<double>(empty - texts.begin());
  }
  std::vector<std::uint64_t> cells(data.cols);
  std::vector<std::uint64_t> others(data.cols);  // other codes than 0, which sparse rows leave out
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          for_each_entry(x.row(i), [&](std::size_t j, double v) {
            cells[j] += std::isnan(v) || (v == code[j] && v != 0) ? 1 : 0;
            others[j] += v != 0 ? 1 : 0;
          });
        }
      },
      data.x);
  std::vector<FilledColumn> out;
  for (std::uint64_t j = 0; j < data.cols; ++j) {
    if (code[j] == 0) cells[j] = data.rows - others[j];
    if (cells[j] > 0 && (map.inputs[j].fill || code[j] >= 0)) out.push_back({j, cells[j]});
  }
  return out;
}

std::vector<std::uint64_t> filled_columns(const FeatureMap& map, const Dataset& data) {
  if (!map.fills()) return {};
  std::vector<std::uint64_t> out;
  for (const FilledColumn& f : filled_cells(map, data)) {
    if (map.inputs[f.column].fill) out.push_back(f.column);
  }
  return out;
}

std::optional<int> value_decimals(const FeatureMap& map, const Dataset& data) {
  if (!data.short_decimals) return std::nullopt;
  int decimals = data.decimals;
  for (const std::uint64_t j : filled_columns(map, data)) {
    const int own = decimals_of(*map.inputs[j].fill);
    if (own < 0) return std::nullopt;
    decimals = std::max(decimals, own);
  }
  return decimals;
}

std::optional<int> feature_decimals(const FeatureMap& map, const Dataset& data) {
  const auto decimals = value_decimals(map, data);
  const int degree = map.options.features == Expansion::none ? 1 : map.options.features == Expansion::poly3 ? 3 : 2;
  if (!decimals || *decimals * degree > 15) return std::nullopt;
  return *decimals * degree;
}

Result<Dataset> encoded(const FeatureMap& map, const Dataset& data, std::uint64_t max_bytes, const std::string& source,
                        const StopToken& stop) {
  if (const auto fine = check_levels(map, data, source); !fine) return fine.error();
  Dataset out = without_matrix(data);
  out.cols = map.size().value_or(0);
  out.columns = map.names();
  RowEncoder encode(map, data);
  auto x = std::visit(
      [&](const auto& m) { return encoded_matrix(m, encode, out.cols, max_bytes, source, out.nonzeros, stop); },
      data.x);
  if (!x) return x.error();
  out.x = std::move(x).value();
  if (const auto row = first_overflow(out.x))
    return Error{Code::bad_data, source + ":" + std::to_string(data.lines.line(*row)),
                 "a product of features is too large for a double; rescale the columns"};
  const auto decimals = feature_decimals(map, data);
  out.short_decimals = decimals.has_value() && encode.short_products();
  out.decimals = decimals.value_or(data.decimals);
  return out;
}

std::optional<Dataset> without_zeros(const Dataset& data, std::uint64_t max_bytes) {
  std::optional<Matrix> x;
  std::visit(
      [&](const auto& m) {
        if constexpr (!requires { m.column; }) {
          const std::size_t most = m.stored() / 3;
          if (m.stored() < least_worth_a_copy) return;
          const double share = nonzero_share(m);
          if (share > 1.0 / 3) return;
          if (max_bytes > 0 && most * (sizeof(double) + sizeof(std::uint32_t)) + 8 * (m.rows + 1) > max_bytes) return;
          CsrMatrix<double> sparse;
          sparse.cols = m.cols;
          const auto about = static_cast<std::size_t>(1.1 * share * static_cast<double>(m.stored())) + m.cols;
          const std::size_t expected = std::min(about, most);
          sparse.column.reserve(expected);
          sparse.value.reserve(expected);
          sparse.start.reserve(m.rows + 1);
          sparse.start.push_back(0);
          for (std::size_t i = 0; i < m.rows && sparse.value.size() <= most; ++i) append_row(sparse, m.row(i));
          if (sparse.value.size() <= most) x = narrowed(std::move(sparse));
        }
      },
      data.x);
  if (!x) return std::nullopt;
  Dataset out = without_matrix(data);
  out.cols = data.cols;
  out.columns = data.columns;
  out.nonzeros = std::visit([](const auto& m) { return m.stored(); }, *x);
  out.x = std::move(*x);
  return out;
}

Result<Dataset> scaled(const FeatureMap& map, const Dataset& data, std::uint64_t max_bytes, const std::string& source) {
  Dataset out = without_matrix(data);
  out.cols = data.cols;
  out.columns = data.columns;
  out.nonzeros = data.nonzeros;
  out.short_decimals = false;
  const auto value = [&](std::size_t j, double v) {
    return (v - (map.shift.empty() ? 0 : map.shift[j])) * map.factor[j];
  };
  auto x = std::visit(
      [&](const auto& m) -> Result<Matrix> {
        if constexpr (requires { m.column; }) {
          if (map.shift.empty()) return Matrix(sparse_copy(m, value));
        }
        const double bytes = 8 * static_cast<double>(data.rows) * static_cast<double>(data.cols);
        if (max_bytes > 0 && bytes > static_cast<double>(max_bytes))
          return Error{Code::bad_data, source,
                       too_much_memory(data.cols, bytes, max_bytes) + "; --scale max-norm keeps sparse rows sparse"};
        return Matrix(dense_copy(m, m.cols, value));
      },
      data.x);
  if (!x) return x.error();
  out.x = std::move(x).value();
  return out;
}

}  // namespace halfspace
