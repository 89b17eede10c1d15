#include "separate/separation.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/text.hpp"
#include "separate/exact_features.hpp"

namespace halfspace {

namespace {

/// So many digits after the point tell all decimals of exact arithmetic apart, zeros at the end left out: 10^-400 may be followed
/// by 799 digits.
constexpr int most_exact_decimals = most_decimal_exponent + static_cast<int>(most_decimal_digits) - 1;

/// Digits after the point of the shortest decimal that reads back as v.
int digits_after_point(double v) {
  int digits = 0;
  for (Rational rest = SignedRows::exact_value(v); rest.get_den() != 1; rest *= 10) ++digits;
  return digits;
}

}  // namespace

SignedRows signed_features(const Dataset& data, const Dataset& features, const FeatureMap& map,
                           std::vector<std::int8_t> y, bool bias, const TextAgain& text, const StopToken& stop) {
  const Expansion products = map.options.features;
  const int degree = products == Expansion::poly3 ? 3 : products == Expansion::none ? 1 : 2;
  int decimals = std::min(data.decimals, most_exact_decimals);  // zeros at the end are digits too
  for (const std::uint64_t j : filled_columns(map, data))
    decimals = std::max(decimals, digits_after_point(*map.inputs[j].fill));
  return {features, degree * decimals, std::move(y), bias, exact_features(map, data, ended_by(text, stop), stop), stop};
}

bool is_cheap(const SignedRows& z) {
  constexpr std::uint64_t most_stored = std::uint64_t{1} << 22U;
  constexpr std::size_t most_dims = 300;
  const std::uint64_t stored = std::visit([](const auto& x) { return x.stored(); }, z.data().x);
  return stored <= most_stored && z.dims() <= most_dims;
}

namespace {

/// Columns with an entry other than 0, where they are few among very many; else nothing.
std::vector<std::uint64_t> few_used_columns(const Dataset& data) {
  constexpr std::uint64_t many = std::uint64_t{1} << 20U;
  const std::uint64_t stored = std::visit([](const auto& x) { return x.stored(); }, data.x);
  if (data.cols < many || stored > data.cols / 8 || !data.columns.empty()) return {};
  std::vector<std::uint64_t> used;
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          for_each_entry(x.row(i), [&](std::size_t j, double v) {
            if (v != 0) used.push_back(j);
          });
        }
      },
      data.x);
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  return used;
}

/// These columns of all rows, called by their numbers.
Dataset chosen_columns(const Dataset& data, const std::vector<std::uint64_t>& columns) {
  std::vector<std::uint64_t> rows(data.rows);
  std::iota(rows.begin(), rows.end(), std::uint64_t{0});
  Dataset out = take_columns(take_rows(data, rows), columns);
  for (const std::uint64_t j : columns) out.columns.push_back(data.column_name(j));
  return out;
}

}  // namespace

Result<std::unique_ptr<SeparationRows>> SeparationRows::make(const Dataset& data, std::vector<std::int8_t> y, bool bias,
                                                             const FeatureOptions& features, const std::string& missing,
                                                             std::uint64_t max_bytes, const TextAgain& text,
                                                             const StopToken& stop) {
  if (missing.find("mean") != std::string::npos)
    return Error{
        Code::usage, "--missing",
        "mean fills in values that are not in the data, and a certificate is about the data alone; choose drop (or "
        "category, for gaps in columns of texts)"};
  FeatureOptions unscaled = features;
  unscaled.scale = Scaling::none;  // changes no verdict, and is folded back into the weights
  auto out = std::make_unique<SeparationRows>();
  if (unscaled.features == Expansion::none) out->used_ = few_used_columns(data);
  if (!out->used_.empty()) out->narrow_ = std::make_unique<Dataset>(chosen_columns(data, out->used_));
  const Dataset& seen = out->narrow_ ? *out->narrow_ : data;
  auto rows = LearnerRows::fit(seen, unscaled, missing, max_bytes, text.name, stop);
  if (!rows) return rows.error();
  constexpr std::uint64_t bytes_a_weight = 100;  // whole numbers, fractions and their texts
  const std::uint64_t cols = out->narrow_ ? data.cols : rows.value().features().cols;
  out->columns_ = data.cols;
  out->cols_ = cols;
  if (max_bytes > 0 && cols > max_bytes / bytes_a_weight)
    return Error{Code::bad_data, text.name,
                 "exact weights of " + counted(cols, "column") + " need " +
                     beyond_limit(cols * bytes_a_weight, max_bytes) +
                     "; give more with --max-memory, or choose --columns"};
  out->rows_ = std::make_unique<LearnerRows>(std::move(rows).value());
  out->signed_ = std::make_unique<SignedRows>(
      signed_features(seen, out->rows_->features(), out->rows_->map(), std::move(y), bias, text, stop));
  return out;
}

}  // namespace halfspace
