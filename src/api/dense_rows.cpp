#include <algorithm>
#include <string>
#include <utility>

#include "api/arrays.hpp"
#include "api/row_checks.hpp"
#include "api/row_values.hpp"
#include "base/text.hpp"
#include "format/levels.hpp"

namespace halfspace::api {
namespace {

/// The codes of a column of categories: of each index of the caller's that of its level.
struct Codes {
  std::size_t column;
  std::vector<std::uint32_t> of_index;
  std::uint32_t missing;
};

/// The levels become data.levels. A kept missing cell is the level "".
std::vector<Codes> codes_of(const DenseRows& from, std::span<const Missing> missing, Dataset& data) {
  std::vector<Codes> out;
  out.reserve(from.categories.size());
  if (!from.categories.empty()) data.levels.resize(static_cast<std::size_t>(from.cols));
  for (const CategoryColumn& c : from.categories) {
    const auto j = static_cast<std::size_t>(c.column);
    Levels levels;
    Codes codes{j, {}, 0};
    codes.of_index.reserve(c.texts.size());
    for (const std::string& text : c.texts) codes.of_index.push_back(*levels.code(text));
    if (missing[missing.size() == 1 ? 0 : j] == Missing::kept) codes.missing = *levels.code("");
    data.levels[j] = levels.texts();
    out.push_back(std::move(codes));
  }
  return out;
}

Error no_code(std::size_t i, std::size_t j, double v, std::size_t texts) {
  return {Code::bad_data, place(i, j),
          number_text(v) + " is not the index of a text; expected a whole number from 0 to " +
              std::to_string(texts == 0 ? 0 : texts - 1) + ", or NaN for a missing cell"};
}

template <class T, class Rows>
class DensePass {
 public:
  DensePass(const Grid<T>& from, Dataset& data, Rows& rows, std::span<const Missing> missing, std::vector<Codes> codes)
      : from_(from), data_(data), rows_(rows), missing_(missing), codes_(std::move(codes)) {}

  /// Looks at every number once.
  Result<void> look() {
    const bool plain = from_.by_rows() && codes_.empty();
    if constexpr (!Rows::learns) {
      if (plain && rows_.sums_are_checked) {
        data_.rows = from_.rows;
        return {};
      }
    }
    for (std::size_t i = 0; i < from_.rows; ++i) {
      const bool finite = plain && all_finite(from_.row(i), from_.cols);
      const auto whole = finite ? Result<bool>(true) : check_row(i);
      if (!whole) return whole.error();
      const auto kept = rows_.keep(i, !whole.value());
      if (!kept) return kept.error();
      if (!kept.value()) found_.drop(i, from_.rows);
      if (kept.value() && (Rows::learns || rows_.decimals_matter())) note(i, finite);
    }
    if (!Rows::learns && !rows_.decimals_matter()) found_.floats = false;
    return {};
  }

  bool in_place() const {
    return from_.by_rows() && codes_.empty() && !found_.negative_zero && found_.left_out.empty();
  }

  Matrix view() const {
    DenseMatrix<T> to;
    to.value = Buffer<T>::view(from_.all());
    to.rows = from_.rows;
    to.cols = from_.cols;
    to.gap = from_.cols == 0 ? 0 : from_.row_stride - from_.cols;
    return held(std::move(to));
  }

  Result<Matrix> copy(std::uint64_t max_bytes) const {
    const std::uint64_t size = found_.floats ? sizeof(float) : sizeof(T);
    if (const auto fits = check_copy(data_.rows * from_.cols * size, max_bytes); !fits) return fits.error();
    return found_.floats ? held(copied<float>()) : held(copied<T>());
  }

 private:
  Missing missing(std::size_t j) const { return missing_[missing_.size() == 1 ? 0 : j]; }

  /// False: a missing cell leaves the row out.
  Result<bool> check_row(std::size_t i) const {
    bool whole = true;
    for (std::size_t j = 0; j < from_.cols; ++j) {
      const auto v = static_cast<double>(from_.at(i, j));
      if (std::isfinite(v)) continue;
      const Missing cell = std::isnan(v) ? missing(j) : Missing::refused;
      if (cell == Missing::refused) return not_finite(i, j, v);
      whole = whole && cell != Missing::dropped;
    }
    for (const Codes& c : codes_) {
      const auto v = static_cast<double>(from_.at(i, c.column));
      if (std::isnan(v)) continue;
      if (!(v >= 0) || v != std::floor(v) || v >= static_cast<double>(c.of_index.size()))
        return no_code(i, c.column, v, c.of_index.size());
    }
    return whole;
  }

  void note(std::size_t i, bool finite) {
    if (finite) return found_.note(data_, rows_, from_.row(i), from_.cols);
    auto code = codes_.begin();
    numbers_.clear();
    for (std::size_t j = 0; j < from_.cols; ++j) {
      if (code != codes_.end() && code->column == j) {
        ++code;
        continue;
      }
      const T v = from_.at(i, j);
      if (!std::isnan(v)) numbers_.push_back(v);
    }
    found_.note(data_, rows_, numbers_.data(), numbers_.size());
  }

  template <class U>
  DenseMatrix<U> copied() const {
    DenseMatrix<U> to;
    to.rows = static_cast<std::size_t>(data_.rows);
    to.cols = from_.cols;
    to.value.reserve(to.rows * to.cols);
    for (std::size_t i = 0; i < from_.rows; ++i) {
      if (found_.leave_out(i)) continue;
      const std::size_t first = to.value.size();
      for (std::size_t j = 0; j < from_.cols; ++j) to.value.push_back(static_cast<U>(from_.at(i, j)) + U{0});
      for (const Codes& c : codes_) {
        const auto v = static_cast<double>(from_.at(i, c.column));
        const std::uint32_t code = std::isnan(v) ? c.missing : c.of_index[static_cast<std::size_t>(v)];
        to.value[first + c.column] = static_cast<U>(code);
      }
    }
    return to;
  }

  const Grid<T>& from_;
  Dataset& data_;
  Rows& rows_;
  std::span<const Missing> missing_;
  std::vector<Codes> codes_;
  std::vector<T> numbers_;  // of a row with other cells
  Found found_;
};

/// The same numbers row after row, -0 as 0: some rows of a column after those of the one before, so that both sides stay
/// in the first cache.
template <class T>
DenseMatrix<T> by_rows(const Grid<T>& from) {
  constexpr std::size_t block = 64;
  DenseMatrix<T> to;
  to.rows = from.rows;
  to.cols = from.cols;
  to.value.resize(from.rows * from.cols);
  T* out = to.value.data();
  for (std::size_t first = 0; first < from.rows; first += block) {
    const std::size_t last = std::min(from.rows, first + block);
    for (std::size_t j = 0; j < from.cols; ++j) {
      for (std::size_t i = first; i < last; ++i) out[i * from.cols + j] = from.at(i, j) + T{0};
    }
  }
  return to;
}

template <class T, class Rows>
Result<void> fill_from(const Grid<T>& grid, Dataset& data, Rows& rows, std::span<const Missing> missing,
                       std::vector<Codes> codes, std::uint64_t max_bytes, DenseMatrix<T>* owned = nullptr) {
  DensePass pass(grid, data, rows, missing, std::move(codes));
  if (const auto fine = pass.look(); !fine) return fine;
  if (pass.in_place()) {
    data.x = owned == nullptr ? pass.view() : held(std::move(*owned));
    return {};
  }
  auto x = pass.copy(max_bytes);
  if (!x) return x.error();
  data.x = std::move(x).value();
  return {};
}

}  // namespace

Result<void> check_copy(std::uint64_t bytes, std::uint64_t max_bytes) {
  if (max_bytes == 0 || bytes <= max_bytes) return {};
  return Error{Code::bad_data, "rows in memory",
               "a copy of them needs " + beyond_limit(bytes, max_bytes) + "; give more with max-memory"};
}

template <class Rows>
Result<void> fill(const DenseRows& from, Dataset& data, Rows& rows, std::span<const Missing> missing,
                  std::uint64_t max_bytes) {
  data.cols = static_cast<std::uint64_t>(from.cols);
  return std::visit(
      [&](auto values) -> Result<void> {
        const Grid grid(values, from);
        std::vector<Codes> codes = codes_of(from, missing, data);
        if (grid.by_rows() || !codes.empty() || !check_copy(2 * grid.rows * grid.cols * sizeof(values[0]), max_bytes))
          return fill_from(grid, data, rows, missing, std::move(codes), max_bytes);
        auto turned = by_rows(grid);
        Grid whole(grid);
        whole.first = turned.value.data();
        whole.row_stride = grid.cols;
        whole.col_stride = 1;
        return fill_from(whole, data, rows, missing, std::move(codes), max_bytes, &turned);
      },
      from.values);
}

template Result<void> fill(const DenseRows&, Dataset&, LabelledRows&, std::span<const Missing>, std::uint64_t);
template Result<void> fill(const DenseRows&, Dataset&, AllRows&, std::span<const Missing>, std::uint64_t);

}  // namespace halfspace::api
