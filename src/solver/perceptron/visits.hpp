// Where a run stands: the order of its rows, the place in the present pass, the visits since the last mistake and since
// the last step other than 0. A visit is a look at one row, at one mini-batch, or at all rows (random-mistake).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "solver/perceptron/options.hpp"
#include "solver/perceptron/row_order.hpp"

namespace halfspace {

class Visits {
 public:
  Visits(const PerceptronChoices& o, std::uint64_t n)
      : o_(o), n_(n), order_(o, n), a_pass_(o.step == Step::minibatch ? (n + o.batch - 1) / o.batch : n) {}

  /// Of a whole pass.
  std::uint64_t a_pass() const { return a_pass_; }

  bool random_rows() const {
    return o_.order == Order::random || (o_.step == Step::minibatch && o_.batch_order == BatchOrder::random);
  }

  /// Are the rows of every pass the same in the same order, so that a pass may begin anywhere?
  bool one_order() const {
    return !random_rows() &&
           (o_.order == Order::cyclic || o_.order == Order::permuted || o_.order == Order::first_mistake);
  }

  /// The row so many visits ahead in the present pass.
  std::uint64_t row(std::uint64_t ahead) { return order_.at(position_ + ahead); }

  std::uint64_t choose(std::span<const std::uint64_t> mistakes) { return order_.choose(mistakes); }

  /// The rows of the next mini-batch; valid until the next call.
  std::span<const std::uint64_t> batch() {
    if (o_.batch_order == BatchOrder::random) return order_.subset(o_.batch);
    slice_.clear();
    const std::uint64_t first = position_ * o_.batch;
    for (std::uint64_t k = first; k < std::min(n_, first + o_.batch); ++k) slice_.push_back(order_.at(k));
    return slice_;
  }

  /// Clean visits until a pass ends, or one that began after the last mistake.
  std::uint64_t ahead() const {
    const std::uint64_t most = a_pass_ - position_;
    return one_order() ? std::min(most, a_pass_ - in_a_row_ % a_pass_) : most;
  }

  void without_mistake(std::uint64_t count) {
    in_a_row_ += count;
    unmoved_ += count;
  }
  /// `moved`: by a step other than 0.
  void mistake(bool moved) {
    in_a_row_ = 0;
    unmoved_ = moved ? 0 : unmoved_ + 1;
    pass_clean_ = false;
  }
  std::uint64_t unmoved() const { return unmoved_; }  ///< visits in a row that moved no weights
  bool all_clean() const { return one_order() && in_a_row_ == a_pass_; }

  void move_on(std::uint64_t count) { position_ += count; }
  bool at_end() const { return position_ == a_pass_; }

  void begin_pass() { order_.begin_pass(); }

  /// Was no row of the pass a mistake?
  bool end_pass() {
    position_ = 0;
    return std::exchange(pass_clean_, true);
  }
  void pass_completed() { ++completed_; }
  std::uint64_t completed() const { return completed_; }  ///< passes

  /// The search goes back to row 1 with the next move_on(1).
  void back_to_first() { position_ = static_cast<std::uint64_t>(-1); }

  /// Of a run of known length, after so many visits; negative: length unknown.
  double fraction(std::uint64_t visits) const {
    const double in_pass = static_cast<double>(position_) / static_cast<double>(a_pass_);
    double part = -1;
    if (o_.passes > 0) part = (static_cast<double>(completed_) + in_pass) / static_cast<double>(o_.passes);
    if (o_.rounds > 0) part = std::max(part, static_cast<double>(visits) / static_cast<double>(o_.rounds));
    return part;
  }

 private:
  const PerceptronChoices& o_;
  std::uint64_t n_;
  RowOrder order_;
  std::uint64_t a_pass_;
  std::uint64_t position_ = 0;  // in the pass
  std::uint64_t completed_ = 0;
  std::uint64_t in_a_row_ = 0;  // without a mistake
  std::uint64_t unmoved_ = 0;
  bool pass_clean_ = true;
  std::vector<std::uint64_t> slice_;
};

}  // namespace halfspace
