#include <algorithm>
#include <limits>
#include <variant>

#include "format/cache_arrays.hpp"
#include "format/value_codes.hpp"

namespace halfspace {
namespace {

constexpr std::size_t block_bytes = std::size_t{64} << 10U;

std::uint8_t width_of(std::uint64_t largest) { return largest <= 0xFF ? 1 : largest <= 0xFFFF ? 2 : 4; }

/// The gap of a column to the one before it in its row: columns between them. `far`: as large as no gap can be.
template <class Gap>
constexpr std::uint32_t far_gap = std::numeric_limits<Gap>::max();

/// Calls f(column, gap) for every entry in order.
template <class T, class F>
void for_each_gap(const CsrMatrix<T>& x, F&& f) {
  for (std::size_t i = 0; i < x.rows; ++i) {
    std::uint32_t next = 0;
    const auto row = x.row(i);
    for (std::size_t k = 0; k < row.size; ++k) {
      f(row.column[k], row.column[k] - next);
      next = row.column[k] + 1;
    }
  }
}

template <class T>
void choose_gaps(const CsrMatrix<T>& x, ArrayForms& forms) {
  std::uint64_t over8 = 0;
  std::uint64_t over16 = 0;
  for_each_gap(x, [&](std::uint32_t, std::uint32_t gap) {
    over8 += gap >= far_gap<std::uint8_t> ? 1U : 0U;
    over16 += gap >= far_gap<std::uint16_t> ? 1U : 0U;
  });
  const std::uint64_t n = forms.entries;
  forms.gaps = 4;
  std::uint64_t least = 4 * n;
  if (2 * n + 4 * over16 < least) {
    least = 2 * n + 4 * over16;
    forms.gaps = 2;
    forms.far = over16;
  }
  if (n + 4 * over8 < least) {
    forms.gaps = 1;
    forms.far = over8;
  }
}

template <class T>
void choose_values(const Buffer<T>& values, ArrayForms& forms) {
  forms.values = forms.wide ? ValueForm::doubles : ValueForm::floats;
  const bool ones = std::all_of(values.begin(), values.end(), [](T v) { return v == T{1}; });
  if (ones && !forms.dense) {
    forms.values = ValueForm::ones;
    return;
  }
  std::uint64_t least = values.size() * (forms.wide ? 8 : 4);
  ValueCodes codes;
  bool few = true;
  bool decimals = forms.wide;
  for (std::size_t k = 0; k < values.size() && (few || decimals); ++k) {
    const auto v = static_cast<double>(values[k]);
    few = few && codes.place(v).has_value();
    decimals = decimals && ShortDecimal::of(v).has_value();
  }
  const auto take = [&](ValueForm form, std::uint64_t bytes, std::size_t table) {
    if (bytes >= least) return;
    least = bytes;
    forms.values = form;
    forms.table = static_cast<std::uint32_t>(table);
  };
  if (decimals) take(ValueForm::decimals, 4 * values.size(), 0);
  const std::size_t distinct = codes.table().size();
  if (few && distinct > 0 && distinct <= 0x100) take(ValueForm::codes8, values.size() + 8 * distinct, distinct);
  if (few && distinct > 0) take(ValueForm::codes16, 2 * values.size() + 8 * distinct, distinct);
}

/// Bytes gathered into blocks.
class Blocks {
 public:
  explicit Blocks(const ByteSink& sink) : sink_(sink) { bytes_.reserve(block_bytes + 8); }

  template <class T>
  void put(T value) {
    bytes_.append(reinterpret_cast<const char*>(&value),
                  sizeof(T));  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
    if (bytes_.size() >= block_bytes) flush();
  }

  void put_width(std::uint64_t value, std::uint8_t width) {
    if (width == 1)
      put(static_cast<std::uint8_t>(value));
    else if (width == 2)
      put(static_cast<std::uint16_t>(value));
    else
      put(static_cast<std::uint32_t>(value));
  }

  Result<void> end() {
    flush();
    return result_;
  }

 private:
  void flush() {
    if (result_) result_ = sink_(bytes_);
    bytes_.clear();
  }

  const ByteSink& sink_;
  std::string bytes_;
  Result<void> result_;
};

template <class Gap, class T>
void put_gaps(const CsrMatrix<T>& x, Blocks& out) {
  for_each_gap(x, [&](std::uint32_t column, std::uint32_t gap) {
    if (gap >= far_gap<Gap>) out.put(column);
  });
  for_each_gap(x, [&](std::uint32_t, std::uint32_t gap) { out.put(static_cast<Gap>(std::min(gap, far_gap<Gap>))); });
}

template <class T>
void put_columns(const CsrMatrix<T>& x, const ArrayForms& forms, Blocks& out) {
  for (std::size_t i = 0; i < x.rows; ++i) out.put_width(x.row_size(i), forms.sizes);
  if (forms.gaps == 1)
    put_gaps<std::uint8_t>(x, out);
  else if (forms.gaps == 2)
    put_gaps<std::uint16_t>(x, out);
  else
    for (const std::uint32_t j : x.column) out.put(j);
}

template <class T>
void put_columns(const DenseMatrix<T>&, const ArrayForms&, Blocks&) {}

template <class T>
void put_codes(const Buffer<T>& values, const ArrayForms& forms, Blocks& out) {
  ValueCodes codes;
  for (const T v : values) codes.place(static_cast<double>(v));
  for (const double v : codes.table()) out.put(v);
  const std::uint8_t width = forms.values == ValueForm::codes8 ? 1 : 2;
  for (const T v : values) out.put_width(*codes.place(static_cast<double>(v)), width);
}

template <class T>
void put_values(const Buffer<T>& values, const ArrayForms& forms, Blocks& out) {
  switch (forms.values) {
    case ValueForm::ones:
      return;
    case ValueForm::codes8:
    case ValueForm::codes16:
      return put_codes(values, forms, out);
    case ValueForm::decimals:
      for (const T v : values) out.put(*ShortDecimal::of(static_cast<double>(v)));
      return;
    case ValueForm::floats:
      for (const T v : values) out.put(static_cast<float>(v));
      return;
    case ValueForm::doubles:
      for (const T v : values) out.put(static_cast<double>(v));
  }
}

template <class T>
void choose_columns_of(const CsrMatrix<T>& x, ArrayForms& forms) {
  std::uint64_t longest = 0;
  for (std::size_t i = 0; i < x.rows; ++i) longest = std::max<std::uint64_t>(longest, x.row_size(i));
  forms.sizes = width_of(longest);
  choose_gaps(x, forms);
}

template <class T>
void choose_columns_of(const DenseMatrix<T>&, ArrayForms& forms) {
  forms.dense = true;
}

}  // namespace

ArrayForms shortest_forms(const Dataset& data) {
  ArrayForms forms;
  std::visit(
      [&](const auto& x) {
        forms.wide = sizeof(x.value[0]) == sizeof(double);
        forms.entries = x.value.size();
        choose_columns_of(x, forms);
        choose_values(x.value, forms);
      },
      data.x);
  forms.labels = width_of(data.classes.size());
  forms.weights = !data.weight.empty();
  if (!data.group.empty()) forms.groups = width_of(*std::max_element(data.group.begin(), data.group.end()));
  return forms;
}

Result<void> put_arrays(const Dataset& data, const ArrayForms& forms, const ByteSink& sink) {
  Blocks out(sink);
  std::visit(
      [&](const auto& x) {
        put_columns(x, forms, out);
        put_values(x.value, forms, out);
      },
      data.x);
  for (const std::uint32_t label : data.label) out.put_width(label, forms.labels);
  for (const double weight : data.weight) out.put(weight);
  for (const std::uint32_t group : data.group) out.put_width(group, forms.groups);
  return out.end();
}

}  // namespace halfspace
