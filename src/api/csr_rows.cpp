#include <utility>

#include "api/arrays.hpp"
#include "api/row_checks.hpp"
#include "api/row_values.hpp"

namespace halfspace::api {
namespace {

/// The same numbers without a sign, where they stand.
template <class Unsigned, class Signed>
Buffer<Unsigned> unsigned_view(std::span<const Signed> values) {
  static_assert(sizeof(Unsigned) == sizeof(Signed));
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): the two may alias
  return Buffer<Unsigned>::view({reinterpret_cast<const Unsigned*>(values.data()), values.size()});
}

/// Indices that were checked, as a type of the library: where they stand if they have its size.
template <class To>
Buffer<To> indices(const Indices& from) {
  return std::visit(
      [](auto values) {
        if constexpr (sizeof(To) == sizeof(values[0])) {
          return unsigned_view<To>(values);
        } else {
          Buffer<To> out;
          out.reserve(values.size());
          for (const auto v : values) out.push_back(static_cast<To>(v));
          return out;
        }
      },
      from);
}

template <class T, class Rows>
Result<Found> look_at(const CsrMatrix<T>& x, Dataset& data, Rows& rows) {
  Found found;
  const bool notes = Rows::learns || rows.decimals_matter();
  found.floats = notes;
  if constexpr (!Rows::learns) {
    if (rows.sums_are_checked) {
      data.rows = x.rows;
      return found;
    }
  }
  for (std::size_t i = 0; i < x.rows; ++i) {
    const SparseRow<T> row = x.row(i);
    const bool finite = all_finite(row.value, row.size);
    for (std::size_t k = 0; k < row.size && !finite; ++k) {
      if (!std::isfinite(row.value[k])) return not_finite(i, row.column[k], static_cast<double>(row.value[k]));
    }
    const auto kept = rows.keep(i, false);
    if (!kept) return kept.error();
    if (!kept.value()) found.drop(i, x.rows);
    if (notes && kept.value()) found.note(data, rows, row.value, row.size);
  }
  return found;
}

template <class U, class T>
CsrMatrix<U> copied(const CsrMatrix<T>& x, const Found& found) {
  CsrMatrix<U> to;
  to.cols = x.cols;
  to.start.push_back(0);
  for (std::size_t i = 0; i < x.rows; ++i) {
    if (found.leave_out(i)) continue;
    const SparseRow<T> row = x.row(i);
    for (std::size_t k = 0; k < row.size; ++k) {
      to.column.push_back(row.column[k]);
      to.value.push_back(static_cast<U>(row.value[k]) + U{0});
    }
    to.start.push_back(to.value.size());
    ++to.rows;
  }
  return to;
}

}  // namespace

template <class Rows>
Result<void> fill(const CsrRows& from, Dataset& data, Rows& rows, std::uint64_t max_bytes) {
  data.cols = static_cast<std::uint64_t>(from.cols);
  const std::size_t entries = size_of(from.values);
  const bool wide = from.column.index() == 0;
  if (const auto fits = check_copy(wide ? entries * sizeof(std::uint32_t) : 0, max_bytes); !fits) return fits.error();
  return std::visit(
      [&]<class T>(std::span<const T> values) -> Result<void> {
        CsrMatrix<T> x{indices<std::uint64_t>(from.start), indices<std::uint32_t>(from.column), Buffer<T>::view(values),
                       static_cast<std::size_t>(from.rows), static_cast<std::size_t>(from.cols)};
        const auto found = look_at(x, data, rows);
        if (!found) return found.error();
        if (!found.value().negative_zero && found.value().left_out.empty()) {
          data.x = held(std::move(x));
          return {};
        }
        const bool floats = found.value().floats;
        const std::uint64_t size = sizeof(std::uint32_t) + (floats ? sizeof(float) : sizeof(T));
        if (const auto fits = check_copy(entries * size, max_bytes); !fits) return fits.error();
        data.x = floats ? held(copied<float>(x, found.value())) : held(copied<T>(x, found.value()));
        return {};
      },
      from.values);
}

template Result<void> fill(const CsrRows&, Dataset&, LabelledRows&, std::uint64_t);
template Result<void> fill(const CsrRows&, Dataset&, AllRows&, std::uint64_t);

}  // namespace halfspace::api
