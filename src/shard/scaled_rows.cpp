#include "shard/scaled_rows.hpp"

#include <cstddef>
#include <variant>

#include "data/value_copies.hpp"
#include "shard/shard.hpp"

namespace halfspace {

std::uint64_t ColumnScale::bytes(std::uint64_t rows, std::uint64_t entries) const {
  constexpr std::uint64_t of_entry = sizeof(double) + sizeof(std::uint32_t);
  return shift.empty() ? entries * of_entry : rows * factor.size() * sizeof(double);
}

std::shared_ptr<const ShardRows> ScaledRows::of(const ShardRows& rows, const ColumnScale& scale) {
  const std::scoped_lock lock(lock_);
  if (kept_ != nullptr && scale_ == scale) return kept_;
  kept_.reset();
  ShardRows out;
  out.number = rows.number;
  out.label = Buffer<std::uint32_t>::view(rows.label.span());
  out.weight = Buffer<double>::view(rows.weight.span());
  out.labels = rows.labels;
  out.columns = rows.columns;
  const auto value = [&](std::size_t j, double v) {
    return (v - (scale.shift.empty() ? 0 : scale.shift[j])) * scale.factor[j];
  };
  std::visit(
      [&]<class M>(const M& x) {
        if constexpr (requires { x.column; }) {
          if (scale.shift.empty()) {
            out.x = sparse_copy(x, value);
            return;
          }
        }
        out.x = dense_copy(x, scale.factor.size(), value);
      },
      rows.x);
  scale_ = scale;
  kept_ = std::make_shared<const ShardRows>(std::move(out));
  return kept_;
}

}  // namespace halfspace
