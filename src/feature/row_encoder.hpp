// One row of a text as the features of a map, entry by entry, columns ascending; zeros are left out. Training and
// prediction both go through here.
#pragma once

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include "base/number.hpp"
#include "feature/coding.hpp"

namespace halfspace {

struct Entry {
  std::uint32_t column;
  double value;
};

class RowEncoder {
 public:
  /// For rows of `data`; a copy costs nothing. Products of short decimals are the doubles nearest to the decimal
  /// products.
  RowEncoder(const FeatureMap& map, const Dataset& data);

  /// Valid until the next call.
  template <class Row>
  std::span<const Entry> operator()(Row row) {
    entries_.clear();
    for_each_entry(row, [&](std::size_t j, double v) { add(j, v); });
    add_products();
    return entries_;
  }

  /// Were all products so far decimals of at most 15 digits?
  bool short_products() const { return short_products_; }

 private:
  void add(std::size_t j, double v);
  void add_products();
  double product(std::initializer_list<double> factors);

  /// What copies of an encoder share.
  struct Columns {
    std::vector<std::uint64_t> place;  // first feature of each column; empty: column j is feature j
    std::vector<std::vector<std::vector<CodedFeature>>> code;  // of each column of texts: of each code of the data
    std::vector<std::vector<CodedFeature>> unseen;             // of each column: of other texts
  };

  const FeatureMap& map_;
  std::shared_ptr<const Columns> columns_;
  std::uint64_t base_;  // features before products
  double unit_ = 0;     // 10^decimals, 0 when the values are no short decimals
  bool short_products_ = true;
  std::vector<Entry> entries_;
};

}  // namespace halfspace
