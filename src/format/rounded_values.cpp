#include "format/rounded_values.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/number.hpp"
#include "base/text.hpp"
#include "data/decimals.hpp"
#include "format/building.hpp"

namespace halfspace {
namespace {

/// The place among the stored values of one that no float is near.
std::optional<std::size_t> first_beyond(const Buffer<double>& values) {
  const auto* found =
      std::find_if(values.begin(), values.end(), [](double v) { return std::isinf(static_cast<float>(v)); });
  return found == values.end() ? std::nullopt : std::optional<std::size_t>(found - values.begin());
}

Error beyond(const Dataset& data, const std::string& name, std::size_t row, std::size_t column, double v) {
  return {Code::bad_data, name + ":" + std::to_string(data.lines.line(row)),
          "value " + number_text(v) + " of " + (data.form.hash_bits > 0 ? "hashed " : "") + "column " +
              in_quotes(data.column_name(column)) +
              " is beyond the largest float (3.4e38); leave out --precision float, or rescale the " +
              (data.form.hash_bits > 0 ? "columns" : "column")};
}

Result<Matrix> rounded(DenseMatrix<double>& x, const Dataset& data, const std::string& name) {
  if (const auto k = first_beyond(x.value)) return beyond(data, name, *k / x.cols, *k % x.cols, x.value[*k]);
  DenseMatrix<float> out;
  out.value = std::move(x.value).narrowed<float>();
  out.rows = x.rows;
  out.cols = x.cols;
  return held(std::move(out));
}

Result<Matrix> rounded(CsrMatrix<double>& x, const Dataset& data, const std::string& name) {
  if (const auto k = first_beyond(x.value)) {
    const auto* row = std::upper_bound(x.start.begin(), x.start.end(), *k) - 1;
    return beyond(data, name, static_cast<std::size_t>(row - x.start.begin()), x.column[*k], x.value[*k]);
  }
  CsrMatrix<float> out;
  out.start = std::move(x.start);
  out.column = std::move(x.column);
  out.value = std::move(x.value).narrowed<float>();
  out.rows = x.rows;
  out.cols = x.cols;
  return held(std::move(out));
}

bool holds_beyond_floats(const Buffer<double>& values) { return rows_of_floats || !narrows(values); }
bool holds_beyond_floats(const Buffer<float>&) { return false; }

template <class FloatMatrix>
Result<Matrix> rounded(FloatMatrix& x, const Dataset&, const std::string&) {
  return Matrix(std::move(x));
}

}  // namespace

Result<void> round_values(Dataset& data, unsigned threads, const std::string& name) {
  data.form.rounded = true;
  const bool doubles = std::visit([](const auto& m) { return holds_beyond_floats(m.value); }, data.x);
  if (!doubles && data.short_decimals) return {};  // they are floats as they stand
  constexpr std::size_t whole_floats = std::size_t{1} << 24U;
  for (std::size_t j = 0; j < data.levels.size(); ++j) {
    if (data.levels[j].size() > whole_floats)
      return Error{Code::bad_data, name,
                   "column " + in_quotes(data.columns[j]) +
                       " has more than 16,777,216 levels, whose numbers are no floats; leave out --precision float"};
  }
  auto x = std::visit([&](auto& m) { return rounded(m, data, name); }, data.x);
  if (!x) return x.error();
  data.x = std::move(x).value();
  std::visit(
      [&](const auto& m) {
        data.nonzeros =
            static_cast<std::uint64_t>(std::count_if(m.value.begin(), m.value.end(), [](auto v) { return v != 0; }));
      },
      data.x);
  data.computed = true;
  find_decimals(data, threads);
  return {};
}

}  // namespace halfspace
