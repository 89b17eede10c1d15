#include "shard/scaled_rows.hpp"

#include <cstddef>
#include <variant>

#include "data/value_copies.hpp"
#include "shard/shard.hpp"

namespace halfspace {

namespace {

bool is_sparse(const ShardRows& rows) {
  return std::visit([]<class M>(const M& x) { return requires { x.column; }; }, rows.x);
}

}  // namespace

bool becomes_dense(const ShardRows& rows, const ColumnScale& scale) { return is_sparse(rows) && !scale.shift.empty(); }

std::uint64_t scaled_bytes(const ShardRows& rows, const ColumnScale& scale) {
  const std::uint64_t n = rows.label.size();
  if (!is_sparse(rows) || !scale.shift.empty()) return n * scale.factor.size() * sizeof(double);
  const std::uint64_t stored = std::visit([](const auto& x) { return std::uint64_t{x.stored()}; }, rows.x);
  return stored * (sizeof(double) + sizeof(std::uint32_t)) + (n + 1) * sizeof(std::uint64_t);
}

bool ScaledRows::has(const ColumnScale& scale) const {
  const std::scoped_lock lock(lock_);
  return kept_ != nullptr && scale_ == scale;
}

std::uint64_t ScaledRows::bytes() const {
  const std::scoped_lock lock(lock_);
  return kept_ == nullptr ? 0 : scaled_bytes(*kept_, scale_);
}

void ScaledRows::forget() {
  const std::scoped_lock lock(lock_);
  kept_.reset();
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
