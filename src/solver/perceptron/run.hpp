// One run of the perceptron family (docs/algorithms.md).
//
//   find  w̄ = (w, b)  with  w̄.z_i > 0 for all i,   z_i = y_i (x_i, 1)
//   by    w̄ += c z_i   at each visited row i that is a mistake
//
// s = w̄.x̄_i score, m = y_i s margin, c step; letters as in docs/notation.md. Rosenblatt 1958, Novikoff 1962; the source
// of each preset stands in options.cpp. This is the loop; its parts are
//
//   weights.hpp, class_weights.hpp, kernel_weights.hpp   w̄ and its scale
//   row_order.hpp, visits.hpp                            which row is visited, where a pass stands
//   rules.hpp, mistakes.hpp, present_mistakes.hpp        what a mistake is, and which rows are one
//   updates.hpp, shown_visits.hpp                        w̄ += c z_i, the trace, every visit
//   kept_weights.hpp                                     pocket, votes, average
//   run_end.hpp, run_work.hpp, run_proofs.hpp            stop rules, the bound on work, what is proven on the way
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/stop.hpp"
#include "base/text.hpp"
#include "solver/perceptron/kept_weights.hpp"
#include "solver/perceptron/perceptron.hpp"
#include "solver/perceptron/present_mistakes.hpp"
#include "solver/perceptron/run_end.hpp"
#include "solver/perceptron/run_proofs.hpp"
#include "solver/perceptron/run_work.hpp"
#include "solver/perceptron/shown_visits.hpp"
#include "solver/perceptron/updates.hpp"
#include "solver/perceptron/visits.hpp"

namespace halfspace {

template <class M, class W>
class PerceptronRun {
 public:
  /// `most_bytes` bounds the memory of votes and of kept margins; 0: no bound.
  PerceptronRun(const M& x, W weights, const PerceptronProblem& p, const PerceptronChoices& o, unsigned threads,
                std::uint64_t most_bytes, const PerceptronObserver& observer)
      : o_(o),
        observer_(observer),
        w_(std::move(weights)),
        work_(x, w_, o),
        visits_(o, x.rows),
        mistakes_(x, w_, p, o, threads, most_bytes, observer.stop, work_),
        updates_(x, p, o, mistakes_, observer),
        shown_(p, mistakes_, observer),
        kept_(o.keep, x.rows, most_bytes),
        end_(o, r_),
        proofs_(o, observer, visits_.a_pass(), r_, end_) {
    if constexpr (W::primal) {
      if (o.start != Start::zero) r_.start = w_.values();
    }
  }

  Result<PerceptronResult> run() {
    const Visit visit = kind_of_visit();
    try {
      end_.end_by(observer_.stop.why());
      if (!end_.ended()) begin();
      while (!end_.ended() && !end_.at_limit(visits_.completed())) {
        (this->*visit)();
        if (shown_.end(w_, r_, updates_.steps())) end_.end_by(observer_.stop.ask());
        if (end_.error()) return *end_.error();
        if (work_.report_due()) report();
      }
    } catch (const Stopped& s) {  // between an update and what is asked after it: the weights are whole
      end_.end_by(s.why);
    }
    finish();
    if (end_.error()) return *end_.error();
    return std::move(r_);
  }

 private:
  void begin() {
    r_.passes = 1;
    visits_.begin_pass();
    if (mistakes_.listed()) mistakes_.make_list();
    if (o_.keep == Keep::pocket) fill_pocket();
    if (mistakes_.listed() && mistakes_.rows().empty()) clean("no row is a mistake");
    if (!end_.ended() && o_.stop == Stop::no_mistake && mistakes_.none()) clean("no row is a mistake");
  }

  using Visit = void (PerceptronRun::*)();

  /// What a visit of this run is; behind a pointer, so that its loop has the registers for itself.
  Visit kind_of_visit() const {
    if (o_.step == Step::minibatch) return &PerceptronRun::visit_batch;
    return mistakes_.listed() || shown_.on() ? &PerceptronRun::visit_one : &PerceptronRun::visit_rows;
  }

  /// One row: of all mistakes, or the next in order where every visit is shown.
  void visit_one() {
    const bool listed = mistakes_.listed();
    const std::uint64_t i = listed ? visits_.choose(mistakes_.rows()) : visits_.row(0);
    const double s = w_.score(i);
    shown_.begin(w_, {&i, 1}, r_.passes);
    if (!listed) work_.add(work_.cost(i));
    listed || mistakes_.is_mistake(i, s) ? visit_mistake(i, s) : clean_visits(1);
  }

  /// Rows in order up to the first mistake: the clean ones in one tight loop, then the update.
  void visit_rows() {
    const std::uint64_t most = std::min({visits_.ahead(), end_.ahead(visits_.unmoved()), proofs_.ahead()});
    std::uint64_t clean = 0;
    for (; clean < most && !work_.report_due(); ++clean) {
      const std::uint64_t i = visits_.row(clean);
      work_.add(work_.cost(i));
      const double s = w_.score(i);
      if (mistakes_.is_mistake(i, s)) {
        if (clean > 0) clean_visits(clean);
        return visit_mistake(i, s);
      }
    }
    clean_visits(clean);
  }

  void clean_visits(std::uint64_t count) {
    r_.visits += count;
    visits_.without_mistake(count);
    if (visits_.all_clean()) clean(counted(visits_.a_pass(), "visit") + " in a row without a mistake");
    end_.patience(visits_.unmoved());
    move_on(count);
  }

  void visit_mistake(std::uint64_t i, double s) {
    ++r_.visits;
    update({&i, 1}, {&s, 1}, 1);
    move_on(1);
  }

  /// A mini-batch: all scores are of the weights before it.
  void visit_batch() {
    const std::span<const std::uint64_t> batch = visits_.batch();
    shown_.begin(w_, batch, r_.passes);
    mistakes_.find_among(batch, rows_, scores_);
    if (rows_.empty()) return clean_visits(1);
    ++r_.visits;
    update(rows_, scores_, batch.size());
    move_on(1);
  }

  void move_on(std::uint64_t count) {
    kept_.survive(count);
    visits_.move_on(count);
    if (!end_.ended() && visits_.at_end()) end_pass();
    ask_when_due();
  }

  void update(std::span<const std::uint64_t> rows, std::span<const double> scores, std::uint64_t batch_size) {
    if (auto error = kept_.push_vote(w_, r_.votes)) return end_.fail(*std::move(error));
    if (!updates_.make(w_, rows, scores, batch_size, kept_, r_)) return end_.fail(updates_.overflow());
    if (observer_.update) end_.end_by(observer_.stop.ask());
    visits_.mistake(updates_.moves());
    after_update(rows[0]);
    end_.patience(visits_.unmoved());
  }

  void after_update(std::uint64_t last) {
    if (!W::primal) work_.add(work_.cost_of_kernel_row());
    if (mistakes_.listed()) mistakes_.renew_list(last, updates_.moved());
    if (o_.keep == Keep::pocket) fill_pocket();
    const bool clear = mistakes_.listed() ? mistakes_.rows().empty()
                                          : o_.stop == Stop::no_mistake && !end_.ended() && mistakes_.none();
    if (clear) clean("no row is a mistake");
    if (o_.order != Order::first_mistake || end_.ended()) return;
    end_pass();
    visits_.back_to_first();
  }

  void fill_pocket() {
    const double count = mistakes_.weight(kept_.pocket_mistakes());
    if (kept_.fill_pocket(w_, count) && count == 0) clean("the pocket holds weights without a mistake");
  }

  void end_pass() {
    const bool pass_clean = visits_.end_pass();
    if (visits_.random_rows()) {
      if (mistakes_.none()) clean("no row is a mistake (all rows checked at the end of a pass)");
    } else if (pass_clean && o_.order == Order::shuffled) {
      clean("a whole pass without a mistake");
    }
    proofs_.note_margin(w_);
    work_.add(w_.state().size());
    if (!end_.ended()) proofs_.look_for_recurrence(w_);
    ask_when_due();
    visits_.pass_completed();
    if (end_.ended() || end_.at_limit(visits_.completed())) return;
    ++r_.passes;
    visits_.begin_pass();
  }

  void ask_when_due() {
    if (proofs_.asks_now()) proofs_.ask(where());
  }

  void clean(const std::string& how) {
    end_.clean(how, w_.exact(), mistakes_.listed() || kept_.pocket_mistakes() == 0);
  }

  Progress where() const { return {r_.visits, r_.passes, r_.updates, r_.margin_at_most, visits_.fraction(r_.visits)}; }

  void report() {
    observer_.stop.count(work_.since_report());
    end_.at_work(work_.spend(r_.updates));
    if (observer_.progress) observer_.progress(where());
    end_.end_by(observer_.stop.ask());
  }

  void finish() {
    observer_.stop.count(work_.since_report());
    shown_.end(w_, r_, updates_.steps());  // a visit that was cut short after its update
    proofs_.note_margin(w_);
    if (auto error = kept_.push_vote(w_, r_.votes)) end_.fail(*std::move(error));
    kept_.give(w_, r_);
    if (kept_.gave_rounded(w_, r_) && observer_.stop.grace().affords(work_.cost_of_all())) r_.own = mistakes_.scores();
    if (!of_classes<W> && w_.zero()) end_.vacuous();
  }

  const PerceptronChoices& o_;
  const PerceptronObserver& observer_;
  PerceptronResult r_;
  W w_;
  RunWork<M, W> work_;
  Visits visits_;
  PresentMistakes<M, W> mistakes_;
  Updates<M, W> updates_;
  ShownVisits<M, W> shown_;
  KeptWeights kept_;
  RunEnd end_;
  RunProofs proofs_;
  std::vector<std::uint64_t> rows_;  // of a mini-batch: its mistakes, ...
  std::vector<double> scores_;       // ... and their scores
};

}  // namespace halfspace
