// One run of the perceptron family (docs/algorithms.md).
//
//   find  w̄ = (w, b)  with  w̄.z_i > 0 for all i,   z_i = y_i (x_i, 1)
//   by    w̄ += c z_i   at each visited row i that is a mistake
//
// s = w̄.x̄_i score, m = y_i s margin, c step; letters as in docs/notation.md. Rosenblatt 1958, Novikoff 1962; the source
// of each preset stands in options.cpp. What a mistake is and how long a step: rules.hpp; weights and their scale:
// weights.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/stop.hpp"
#include "base/text.hpp"
#include "solver/perceptron/kept_margins.hpp"
#include "solver/perceptron/mistakes.hpp"
#include "solver/perceptron/multipliers.hpp"
#include "solver/perceptron/perceptron.hpp"
#include "solver/perceptron/recurrence.hpp"
#include "solver/perceptron/row_order.hpp"

namespace halfspace {

template <class M, class W>
class PerceptronRun {
 public:
  PerceptronRun(const M& x, W weights, const PerceptronProblem& p, const PerceptronChoices& o, unsigned threads,
                std::uint64_t vote_bytes, const PerceptronObserver& observer)
      : x_(x),
        y_(p.y),
        o_(o),
        vote_bytes_(vote_bytes),
        observer_(observer),
        n_(x.rows),
        w_(std::move(weights)),
        all_(x, w_, p.y, p.weight, o.mistake, threshold(o, w_), threads, observer.stop),
        order_(o, n_),
        pass_visits_(o.step == Step::minibatch ? (n_ + o.batch - 1) / o.batch : n_),
        asks_at_(asking_visit()),
        slowness_(slowness()),
        alpha_(o.keep, n_) {
    if constexpr (W::primal) {
      if (o.start != Start::zero) r_.start = w_.values();
    }
  }

  Result<PerceptronResult> run() {
    try {
      end_by(observer_.stop.why());
      if (!ended_) begin();
      while (!ended_ && !at_limit()) {
        visit();
        if (error_) return *error_;
        if (work_ >= report_every) report();
      }
    } catch (const Stopped& s) {  // between an update and what is asked after it: the weights are whole
      end_by(s.why);
    }
    finish();
    if (error_) return *error_;
    return std::move(r_);
  }

 private:
  /// β in the unit of scores
  static double threshold(const PerceptronChoices& o, const W& w) {
    return w.exact() ? std::nearbyint(o.margin * w.unit()) : o.margin;
  }

  void begin() {
    r_.passes = 1;
    order_.begin_pass();
    if (o_.order == Order::random_mistake) {
      keep_margins();
      find_mistakes();
    }
    if (o_.keep == Keep::pocket) fill_pocket();
    if (o_.order == Order::random_mistake && mistakes_.empty()) clean("no row is a mistake");
    if (!ended_ && o_.stop == Stop::no_mistake && none()) clean("no row is a mistake");
  }

  // Visits ------------------------------------------------------------------------------------------------------------

  /// Of a look at one row, and at all: what the bound on a run's work and its reports count.
  std::uint64_t cost(std::uint64_t i) const { return w_.looks() * x_.row_size(i) + visit_cost; }
  std::uint64_t cost_of_all() const { return w_.looks() * x_.stored() + visit_cost * n_; }

  /// How much longer than other looks those at these rows take: products that leave the normal doubles are slow.
  std::uint64_t slowness() const {
    const double step = o_.step == Step::minibatch                        ? o_.tau
                        : o_.step == Step::rate || o_.step == Step::delta ? o_.eta
                                                                          : 1;
    const double least = 0x1p-511 / std::sqrt(std::min(1.0, step));  // weights are about step times values
    std::uint64_t small = 0;
    for (std::size_t i = 0; i < n_; ++i)
      for_each_entry(x_.row(i), [&](std::size_t, double v) { small += v != 0 && std::fabs(v) < least ? 1 : 0; });
    return 1 + slow_cost * w_.looks() * small / cost_of_all();
  }

  /// No row is a mistake; rows are looked at up to the first that is.
  bool none() {
    const std::uint64_t looked = all_.first();
    work_ += cost_of_all() / n_ * std::min(looked + 1, n_);
    return looked == n_;
  }

  void visit() {
    if (o_.step == Step::minibatch) return visit_batch();
    if (o_.order == Order::random_mistake) return visit_mistake(order_.choose(mistakes_));
    visit_rows();
  }

  /// Rows in order up to the first mistake: the clean ones in one tight loop, then the update.
  void visit_rows() {
    const std::uint64_t most = visits_ahead();
    std::uint64_t clean = 0;
    for (; clean < most && work_ < report_every; ++clean) {
      const std::uint64_t i = order_.at(position_ + clean);
      work_ += cost(i);
      if (all_.is_mistake(i, w_.score(i))) {
        if (clean > 0) clean_visits(clean);
        return visit_mistake(i);
      }
    }
    clean_visits(clean);
  }

  /// Visits until something has to be looked at even if no row is a mistake; at least 1.
  std::uint64_t visits_ahead() const {
    std::uint64_t most = pass_visits_ - position_;
    if (one_order()) most = std::min(most, pass_visits_ - in_a_row_ % pass_visits_);
    if (o_.rounds > 0) most = std::min(most, o_.rounds - r_.visits);
    if (o_.stop == Stop::patience) most = std::min(most, o_.patience - in_a_row_);
    if (asks_at_ > r_.visits) most = std::min(most, asks_at_ - r_.visits);
    return most;
  }

  void clean_visits(std::uint64_t count) {
    r_.visits += count;
    in_a_row_ += count;
    if (one_order() && in_a_row_ == pass_visits_) clean(counted(pass_visits_, "visit") + " in a row without a mistake");
    if (o_.stop == Stop::patience && in_a_row_ >= o_.patience) {
      end(Status::patience, counted(o_.patience, "visit") + " in a row without an update (a heuristic, no proof)");
    }
    move_on(count);
  }

  void visit_mistake(std::uint64_t i) {
    ++r_.visits;
    const double s = w_.score(i);
    update({&i, 1}, {&s, 1}, 1);
    move_on(1);
  }

  /// A mini-batch: all scores are of the weights before it.
  void visit_batch() {
    rows_.clear();
    scores_.clear();
    const std::span<const std::uint64_t> batch = next_batch();
    for (const std::uint64_t i : batch) {
      const double s = w_.score(i);
      work_ += cost(i);
      if (!all_.is_mistake(i, s)) continue;
      rows_.push_back(i);
      scores_.push_back(s);
    }
    if (rows_.empty()) return clean_visits(1);
    ++r_.visits;
    update(rows_, scores_, batch.size());
    move_on(1);
  }

  std::span<const std::uint64_t> next_batch() {
    if (o_.batch_order == BatchOrder::random) return order_.subset(o_.batch);
    slice_.clear();
    const std::uint64_t first = position_ * o_.batch;
    for (std::uint64_t k = first; k < std::min(n_, first + o_.batch); ++k) slice_.push_back(order_.at(k));
    return slice_;
  }

  void move_on(std::uint64_t count) {
    if (o_.keep == Keep::vote) survived_ += count;
    position_ += count;
    if (!ended_ && position_ == pass_visits_) end_pass();
    ask_when_due();
  }

  // Updates -----------------------------------------------------------------------------------------------------------

  void update(std::span<const std::uint64_t> rows, std::span<const double> scores, std::uint64_t batch_size) {
    if (o_.keep == Keep::vote && !push_vote()) return;
    steps_.clear();
    true_scores_.clear();
    double whole = 0;
    bool wrong = false;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const std::uint64_t i = rows[k];
      if (!std::isfinite(scores[k])) return overflow();
      const double s = scores[k] / w_.unit();
      const double y = y_[i];
      const double c = multiplier(o_, s, y, batch_size, [&] { return w_.squared_length(i); }) * all_.row_weight(i);
      if constexpr (keeps_margins) moved_ = w_.in_scale(y * c);
      w_.move(i, y * c, r_.visits);  // w̄ += c z_i
      alpha_.add(i, c, r_.visits);
      whole += c;
      wrong = wrong || y * s <= 0;
      true_scores_.push_back(s);
      steps_.push_back(c);
    }
    w_.stay_exact();
    ++r_.updates;
    r_.multiplier_sum += whole;
    r_.squared_multiplier_sum += whole * whole;
    if (wrong) ++r_.wrong_updates;
    in_a_row_ = 0;
    pass_clean_ = false;
    if (observer_.update) trace(rows);
    after_update(rows[0]);
  }

  void after_update(std::uint64_t last) {
    if (!W::primal) work_ += x_.stored() + visit_cost * n_;
    if (o_.order == Order::random_mistake) find_mistakes(last);
    if (o_.keep == Keep::pocket) fill_pocket();
    const bool clear =
        o_.order == Order::random_mistake ? mistakes_.empty() : o_.stop == Stop::no_mistake && !ended_ && none();
    if (clear) clean("no row is a mistake");
    if (o_.order != Order::first_mistake || ended_) return;
    end_pass();
    position_ = static_cast<std::uint64_t>(-1);  // the search goes back to row 1
  }

  /// Runs that choose among all mistakes keep the margins of all rows, where scores are plain products.
  void keep_margins() {
    if constexpr (keeps_margins) {
      if (w_.snaps()) return;
      constexpr std::uint64_t most = std::uint64_t{1} << 28U;
      kept_.emplace(x_, w_, y_, threshold(o_, w_), vote_bytes_ == 0 ? most : std::min(most, vote_bytes_ / 4));
    }
  }

  /// After an update of row `last`, or without one yet.
  void find_mistakes(std::optional<std::uint64_t> last = std::nullopt) {
    if constexpr (keeps_margins) {
      if (kept_) {
        if (last) work_ += kept_->moved(*last, moved_);
        kept_->find(mistakes_, [&](std::uint64_t j) { return all_.is_mistake(j, w_.score(j)); });
        work_ += n_;
        return;
      }
    }
    all_.find(mistakes_);
    work_ += cost_of_all();
  }

  void trace(std::span<const std::uint64_t> rows) {
    const std::vector<double> now = x_.cols <= 64 && W::primal ? w_.values() : std::vector<double>{};
    UpdateEvent event{// NOLINT(misc-const-correctness): its rival is set below
                      r_.visits, r_.passes, rows, true_scores_, steps_, w_.squared_length(), now};
    if constexpr (requires { w_.rival(); }) event.rival = w_.rival();
    if constexpr (requires { w_.along(observer_.separator); }) {
      if (!observer_.separator.empty()) event.along = w_.along(observer_.separator);
    }
    observer_.update(event);
  }

  /// Gallant 1990 with ratchet: replaced only by strictly fewer mistakes, by row weight.
  void fill_pocket() {
    const double count = o_.order == Order::random_mistake ? all_.weight_of(mistakes_) : all_.count(pocket_mistakes_);
    if (o_.order != Order::random_mistake) work_ += cost_of_all();
    if (count >= pocket_mistakes_) return;
    pocket_mistakes_ = count;
    pocket_.assign(w_.scaled_values().begin(), w_.scaled_values().end());
    alpha_.pocket();
    if (count == 0) clean("the pocket holds weights without a mistake");
  }

  bool push_vote() {
    if (survived_ > 0) {
      const std::vector<double> now = w_.values();
      r_.votes.weights.insert(r_.votes.weights.end(), now.begin(), now.end());
      r_.votes.counts.push_back(std::exchange(survived_, 0));
    }
    if (vote_bytes_ == 0 || r_.votes.weights.size() * sizeof(double) <= vote_bytes_) return true;
    fail({Code::usage, "--keep",
          "the " + grouped(r_.votes.counts.size()) + " weight vectors of vote need more than " +
              grouped(vote_bytes_ >> 20U) + " MiB; give more with --max-memory, fewer --passes, or --keep average"});
    return false;
  }

  // Passes ------------------------------------------------------------------------------------------------------------

  /// Are the rows of every pass the same in the same order, so that a pass may begin anywhere?
  bool one_order() const {
    return !random_rows() &&
           (o_.order == Order::cyclic || o_.order == Order::permuted || o_.order == Order::first_mistake);
  }
  bool random_rows() const {
    return o_.order == Order::random || (o_.step == Step::minibatch && o_.batch_order == BatchOrder::random);
  }

  void end_pass() {
    position_ = 0;
    if (random_rows()) {
      if (none()) clean("no row is a mistake (all rows checked at the end of a pass)");
    } else if (pass_clean_ && o_.order == Order::shuffled) {
      clean("a whole pass without a mistake");
    }
    pass_clean_ = true;
    note_margin();
    work_ += w_.state().size();
    if (!ended_) look_for_recurrence();
    ask_when_due();
    ++completed_;
    if (ended_ || at_limit()) return;
    ++r_.passes;
    order_.begin_pass();
  }

  /// γ <= |w̄| / sum c from w̄_0 = 0: a convex combination of the z_i has that length.
  void note_margin() {
    if (o_.start != Start::zero || r_.multiplier_sum <= 0 || !has_inner_product(o_)) return;
    const double squared = w_.squared_length();
    if (std::isfinite(squared)) r_.margin_at_most = std::min(r_.margin_at_most, std::sqrt(squared) / r_.multiplier_sum);
  }

  void look_for_recurrence() {
    if (o_.decide == Decide::off || r_.not_separable || !w_.exact()) return;
    const auto earlier = recurrence_.add(r_.passes, r_.updates, w_.state());
    if (!earlier) return;
    r_.not_separable = true;
    r_.recurrence_from = *earlier;
    r_.recurrence_to = r_.passes;
    if (o_.stop == Stop::clean_pass || o_.stop == Stop::no_mistake) {
      end(Status::not_separable, "the weights at the end of pass " + grouped(r_.passes) +
                                     " equal those at the end of pass " + grouped(*earlier) +
                                     ": no separator exists (Gordan)");
    }
  }

  /// The race of the run against a proof that it cannot end (docs/algorithms.md 4): by visits, never by the clock.
  std::uint64_t asking_visit() const {
    const bool waits = o_.stop == Stop::clean_pass || o_.stop == Stop::no_mistake;
    if (!observer_.hopeless || !waits) return 0;
    return passes_before_asking * (o_.order == Order::random_mistake ? 1 : pass_visits_);
  }

  void ask_when_due() {
    if (ended_ || asks_at_ == 0 || r_.visits < asks_at_) return;
    asks_at_ = 0;
    if (!observer_.hopeless(where())) return;
    r_.not_separable = true;
    end(Status::not_separable, "no separator exists");
  }

  // Ends --------------------------------------------------------------------------------------------------------------

  /// No row is a mistake under the run's rule.
  void clean(const std::string& how) {
    if (r_.first_clean_pass == 0) r_.first_clean_pass = r_.passes;
    r_.separable = r_.separable || (o_.mistake == Mistake::boundary_is_mistake && w_.exact());
    const bool waits = o_.stop == Stop::clean_pass || o_.stop == Stop::no_mistake || o_.ends_on_clean_pass;
    const bool nothing_to_do = o_.order == Order::random_mistake || (o_.keep == Keep::pocket && pocket_mistakes_ == 0);
    if (waits || nothing_to_do) end(Status::converged, how);
  }

  /// T ends the run that was to last so long; beside another stop T and K are caps, and the run has not converged.
  bool at_limit() {
    if (o_.rounds > 0 && r_.visits >= o_.rounds) limit(Stop::rounds, Status::rounds, counted(o_.rounds, "visit"));
    if (o_.passes > 0 && completed_ >= o_.passes) limit(Stop::passes, Status::passes, counted(o_.passes, "pass"));
    if (o_.max_updates > 0 && r_.updates >= o_.max_updates)
      end(Status::not_converged, "the cap of " + counted(o_.max_updates, "update") + " is reached");
    return ended_;
  }

  /// By visits and entries, never by the clock: equal runs end alike.
  std::string work_text() const {
    const std::string awaited = o_.stop == Stop::clean_pass   ? "clean pass"
                                : o_.stop == Stop::no_mistake ? "weights without a mistake"
                                                              : counted(o_.patience, "visit") + " without an update";
    return "no " + awaited + " within the bound of " + grouped(o_.max_work) +
           " on work (values looked at); --max-updates K, --passes T or --rounds T sets another limit";
  }

  void limit(Stop stop, Status status, const std::string& what) {
    if (o_.stop == stop) {
      end(status, what + " made");
    } else {
      end(Status::not_converged, "the cap of " + what + " is reached");
    }
  }

  void end(Status status, const std::string& reason) {
    if (ended_) return;
    ended_ = true;
    r_.status = status;
    r_.stop_reason = reason;
  }

  void fail(Error error) {
    error_ = std::move(error);
    ended_ = true;
  }

  void overflow() {
    std::size_t worst = 0;
    double size = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      for_each_entry(x_.row(i), [&](std::size_t j, double v) {
        if (std::fabs(v) <= size) return;
        size = std::fabs(v);
        worst = j;
      });
    }
    fail({Code::bad_data, "column " + std::to_string(worst + 1),
          "its values reach " + number_text(size) + " and the scores overflow a double; rescale this column"});
  }

  Progress where() const {
    const double in_pass = static_cast<double>(position_) / static_cast<double>(pass_visits_);
    double fraction = -1;
    if (o_.passes > 0) fraction = (static_cast<double>(completed_) + in_pass) / static_cast<double>(o_.passes);
    if (o_.rounds > 0) fraction = std::max(fraction, static_cast<double>(r_.visits) / static_cast<double>(o_.rounds));
    return {r_.visits, r_.passes, r_.updates, r_.margin_at_most, fraction};
  }

  void report() {
    observer_.stop.count(work_);
    spent_ +=
        std::exchange(work_, 0) * slowness_ + update_cost * (r_.updates - std::exchange(counted_updates_, r_.updates));
    if (o_.max_work > 0 && spent_ >= o_.max_work) end(Status::not_converged, work_text());
    if (observer_.progress) observer_.progress(where());
    end_by(observer_.stop.ask());
  }

  void end_by(Halt halt) {
    if (halt == Halt::timeout) end(Status::timeout, "the time limit is reached");
    if (halt == Halt::interrupt) end(Status::interrupted, "by a signal (Ctrl-C)");
  }

  void finish() {
    observer_.stop.count(work_);
    note_margin();
    if (o_.keep == Keep::vote) push_vote();
    if (o_.keep == Keep::pocket && !pocket_.empty()) w_.set_scaled_values(pocket_);  // empty: stopped before a count
    if (o_.keep == Keep::average) w_.average(r_.visits);
    w_.give(r_.w, r_.b);
    r_.alpha = alpha_.kept(r_.visits);
    r_.exact = w_.exact() && o_.keep != Keep::average;
    const bool went_on = r_.status == Status::timeout || r_.status == Status::interrupted;
    if (w_.zero() && (r_.status == Status::converged || (r_.updates == 0 && !went_on))) {
      r_.status = Status::vacuous;
      r_.stop_reason += ", but the weights are all zero and separate nothing";
    }
  }

  static constexpr bool keeps_margins = requires(const W& w) { w.in_scale(1.0); };
  static constexpr std::uint64_t report_every = std::uint64_t{1} << 20U;
  static constexpr std::uint64_t visit_cost = 8;    // a visit without values takes as long as so many, ...
  static constexpr std::uint64_t update_cost = 64;  // ... an update besides, ...
  static constexpr std::uint64_t slow_cost = 64;    // ... and a product that leaves the normal doubles

  const M& x_;
  std::span<const std::int8_t> y_;
  const PerceptronChoices& o_;
  std::uint64_t vote_bytes_;
  const PerceptronObserver& observer_;
  std::uint64_t n_;
  W w_;
  MistakeCounter<M, W> all_;
  RowOrder order_;
  std::uint64_t pass_visits_;  // visits of a whole pass
  std::uint64_t asks_at_;      // visits after which to ask whether the run is hopeless; 0: not, or not again
  std::uint64_t slowness_;     // of a look, for the bound
  Recurrence recurrence_;
  Multipliers alpha_;
  std::optional<KeptMargins<M, W>> kept_;
  double moved_ = 0;  // by the last update, in the scale of the weights

  PerceptronResult r_;
  std::optional<Error> error_;
  bool ended_ = false;
  bool pass_clean_ = true;
  std::uint64_t completed_ = 0;  // passes
  std::uint64_t position_ = 0;   // in the pass
  std::uint64_t in_a_row_ = 0;   // visits without a mistake
  std::uint64_t work_ = 0;       // since the last report
  std::uint64_t spent_ = 0;      // before it, of the bound
  std::uint64_t counted_updates_ = 0;
  std::uint64_t survived_ = 0;  // visits of the present weights (vote)
  double pocket_mistakes_ = std::numeric_limits<double>::infinity();
  std::vector<double> pocket_;
  std::vector<std::uint64_t> mistakes_;  // random-mistake: those of the present weights
  std::vector<std::uint64_t> slice_;
  std::vector<std::uint64_t> rows_;
  std::vector<double> scores_;
  std::vector<double> true_scores_;
  std::vector<double> steps_;
};

}  // namespace halfspace
