#include "certify/verify/exact_features.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t most_features = 2147483646;  // 2^31 - 2

/// Columns, or one for each of their levels.
std::uint64_t columns_of(const Certificate& certificate) {
  if (certificate.libsvm()) return certificate.column_count;
  std::uint64_t size = 0;
  for (const CertificateColumn& column : certificate.columns) size += std::max<std::size_t>(column.levels.size(), 1);
  return size;
}

std::uint64_t pairs_of(std::uint64_t m) { return m * (m + 1) / 2; }  // i <= j of m columns

Integer triples_of(std::uint64_t m) { return Integer(m) * (m + 1) * (m + 2) / 6; }  // i <= j <= k

}  // namespace

ExactFeatures::ExactFeatures(const Certificate& certificate)
    : c_(certificate),
      d_(columns_of(certificate)),
      products_(certificate.features != "none"),
      squares_(certificate.features != "interactions"),
      triples_(certificate.features == "poly3") {
  if (d_ > most_features) return;
  Integer size = d_;
  if (products_) size += pairs_of(d_) - (squares_ ? 0 : d_);
  if (triples_) size += triples_of(d_);
  if (size <= most_features) size_ = size.get_ui();
}

std::string ExactFeatures::name(std::uint64_t feature) const {
  if (feature == size_) return "the bias";
  std::uint64_t first = 0;
  for (const CertificateColumn& column : c_.columns) {
    const std::uint64_t levels = column.levels.size();
    if (levels == 0 && feature == first) return in_quotes(column.name);
    if (feature < first + levels) return in_quotes(column.name + "=" + column.levels[feature - first]);
    first += levels == 0 ? 1 : levels;
  }
  return "feature " + std::to_string(feature + 1);
}

/// Place of x_i x_j: behind the columns and the pairs that begin below i.
std::uint64_t ExactFeatures::pair(std::uint64_t i, std::uint64_t j) const {
  if (squares_) return d_ + pairs_of(d_) - pairs_of(d_ - i) + (j - i);
  return d_ + pairs_of(d_ - 1) - pairs_of(d_ - 1 - i) + (j - i - 1);
}

/// Place of x_i x_j x_k: behind the pairs, the triples that begin below i, and those of i that go on below j.
std::uint64_t ExactFeatures::triple(std::uint64_t i, std::uint64_t j, std::uint64_t k) const {
  const Integer below = triples_of(d_) - triples_of(d_ - i);
  return d_ + pairs_of(d_) + below.get_ui() + pairs_of(d_ - i) - pairs_of(d_ - j) + (k - j);
}

}  // namespace halfspace
