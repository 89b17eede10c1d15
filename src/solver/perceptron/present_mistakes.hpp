// The mistakes of the present weights over all rows, and the work of finding them. Runs that choose among them
// (random-mistake) have a list, by kept margins where the weights allow it, else by a look at all rows.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/stop.hpp"
#include "solver/perceptron/decimal_scale.hpp"
#include "solver/perceptron/kept_margins.hpp"
#include "solver/perceptron/mistakes.hpp"
#include "solver/perceptron/perceptron.hpp"
#include "solver/perceptron/run_work.hpp"

namespace halfspace {

/// Are scores of these weights plain products, whose margins can be kept?
template <class W>
inline constexpr bool keeps_margins = requires(const W& w) { w.bias_value(); };

template <class M, class W>
class PresentMistakes {
 public:
  /// `most_bytes` bounds the memory of the run; 0: no bound.
  PresentMistakes(const M& x, const W& w, const PerceptronProblem& p, const PerceptronChoices& o, unsigned threads,
                  std::uint64_t most_bytes, const StopToken& stop, RunWork<M, W>& work)
      : x_(x),
        w_(w),
        y_(p.y),
        threshold_(w.exact() ? std::nearbyint(o.margin * w.unit()) : o.margin),
        all_(x, w, p.y, p.weight, o.keep == Keep::pocket ? weight_unit(p.weight) : 0, o.mistake, threshold_, threads,
             stop),
        listed_(o.order == Order::random_mistake),
        most_bytes_(most_bytes),
        work_(work) {}

  /// Is a row with this score?
  bool is_mistake(std::size_t i, double s) const { return all_.is_mistake(i, s); }
  double row_weight(std::size_t i) const { return all_.row_weight(i); }

  /// Those among the rows of a mini-batch, with their scores.
  void find_among(std::span<const std::uint64_t> batch, std::vector<std::uint64_t>& rows, std::vector<double>& scores) {
    rows.clear();
    scores.clear();
    for (const std::uint64_t i : batch) {
      const double s = w_.score(i);
      work_.add(work_.cost(i));
      if (!is_mistake(i, s)) continue;
      rows.push_back(i);
      scores.push_back(s);
    }
  }

  /// Is no row? Rows are looked at up to the first that is.
  bool none() {
    const std::uint64_t looked = all_.first();
    work_.add(work_.cost_of_all() / x_.rows * std::min<std::uint64_t>(looked + 1, x_.rows));
    return looked == x_.rows;
  }

  /// Total weight, in the unit of weight_unit(), exact below `enough`.
  double weight(double enough) {
    if (listed_) return all_.weight_of(rows_);
    const double total = all_.count(enough);
    work_.add(work_.cost_of_all());
    return total;
  }

  /// Of all rows.
  OwnScores scores() const {
    OwnScores own{std::vector<double>(x_.rows), w_.unit(), threshold_};
    for (std::size_t i = 0; i < x_.rows; ++i) own.score[i] = w_.score(i);
    return own;
  }

  // The list ----------------------------------------------------------------------------------------------------------

  bool listed() const { return listed_; }
  std::span<const std::uint64_t> rows() const { return rows_; }  ///< in row order

  void make_list() {
    keep_margins();
    find(std::nullopt, 0);
  }

  /// The weights have moved by `step` (in their scale) along row `last`.
  void renew_list(std::uint64_t last, double step) { find(last, step); }

 private:
  void keep_margins() {
    if constexpr (keeps_margins<W>) {
      if (w_.snaps()) return;
      constexpr std::uint64_t most = std::uint64_t{1} << 28U;
      kept_.emplace(x_, w_, y_, threshold_, most_bytes_ == 0 ? most : std::min(most, most_bytes_ / 4));
    }
  }

  void find(std::optional<std::uint64_t> last, double step) {
    if constexpr (keeps_margins<W>) {
      if (kept_) {
        if (last) work_.add(kept_->moved(*last, step));
        kept_->find(rows_, [&](std::uint64_t j) { return all_.is_mistake(j, w_.score(j)); });
        work_.add(x_.rows);
        return;
      }
    }
    all_.find(rows_);
    work_.add(work_.cost_of_all());
  }

  const M& x_;
  const W& w_;
  std::span<const std::int8_t> y_;
  double threshold_;  // β in the unit of scores
  MistakeCounter<M, W> all_;
  bool listed_;
  std::uint64_t most_bytes_;
  RunWork<M, W>& work_;
  std::optional<KeptMargins<M, W>> kept_;
  std::vector<std::uint64_t> rows_;
};

}  // namespace halfspace
