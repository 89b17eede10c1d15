// The entries of one row side by side, with the constant feature in front: what the loops of a gradient learner run
// over. Feature j stands in place j + 1 of its weights, the bias in place 0.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/buffer.hpp"
#include "data/rows.hpp"

namespace halfspace {

class RowEntries {
 public:
  template <class Row>
  void open(Row row, bool bias) {
    make_room(row.size + 1);
    size_ = 0;
    square_ = 0;
    if (bias) add(0, 1);
    for_each_entry(row, [&](std::size_t j, double v) {
      if (v != 0) add(static_cast<std::uint32_t>(j) + 1, v);
    });
  }

  std::size_t size() const { return size_; }
  std::uint32_t place(std::size_t k) const { return place_[k]; }
  double value(std::size_t k) const { return value_[k]; }
  const double* values() const { return value_.data(); }
  double square() const { return square_; }  ///< |x̄|^2
  double* scratch() { return scratch_.data(); }

 private:
  void make_room(std::size_t size) {
    if (place_.size() >= size) return;
    place_.resize(size);
    value_.resize(size);
    scratch_.resize(size);
  }

  void add(std::uint32_t place, double v) {
    place_[size_] = place;
    value_[size_++] = v;
    square_ += v * v;
  }

  std::size_t size_ = 0;
  double square_ = 0;
  Buffer<std::uint32_t> place_;
  Buffer<double> value_;
  Buffer<double> scratch_;
};

}  // namespace halfspace
