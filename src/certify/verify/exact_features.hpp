// The features of a row: its columns, and where the certificate says so their products, in this order:
//
//   x_i;  then x_i x_j for i <= j (interactions: i < j) by i, then j;  then (poly3) x_i x_j x_k for i <= j <= k
#pragma once

#include <optional>
#include <span>
#include <string>

#include "certify/verify/exact_reader.hpp"

namespace halfspace {

class ExactFeatures {
 public:
  explicit ExactFeatures(const Certificate& certificate);

  /// How many there are; nothing beyond 2^31 - 2.
  std::optional<std::uint64_t> size() const { return size_; }

  /// "x", "colour=red", "feature 7" (a product, counted from 1), "the bias" for the place behind the last feature.
  std::string name(std::uint64_t feature) const;

  /// More features of one row than are checked: 2^22.
  bool too_many(std::span<const ExactEntry> columns) const {
    constexpr double most = 1 << 22;
    const auto e = static_cast<double>(columns.size());
    return e + (products_ ? e * (e + 1) / 2 : 0) + (triples_ ? e * (e + 1) * (e + 2) / 6 : 0) > most;
  }

  /// use(feature, value) for all that are not 0.
  template <class Use>
  void for_each(std::span<const ExactEntry> columns, Use use) const {
    for (const ExactEntry& e : columns) use(e.column, e.value);
    for (std::size_t a = 0; products_ && a < columns.size(); ++a) {
      for (std::size_t b = squares_ ? a : a + 1; b < columns.size(); ++b) {
        const Decimal ab = product(columns[a].value, columns[b].value);
        use(pair(columns[a].column, columns[b].column), ab);
        for (std::size_t k = b; triples_ && k < columns.size(); ++k)
          use(triple(columns[a].column, columns[b].column, columns[k].column), product(ab, columns[k].value));
      }
    }
  }

 private:
  static Decimal product(const Decimal& a, const Decimal& b) {
    return {Integer(a.digits * b.digits), a.exponent + b.exponent};
  }
  std::uint64_t pair(std::uint64_t i, std::uint64_t j) const;
  std::uint64_t triple(std::uint64_t i, std::uint64_t j, std::uint64_t k) const;

  const Certificate& c_;
  std::uint64_t d_;  // columns
  bool products_;
  bool squares_;
  bool triples_;
  std::optional<std::uint64_t> size_;
};

}  // namespace halfspace
