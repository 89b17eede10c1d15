// One run of the perceptron family (docs/algorithms.md section 2).
//
//   find  w̄ = (w, b)  with  w̄.z_i > 0 for all i,   z_i = y_i (x_i, 1)
//   by    w̄ += c_k z_i  at each visited row i that is a mistake
//
// y_i label, s = w̄.x̄_i score, m = y_i s margin, c multiplier, η, τ, B, β, C as in docs/notation.md. Rosenblatt 1958;
// Novikoff 1962; each preset's source stands in options.cpp. Inside, rows and weights carry the scales of
// decimal_scale.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "base/rng.hpp"
#include "base/text.hpp"
#include "simd/ops.hpp"
#include "solver/perceptron/decimal_scale.hpp"
#include "solver/perceptron/perceptron.hpp"
#include "solver/perceptron/recurrence.hpp"
#include "solver/perceptron/row_order.hpp"

namespace halfspace {

template <class M>
class PerceptronRun {
 public:
  PerceptronRun(const M& x, const PerceptronProblem& p, const PerceptronOptions& o, const DecimalScale& scale,
                unsigned threads, std::uint64_t vote_bytes, const PerceptronObserver& observer)
      : x_(x),
        y_(p.y),
        weight_(p.weight),
        o_(o),
        scale_(scale),
        threads_(x.stored() > (std::size_t{1} << 20U) ? threads : 1),
        vote_bytes_(vote_bytes),
        observer_(observer),
        n_(x.rows),
        d_(x.cols),
        bias_(o.bias != Bias::none ? scale.data : 0),
        score_unit_(scale.weights * scale.data),
        threshold_(std::nearbyint(o.margin * score_unit_)),
        w_(d_ + 1),
        order_(o, n_),
        pass_visits_(o.step == Step::minibatch ? (n_ + o.batch - 1) / o.batch : n_),
        exact_(scale.exact) {
    if (!exact_) threshold_ = o.margin;
    r_.alpha.resize(n_);
    if (o.keep == Keep::average) sum_.resize(d_ + 1);
  }

  Result<PerceptronResult> run() {
    begin();
    while (!ended_) {
      if (at_limit()) break;
      visit();
      if (error_) return *error_;
    }
    finish();
    return std::move(r_);
  }

 private:
  // The rules ---------------------------------------------------------------------------------------------------------

  double score(std::size_t i) const { return dot(x_.row(i), w_.data()) + bias_ * w_[d_]; }

  /// NaN is a mistake under every rule: update() then reports the overflow.
  bool is_mistake(double s, double y) const {
    switch (o_.mistake) {
      case Mistake::boundary_is_mistake:
        return !(y * s > threshold_);
      case Mistake::boundary_is_correct:
        return !(y * s >= threshold_);
      default:
        return y > 0 ? !(s >= 0) : !(s < 0);
    }
  }

  /// c of one mistaken row with score s (true scale), without its weight.
  double multiplier(std::size_t i, double s, std::uint64_t batch_size) const {
    switch (o_.step) {
      case Step::unit:
        return 1;
      case Step::rate:
        return o_.eta;
      case Step::delta:
        return s == 0 && o_.mistake == Mistake::boundary_is_mistake ? o_.eta : 2 * o_.eta;  // η |ŷ - y|
      case Step::minibatch:
        return o_.tau / static_cast<double>(batch_size);
      default:
        return passive_aggressive(i, s);
    }
  }

  /// Crammer et al. 2006, figure 1: loss ℓ = max(0, β - m) with β = 1 where the run requires no margin of its own.
  double passive_aggressive(std::size_t i, double s) const {
    const double norm = squared_norm(x_.row(i)) + bias_ * bias_;
    const double loss = std::max(0.0, (o_.margin > 0 ? o_.margin : 1) - static_cast<double>(y_[i]) * s);
    if (norm == 0) return 0;                                                    // a zero row: no step can help
    if (o_.step == Step::pa) return loss / norm;                                // PA
    if (o_.step == Step::pa1) return std::min(o_.aggressiveness, loss / norm);  // PA-I
    return loss / (norm + 1 / (2 * o_.aggressiveness));                         // PA-II
  }

  double weight(std::size_t i) const { return weight_.empty() ? 1 : weight_[i]; }

  // A visit -----------------------------------------------------------------------------------------------------------

  void visit() {
    if (o_.step == Step::minibatch) {
      ++r_.visits;
      visit_batch();
      after_visits(1);
    } else if (o_.order == Order::random_mistake) {
      ++r_.visits;
      visit_chosen();
      after_visits(1);
    } else {
      visit_rows();
    }
    if (work_ >= report_every) report();
  }

  /// Rows in order up to the first mistake: the clean ones in one tight loop, then the update.
  void visit_rows() {
    const std::uint64_t most = visits_ahead();
    std::uint64_t i = 0;
    std::uint64_t clean = 0;
    double s = 0;
    bool mistake = false;
    for (; clean < most && work_ < report_every; ++clean) {
      i = order_.at(position_ + clean);
      s = score(i);
      work_ += x_.row_size(i) + 1;
      mistake = is_mistake(s, y_[i]);
      if (mistake) break;
    }
    if (clean > 0) {
      r_.visits += clean;
      after_clean_visits(clean);
      after_visits(clean);
    }
    if (!mistake || ended_) return;
    ++r_.visits;
    update({&i, 1}, {&s, 1}, 1);
    after_visits(1);
  }

  /// Visits until something has to be looked at even if no row is a mistake; at least 1.
  std::uint64_t visits_ahead() const {
    std::uint64_t most = pass_visits_ - position_;
    if (one_order()) most = std::min(most, pass_visits_ - clean_visits_ % pass_visits_);
    if (o_.rounds > 0) most = std::min(most, o_.rounds - r_.visits);
    if (o_.stop == Stop::patience) most = std::min(most, o_.patience - clean_visits_);
    return most;
  }

  void after_visits(std::uint64_t count) {
    if (o_.keep == Keep::vote) survived_ += count;
    position_ += count;
    if (!ended_ && position_ == pass_visits_) end_pass();
  }

  void visit_batch() {
    std::uint64_t size = o_.batch;
    slice_.clear();
    if (o_.batch_order == BatchOrder::random) {
      const auto rows = order_.subset(size);
      slice_.assign(rows.begin(), rows.end());
    } else {
      const std::uint64_t first = position_ * o_.batch;
      size = std::min(size, n_ - first);
      for (std::uint64_t k = 0; k < size; ++k) slice_.push_back(order_.at(first + k));
    }
    rows_.clear();
    scores_.clear();
    for (const std::uint64_t i : slice_) {
      const double s = score(i);
      work_ += x_.row_size(i) + 1;
      if (!is_mistake(s, y_[i])) continue;
      rows_.push_back(i);
      scores_.push_back(s);
    }
    if (rows_.empty()) {
      after_clean_visits(1);
    } else {
      update(rows_, scores_, size);
    }
  }

  /// random-mistake: mistakes_ is the list for the present weights; begin() and update() keep it.
  void visit_chosen() {
    const std::uint64_t i = order_.choose(mistakes_);
    const double s = score(i);
    update({&i, 1}, {&s, 1}, 1);
  }

  /// Are the rows of every pass the same in the same order, so that a pass may begin anywhere?
  bool one_order() const {
    if (o_.step == Step::minibatch && o_.batch_order == BatchOrder::random) return false;
    return o_.order == Order::cyclic || o_.order == Order::permuted || o_.order == Order::first_mistake;
  }

  void after_clean_visits(std::uint64_t count) {
    clean_visits_ += count;
    if (one_order() && clean_visits_ == pass_visits_)
      clean(counted(pass_visits_, "visit") + " in a row without a mistake");
    if (o_.stop == Stop::patience && clean_visits_ >= o_.patience)
      end(Status::patience, counted(o_.patience, "visit") + " in a row without an update (a heuristic, no proof)");
  }

  // An update ---------------------------------------------------------------------------------------------------------

  void update(std::span<const std::uint64_t> rows, std::span<const double> scores, std::uint64_t batch_size) {
    if (o_.keep == Keep::vote && !push_vote()) return;
    steps_.clear();
    true_scores_.clear();
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if (!std::isfinite(scores[k])) return overflow();
      const double s = scores[k] / score_unit_;
      const double c = multiplier(rows[k], s, batch_size) * weight(rows[k]);
      true_scores_.push_back(s);
      steps_.push_back(c);
      move(rows[k], c);
    }
    ++r_.updates;
    clean_visits_ = 0;
    pass_clean_ = false;
    keep_exact();
    if (observer_.update) trace(rows);
    after_update();
  }

  /// w̄ += c z_i  (in scaled units c' = c D / 10^k)
  void move(std::size_t i, double c) {
    const double y = y_[i];
    const double whole = c * (scale_.weights / scale_.data);
    const double scaled_step = exact_ ? std::nearbyint(whole) : whole;
    axpy(y * scaled_step, x_.row(i), w_.data());
    w_[d_] += y * scaled_step * bias_;
    if (o_.keep == Keep::average) {  // mean over visits t = 1..T of w̄_t = w̄_T - (1/T) sum_k (t_k - 1) c_k z_k
      const double earlier = static_cast<double>(r_.visits - 1);
      axpy(earlier * y * scaled_step, x_.row(i), sum_.data());
      sum_[d_] += earlier * y * scaled_step * bias_;
    }
    r_.alpha[i] += c;
    r_.multiplier_sum += c;
    reach_ += scaled_step * scale_.largest;
  }

  /// Leaves exact mode before a partial sum could pass 2^53.
  void keep_exact() {
    if (!exact_ || reach_ * scale_.row_sum <= exact_limit) return;
    reach_ = largest_weight();
    exact_ = reach_ * scale_.row_sum <= exact_limit / 2;
  }

  void after_update() {
    if (o_.order == Order::first_mistake) {
      end_pass();
      position_ = static_cast<std::uint64_t>(-1);  // the search restarts at row 1
    }
    if (o_.order == Order::random_mistake) find_mistakes();
    if (o_.keep == Keep::pocket && !ended_) fill_pocket();
    if (o_.order == Order::random_mistake && mistakes_.empty()) clean("no row is a mistake");
    if (o_.stop == Stop::no_mistake && o_.order != Order::random_mistake && !ended_ && count_mistakes(0) == 0)
      clean("no row is a mistake");
  }

  void trace(std::span<const std::uint64_t> rows) {
    double squared = 0;
    std::vector<double> now;
    for (const double v : w_) squared += (v / scale_.weights) * (v / scale_.weights);
    if (d_ <= 64) {
      for (const double v : w_) now.push_back(v / scale_.weights);
    }
    observer_.update({r_.visits, r_.passes, rows, true_scores_, steps_, squared, now});
  }

  // Passes ------------------------------------------------------------------------------------------------------------

  void end_pass() {
    position_ = 0;
    const bool random =
        o_.order == Order::random || (o_.step == Step::minibatch && o_.batch_order == BatchOrder::random);
    const bool is_clean = random ? count_mistakes(0) == 0 : pass_clean_ && o_.order == Order::shuffled;
    if (is_clean)
      clean(random ? "no row is a mistake (all rows checked at the end of a pass)" : "a whole pass without a mistake");
    pass_clean_ = true;
    note_margin();
    if (!ended_) look_for_recurrence();
    ++completed_;
    if (ended_ || at_limit()) return;
    ++r_.passes;
    order_.begin_pass();
  }

  /// γ <= ‖w̄‖ / Σc from w̄_0 = 0: a convex combination of the z_i has that norm.
  void note_margin() {
    if (o_.start != Start::zero || r_.multiplier_sum <= 0) return;
    double squared = 0;
    for (const double v : w_) squared += v * v;
    const double bound = std::sqrt(squared) / scale_.weights / r_.multiplier_sum;
    if (std::isfinite(squared)) r_.margin_at_most = std::min(r_.margin_at_most, bound);
  }

  void look_for_recurrence() {
    if (o_.decide == Decide::off || r_.not_separable || !exact_) return;
    const auto earlier = recurrence_.add(r_.passes, r_.updates, w_);
    if (!earlier) return;
    r_.not_separable = true;
    r_.recurrence_from = *earlier;
    r_.recurrence_to = r_.passes;
    if (o_.stop == Stop::clean_pass || o_.stop == Stop::no_mistake) {
      end(Status::not_separable, "the weights at the end of pass " + std::to_string(r_.passes) +
                                     " equal those at the end of pass " + std::to_string(*earlier) +
                                     ": no separator exists (Gordan)");
    }
  }

  // Ends --------------------------------------------------------------------------------------------------------------

  void begin() {
    set_start();
    r_.passes = 1;
    order_.begin_pass();
    if (o_.keep == Keep::pocket) {
      pocket_ = w_;
      pocket_mistakes_ = count_mistakes(infinite);
      if (pocket_mistakes_ == 0) clean("the pocket holds weights without a mistake");
    }
    if (ended_) return;
    if (o_.order == Order::random_mistake) {
      find_mistakes();
      if (mistakes_.empty()) clean("no row is a mistake");
    }
    if (!ended_ && o_.stop == Stop::no_mistake && o_.order != Order::random_mistake && count_mistakes(0) == 0)
      clean("no row is a mistake");
  }

  void set_start() {
    if (o_.start == Start::random) {
      Rng rng(o_.seed, Stream::start);
      for (std::size_t j = 0; j < (bias_ != 0 ? d_ + 1 : d_); ++j) {
        const double whole =
            static_cast<double>(rng.bounded(2000001)) - 1e6;  // 10^-8 times this: uniform in [-0.01, 0.01]
        w_[j] = exact_ ? whole * (scale_.weights / 1e8) : whole / 1e8;
      }
    }
    for (std::size_t j = 0; j < o_.start_weights.size(); ++j) {
      w_[j] = exact_ ? std::nearbyint(o_.start_weights[j] * scale_.weights) : o_.start_weights[j];
    }
    reach_ = largest_weight();
  }

  /// No row is a mistake under the run's rule.
  void clean(const std::string& how) {
    if (r_.first_clean_pass == 0) r_.first_clean_pass = r_.passes;
    const bool fixed = o_.stop == Stop::passes || o_.stop == Stop::rounds || o_.stop == Stop::patience;
    const bool nothing_to_do = o_.order == Order::random_mistake || o_.keep == Keep::pocket;
    if (!fixed || nothing_to_do || (o_.stop == Stop::passes && o_.ends_on_clean_pass)) end(Status::converged, how);
  }

  void end(Status status, const std::string& reason) {
    if (ended_) return;
    ended_ = true;
    r_.status = status;
    r_.stop_reason = reason;
  }

  bool at_limit() {
    if (o_.rounds > 0 && r_.visits >= o_.rounds) end(Status::rounds, counted(o_.rounds, "visit") + " made");
    if (o_.passes > 0 && completed_ >= o_.passes) end(Status::passes, counted(o_.passes, "pass") + " made");
    if (o_.max_updates > 0 && r_.updates >= o_.max_updates)
      end(Status::not_converged, "the cap of " + counted(o_.max_updates, "update") + " is reached");
    return ended_;
  }

  void overflow() {
    std::size_t worst = 0;
    double size = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      for_each_entry(x_.row(i), [&](std::size_t j, double v) {
        if (std::fabs(v) > size) {
          size = std::fabs(v);
          worst = j;
        }
      });
    }
    error_ = Error{Code::bad_data, "column " + std::to_string(worst + 1),
                   "its values reach " + number_text(size) + " and the scores overflow a double; rescale this column"};
    ended_ = true;
  }

  void report() {
    work_ = 0;
    if (!observer_.progress) return;
    double fraction = -1;
    if (o_.passes > 0)
      fraction =
          (static_cast<double>(r_.passes - 1) + static_cast<double>(position_) / static_cast<double>(pass_visits_)) /
          static_cast<double>(o_.passes);
    if (o_.rounds > 0) fraction = std::max(fraction, static_cast<double>(r_.visits) / static_cast<double>(o_.rounds));
    const Halt halt = observer_.progress({r_.visits, r_.passes, r_.updates, r_.margin_at_most, fraction});
    if (halt == Halt::timeout) end(Status::timeout, "the time limit is reached");
    if (halt == Halt::interrupt) end(Status::interrupted, "interrupted");
  }

  // Mistakes over all rows --------------------------------------------------------------------------------------------

  /// Their total weight; the count ends early once it passes `enough`.
  double count_mistakes(double enough) {
    if (threads_ > 1 && enough != 0) {
      std::vector<double> part(block_count(n_));
      parallel_blocks(n_, threads_, [&](std::size_t block, std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) part[block] += is_mistake(score(i), y_[i]) ? weight(i) : 0;
      });
      work_ += x_.stored();
      double total = 0;
      for (const double v : part) total += v;
      return total;
    }
    double total = 0;
    for (std::size_t i = 0; i < n_ && total <= enough; ++i) {
      total += is_mistake(score(i), y_[i]) ? weight(i) : 0;
      work_ += x_.row_size(i) + 1;
    }
    return total;
  }

  void find_mistakes() {
    std::vector<std::vector<std::uint64_t>> part(block_count(n_));
    parallel_blocks(n_, threads_, [&](std::size_t block, std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        if (is_mistake(score(i), y_[i])) part[block].push_back(i);
      }
    });
    work_ += x_.stored() + n_;
    mistakes_.clear();
    for (const auto& rows : part) mistakes_.insert(mistakes_.end(), rows.begin(), rows.end());
  }

  /// Gallant 1990 with ratchet: replaced only by strictly fewer mistakes.
  void fill_pocket() {
    double count = 0;
    if (o_.order == Order::random_mistake) {
      for (const std::uint64_t i : mistakes_) count += weight(i);
    } else {
      count = count_mistakes(pocket_mistakes_);
    }
    if (count >= pocket_mistakes_) return;
    pocket_mistakes_ = count;
    pocket_ = w_;
    if (count == 0) clean("the pocket holds weights without a mistake");
  }

  bool push_vote() {
    if (survived_ > 0) {
      for (const double v : w_) r_.votes.weights.push_back(v / scale_.weights);
      r_.votes.counts.push_back(std::exchange(survived_, 0));
    }
    if (vote_bytes_ == 0 || r_.votes.weights.size() * sizeof(double) <= vote_bytes_) return true;
    error_ =
        Error{Code::usage, "--keep",
              "the " + grouped(r_.votes.counts.size()) + " weight vectors of vote need more than " +
                  grouped(vote_bytes_ >> 20U) + " MiB; give more with --max-memory, fewer --passes, or --keep average"};
    ended_ = true;
    return false;
  }

  // The answer --------------------------------------------------------------------------------------------------------

  double largest_weight() const {
    double largest = 0;
    for (const double v : w_) largest = std::max(largest, std::fabs(v));
    return largest;
  }

  void finish() {
    note_margin();
    if (o_.keep == Keep::vote) push_vote();
    if (o_.keep == Keep::pocket) w_ = pocket_;
    if (o_.keep == Keep::average && r_.visits > 0) {
      for (std::size_t j = 0; j <= d_; ++j) w_[j] -= sum_[j] / static_cast<double>(r_.visits);
    }
    r_.w.resize(d_);
    for (std::size_t j = 0; j < d_; ++j) r_.w[j] = w_[j] / scale_.weights + 0.0;
    r_.b = w_[d_] / scale_.weights + 0.0;
    r_.exact = exact_ && o_.keep != Keep::average;
    const bool zero = std::all_of(w_.begin(), w_.end(), [](double v) { return v == 0; });
    if (r_.status == Status::converged && zero) {
      r_.status = Status::vacuous;
      r_.stop_reason += ", but the weights are all zero and separate nothing";
    }
  }

  static constexpr std::uint64_t report_every = std::uint64_t{1} << 20U;
  static constexpr double infinite = std::numeric_limits<double>::infinity();

  const M& x_;
  std::span<const std::int8_t> y_;
  std::span<const double> weight_;
  const PerceptronOptions& o_;
  DecimalScale scale_;
  unsigned threads_;
  std::uint64_t vote_bytes_;
  const PerceptronObserver& observer_;
  std::uint64_t n_;
  std::size_t d_;
  double bias_;        // the constant feature, scaled; 0 without a bias
  double score_unit_;  // scaled scores are true scores times this
  double threshold_;   // β, scaled
  std::vector<double> w_;
  RowOrder order_;
  std::uint64_t pass_visits_;  // visits of a whole pass
  bool exact_;

  PerceptronResult r_;
  std::uint64_t completed_ = 0;  // passes
  bool ended_ = false;
  std::optional<Error> error_;
  std::uint64_t position_ = 0;      // in the pass
  std::uint64_t clean_visits_ = 0;  // in a row
  bool pass_clean_ = true;
  std::uint64_t work_ = 0;  // matrix entries since the last report
  double reach_ = 0;        // bound on |w'_j|
  Recurrence recurrence_;
  std::vector<double> sum_;  // keep average
  std::vector<double> pocket_;
  double pocket_mistakes_ = infinite;
  std::uint64_t survived_ = 0;  // keep vote
  std::vector<std::uint64_t> mistakes_;
  std::vector<std::uint64_t> slice_;
  std::vector<std::uint64_t> rows_;
  std::vector<double> scores_;
  std::vector<double> true_scores_;
  std::vector<double> steps_;
};

}  // namespace halfspace
