#include "certify/class_pairs.hpp"

#include <algorithm>
#include <utility>

namespace halfspace {
namespace {

using Exact = std::vector<std::pair<std::uint64_t, Rational>>;

/// Calls f(first coordinate, sign) for the places of a pair, ascending.
template <class F>
void for_each_place(std::uint32_t own, std::uint32_t other, std::uint64_t side, F&& f) {
  const std::uint32_t low = std::min(own, other);
  const std::uint32_t high = std::max(own, other);
  if (low > 0) f((low - 1) * side, low == own ? 1 : -1);
  f((high - 1) * side, high == own ? 1 : -1);
}

/// The pairs' exact values, from those of their rows.
ExactFetch exact_pairs(const SignedRows& x, std::span<const std::uint32_t> label,
                       const std::shared_ptr<const std::vector<ClassPair>>& pairs) {
  return [&x, label, pairs](const std::vector<std::uint64_t>& asked) -> Result<std::vector<Exact>> {
    std::vector<std::uint64_t> rows;
    rows.reserve(asked.size());
    for (const std::uint64_t p : asked) rows.push_back((*pairs)[p].row);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    if (const auto known = x.need(rows); !known) return known.error();
    std::vector<Exact> out;
    out.reserve(asked.size());
    for (const std::uint64_t p : asked) {
      const ClassPair& pair = (*pairs)[p];
      const IntegerVector row = x.exact(pair.row);
      Exact& to = out.emplace_back();
      for_each_place(label[pair.row], pair.other, x.dims(), [&](std::uint64_t first, int sign) {
        for (const auto& [j, v] : row) {
          Rational value(sign * v, x.unit());
          value.canonicalize();
          to.emplace_back(first + j, std::move(value));
        }
      });
    }
    return out;
  };
}

template <class M>
CsrMatrix<double> written_out(const M& x, const SignedRows& z, std::span<const std::uint32_t> label,
                              const std::vector<ClassPair>& pairs) {
  CsrMatrix<double> out;
  out.start.reserve(pairs.size() + 1);
  out.start.push_back(0);
  const auto add = [&](std::uint64_t column, double value) {
    out.column.push_back(static_cast<std::uint32_t>(column));
    out.value.push_back(value);
  };
  for (const ClassPair& p : pairs) {
    for_each_place(label[p.row], p.other, z.dims(), [&](std::uint64_t first, int sign) {
      for_each_entry(x.row(p.row), [&](std::size_t j, double v) {
        if (v != 0) add(first + j, sign * v);
      });
      if (z.bias()) add(first + z.cols(), sign);
    });
    out.start.push_back(out.value.size());
  }
  out.rows = pairs.size();
  return out;
}

}  // namespace

std::uint64_t ClassPairs::entries(std::uint64_t row) const {
  const std::uint64_t own = std::visit([&](const auto& x) { return x.row_size(row); }, x_.data().x);
  return 2 * (own + (x_.bias() ? 1 : 0));
}

std::uint64_t ClassPairs::entries() const {
  const std::uint64_t own = std::visit([](const auto& x) { return x.stored(); }, x_.data().x);
  return 2 * (own + (x_.bias() ? x_.rows() : 0)) * (classes_ - 1);
}

std::vector<ClassPair> ClassPairs::of(std::uint64_t first, std::uint64_t last) const {
  std::vector<ClassPair> out;
  out.reserve((last - first) * (classes_ - 1));
  for (std::uint64_t i = first; i < last; ++i) {
    for (std::uint32_t k = 0; k < classes_; ++k) {
      if (k != label_[i]) out.push_back({i, k});
    }
  }
  return out;
}

PairRows ClassPairs::write(std::vector<ClassPair> pairs) const {
  PairRows out;
  out.pairs_ = std::make_shared<const std::vector<ClassPair>>(std::move(pairs));
  out.data_ = std::make_unique<Dataset>();
  Dataset& data = *out.data_;
  data.x = std::visit([&](const auto& x) { return Matrix(written_out(x, x_, label_, *out.pairs_)); }, x_.data().x);
  std::visit([&](auto& x) { x.cols = dims(); }, data.x);
  data.rows = out.pairs_->size();
  data.cols = dims();
  data.nonzeros = std::visit([](const auto& x) { return x.stored(); }, data.x);
  data.decimals = x_.data().decimals;
  data.short_decimals = x_.data().short_decimals;
  out.rows_ = std::make_unique<SignedRows>(data, x_.decimals(), std::vector<std::int8_t>(data.rows, 1), false,
                                           exact_pairs(x_, label_, out.pairs_));
  return out;
}

}  // namespace halfspace
