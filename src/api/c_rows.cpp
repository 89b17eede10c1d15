#include "api/c_rows.hpp"

#include <utility>

namespace halfspace::api {
namespace {

Result<std::vector<std::string>> texts_of(const char* name, const char* const* first, std::int64_t count) {
  const auto pointers = array(name, first, count);
  if (!pointers) return pointers.error();
  std::vector<std::string> out;
  out.reserve(pointers.value().size());
  for (const char* text : pointers.value()) {
    if (text == nullptr) return null_argument((std::string(name) + "[" + std::to_string(out.size()) + "]").c_str());
    out.emplace_back(text);
  }
  return out;
}

Error unknown_type(const char* name, std::int64_t type) {
  return {Code::usage, name, std::to_string(type) + " is not one of 0, 1"};
}

Result<Numbers> numbers(const void* first, std::int64_t count, std::int64_t type) {
  if (type == HS_FLOAT) {
    const auto all = array("values", static_cast<const float*>(first), count);
    return all ? Result<Numbers>(all.value()) : all.error();
  }
  if (type != HS_DOUBLE) return unknown_type("value_type", type);
  const auto all = array("values", static_cast<const double*>(first), count);
  return all ? Result<Numbers>(all.value()) : all.error();
}

Result<Indices> c_indices(const char* name, const void* first, std::int64_t count, std::int64_t type) {
  if (type == HS_INT32) {
    const auto all = array(name, static_cast<const std::int32_t*>(first), count);
    return all ? Result<Indices>(all.value()) : all.error();
  }
  if (type != HS_INT64) return unknown_type("index_type", type);
  const auto all = array(name, static_cast<const std::int64_t*>(first), count);
  return all ? Result<Indices>(all.value()) : all.error();
}

/// Numbers from the first to the last that the strides reach; -1 where that is no size.
std::int64_t reached(const hs_rows& r, std::int64_t down, std::int64_t across) {
  if (r.rows < 0 || r.cols < 0 || down < 0 || across < 1) return -1;
  if (r.rows == 0 || r.cols == 0) return 0;
  std::int64_t a = 0;
  std::int64_t b = 0;
  std::int64_t sum = 0;
  const bool wrong = __builtin_mul_overflow(r.rows - 1, down, &a) || __builtin_mul_overflow(r.cols - 1, across, &b) ||
                     __builtin_add_overflow(a, b, &sum) || __builtin_add_overflow(sum, 1, &sum);
  return wrong ? -1 : sum;
}

}  // namespace

Result<void> CRows::take_dense(const hs_rows& r) {
  DenseRows out;
  out.rows = r.rows;
  out.cols = r.cols;
  out.row_stride = r.row_stride;
  out.col_stride = r.col_stride == 0 ? 1 : r.col_stride;
  const std::int64_t count = reached(r, r.row_stride == 0 ? r.cols : r.row_stride, out.col_stride);
  if (count < 0)
    return Error{Code::usage, "rows, cols",
                 std::to_string(r.rows) + " x " + std::to_string(r.cols) +
                     " with these strides is not a number of values; sizes and strides are from 0"};
  const auto values = numbers(r.values, count, r.value_type);
  if (!values) return values.error();
  out.values = values.value();
  rows_ = out;
  return {};
}

Result<void> CRows::take_sparse(const hs_rows& r) {
  if (r.rows < 0 || r.rows == std::numeric_limits<std::int64_t>::max())
    return Error{Code::usage, "rows", std::to_string(r.rows) + " is not a number of rows"};
  CsrRows out;
  out.rows = r.rows;
  out.cols = r.cols;
  const auto start = c_indices("start", r.start, r.rows + 1, r.index_type);
  if (!start) return start.error();
  out.start = start.value();
  const std::int64_t count = std::visit([](auto all) { return std::int64_t{all.back()}; }, out.start);
  const auto column = c_indices("column", r.column, count, r.index_type);
  if (!column) return column.error();
  const auto values = numbers(r.values, count, r.value_type);
  if (!values) return values.error();
  out.column = column.value();
  out.values = values.value();
  rows_ = out;
  return {};
}

Result<void> CRows::take_texts(const hs_rows& r) {
  by_number_ = r.labels != nullptr;
  by_text_ = r.label_texts != nullptr;
  if (by_number_ && by_text_) return Error{Code::usage, "labels", "and label_texts are both given; give one of them"};
  if (by_number_) numbers_ = {r.labels, static_cast<std::size_t>(r.rows)};
  if (by_text_) {
    auto texts = texts_of("label_texts", r.label_texts, r.rows);
    if (!texts) return texts.error();
    label_texts_ = std::move(texts).value();
  }
  if (r.columns != nullptr) {
    auto texts = texts_of("columns", r.columns, r.cols);
    if (!texts) return texts.error();
    names_ = std::move(texts).value();
  }
  const auto categories = array("categories", r.categories, r.category_count);
  if (!categories) return categories.error();
  for (const hs_category_column& c : categories.value()) {
    auto texts = texts_of("categories", c.texts, c.count);
    if (!texts) return texts.error();
    categories_.push_back({c.column, std::move(texts).value()});
  }
  return {};
}

Result<CRows> CRows::of(const hs_rows* rows) {
  if (rows == nullptr) return null_argument("rows");
  const bool sparse = rows->start != nullptr;
  if (!sparse && rows->column != nullptr) return null_argument("start");
  if (sparse &&
      (rows->columns != nullptr || rows->category_count != 0 || rows->row_stride != 0 || rows->col_stride != 0))
    return Error{Code::usage, "rows", "are sparse; columns, categories and strides are for dense rows"};
  CRows out;
  const auto taken = rows->start == nullptr ? out.take_dense(*rows) : out.take_sparse(*rows);
  if (!taken) return taken.error();
  if (const auto texts = out.take_texts(*rows); !texts) return texts.error();
  const auto n = static_cast<std::size_t>(rows->rows);
  std::visit(
      [&](auto& view) {
        if (rows->weights != nullptr) view.weights = {rows->weights, n};
        if (rows->groups != nullptr) view.groups = {rows->groups, n};
      },
      out.rows_);
  return out;
}

Result<RowLabels> CRows::labels() const {
  if (by_text_) return RowLabels(std::span<const std::string>(label_texts_));
  if (by_number_) return RowLabels(numbers_);
  return Error{Code::usage, "labels", "are missing; give labels or label_texts, one for each row"};
}

void CRows::complete(DenseRows& view) const {
  view.columns = names_;
  category_views_.clear();
  category_views_.reserve(categories_.size());
  for (const Texts& c : categories_) category_views_.push_back({c.column, c.texts});
  view.categories = category_views_;
}

void CRows::complete(CsrRows&) const {}

}  // namespace halfspace::api
