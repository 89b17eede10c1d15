#include <algorithm>
#include <optional>
#include <utility>

#include "driver/visit_runs.hpp"
#include "shard/perceptron_state.hpp"
#include "solver/perceptron/rules.hpp"

namespace halfspace {
namespace {

using Track = PerceptronLearner::Track;

/// A block of rows in this pass.
struct Block {
  std::uint64_t first = 0;  // of all rows
  std::uint64_t last = 0;   // behind them
  std::uint64_t at = 0;     // the next to visit
  std::vector<std::string> states;

  bool over() const { return at >= last; }
};

/// One perceptron over all blocks.
struct Mixed {
  std::vector<double> w;    // at the beginning of the pass; the bias last
  std::vector<double> sum;  // keep average: over the passes, of the mean over blocks and their visits
  std::uint64_t visits = 0;
  std::uint64_t updates = 0;
};

/// to += v/n; v may have fewer columns, its last number is the bias.
void add_part(std::vector<double>& to, const std::vector<double>& v, double n) {
  for (std::size_t j = 0; j + 1 < v.size(); ++j) to[j] += v[j] / n;
  if (!v.empty()) to.back() += v.back() / n;
}

class MixingRuns final : public VisitRuns {
 public:
  MixingRuns(const ShardFacts& facts, const StreamRequest& choices, std::size_t runs)
      : facts_(&facts), o_(&choices.perceptron), runs_(runs) {
    const std::uint64_t count = std::min(choices.mixing_blocks, facts.all_rows);
    const std::uint64_t longer = facts.all_rows % count;  // the first ones have a row more
    std::uint64_t next = 0;
    for (std::uint64_t b = 0; b < count; ++b) {
      Block block;
      block.first = next;
      next += facts.all_rows / count + (b < longer ? 1 : 0);
      block.last = next;
      blocks_.push_back(std::move(block));
    }
    for (Mixed& run : runs_) run.w.assign(facts.cols + 1, 0);
    for (Mixed& run : runs_) run.sum.assign(o_->keep == Keep::average ? facts.cols + 1 : 0, 0);
    begin_pass();
  }

  std::vector<Leg> legs() const override {
    std::vector<Leg> out;
    for (const Block& b : blocks_) {
      if (b.over()) continue;
      const std::uint64_t shard = shard_of(b.at);
      const std::uint64_t first = facts_->first_row[shard];
      out.push_back({shard, b.at - first, std::min(b.last, end_of(shard)) - first, b.states});
    }
    return out;
  }
  std::uint64_t clean_after() const override { return 0; }

  bool take(const std::vector<std::string>& states) override {
    const auto asked = std::count_if(blocks_.begin(), blocks_.end(), [](const Block& b) { return !b.over(); });
    if (states.size() != static_cast<std::size_t>(asked) * runs_.size() || !readable(states)) return false;
    auto next = states.begin();
    for (Block& b : blocks_) {
      if (b.over()) continue;
      for (std::string& s : b.states) s = *next++;
      b.at = std::min(b.last, end_of(shard_of(b.at)));
    }
    if (std::all_of(blocks_.begin(), blocks_.end(), [](const Block& b) { return b.over(); })) end_pass();
    return true;
  }

  bool clean() const override { return clean_; }
  std::uint64_t passes() const override { return passes_; }
  bool begun() const override { return passes_ > 0; }

  std::vector<PerceptronResult> results() const override {
    std::vector<PerceptronResult> out;
    for (const Mixed& run : runs_) {
      PerceptronResult r;
      r.w = run.w;
      for (std::size_t j = 0; j < run.sum.size() && passes_ > 0; ++j)
        r.w[j] = run.sum[j] / static_cast<double>(passes_);
      const bool zero = std::all_of(r.w.begin(), r.w.end(), [](double v) { return v == 0; });
      if (zero && zero_is_correct(*o_)) r.status = Status::vacuous;
      r.b = {r.w.back()};
      r.w.pop_back();
      r.visits = run.visits;
      r.updates = run.updates;
      r.exact = false;
      out.push_back(std::move(r));
    }
    return out;
  }

  void pack(Packer& to) const override;
  bool unpack(Unpacker& from) override;

 private:
  std::uint64_t end_of(std::uint64_t shard) const {
    return shard + 1 < facts_->first_row.size() ? facts_->first_row[shard + 1] : facts_->all_rows;
  }
  /// The one that holds this row: the last that begins at or before it.
  std::uint64_t shard_of(std::uint64_t row) const {
    const auto& first = facts_->first_row;
    return static_cast<std::uint64_t>(std::upper_bound(first.begin(), first.end(), row) - first.begin()) - 1;
  }

  /// In doubles: weights that were mixed are no short decimals. Nothing: damaged.
  std::optional<Track> track_of(const std::string& state) const {
    if (state.empty()) return std::nullopt;
    const auto learner = learner_of(*o_, state);
    if (!learner || learner->state().whole || !learner->state().plain) return std::nullopt;
    const Track& t = *learner->state().plain;
    if (t.state.w.size() > facts_->cols + 1 || t.state.sum.size() > facts_->cols + 1) return std::nullopt;
    return t;
  }

  bool readable(const std::vector<std::string>& states) const {
    return std::all_of(states.begin(), states.end(), [&](const std::string& s) { return track_of(s).has_value(); });
  }

  void begin_pass() {
    std::vector<std::string> states;
    for (const Mixed& run : runs_) {
      PerceptronLearner::State state;
      state.whole.reset();
      state.plain->state.w = run.w;
      states.push_back(state_bytes(PerceptronLearner(*o_, std::move(state))));
    }
    for (Block& b : blocks_) {
      b.at = b.first;
      b.states = states;
    }
  }

  void end_pass() {
    const auto count = static_cast<double>(blocks_.size());
    std::uint64_t updates = 0;
    for (std::size_t k = 0; k < runs_.size(); ++k) {
      Mixed& run = runs_[k];
      std::vector<double> mean(run.w.size());
      std::uint64_t own = 0;
      for (const Block& b : blocks_) {
        const Track t = *track_of(b.states[k]);
        add_part(mean, t.state.w, count);
        if (!run.sum.empty()) {  // mean over the visits: w - sum/visits (solver/perceptron/weights.hpp)
          add_part(run.sum, t.state.w, count);
          if (t.visits > 0) add_part(run.sum, t.state.sum, -count * static_cast<double>(t.visits));
        }
        run.visits += t.visits;
        run.updates += t.updates;
        own += t.updates;
      }
      if (own > 0) run.w = std::move(mean);
      updates += own;
    }
    ++passes_;
    clean_ = ends_clean(*o_) && updates == 0;
    begin_pass();
  }

  const ShardFacts* facts_;
  const PerceptronChoices* o_;
  std::vector<Block> blocks_;
  std::vector<Mixed> runs_;
  std::uint64_t passes_ = 0;
  bool clean_ = false;
};

void MixingRuns::pack(Packer& to) const {
  to.number(passes_);
  to.number<std::uint8_t>(clean_ ? 1 : 0);
  for (const Mixed& run : runs_) {
    to.array<double>(run.w);
    to.array<double>(run.sum);
    to.number(run.visits);
    to.number(run.updates);
  }
  for (const Block& b : blocks_) {
    to.number(b.at);
    to.texts(b.states);
  }
}

bool MixingRuns::unpack(Unpacker& from) {
  passes_ = from.number<std::uint64_t>();
  clean_ = from.number<std::uint8_t>() != 0;
  for (Mixed& run : runs_) {
    const std::size_t kept = run.sum.size();
    run.w = from.array<double>();
    run.sum = from.array<double>();
    run.visits = from.number<std::uint64_t>();
    run.updates = from.number<std::uint64_t>();
    if (run.w.size() != facts_->cols + 1 || run.sum.size() != kept) return false;
  }
  for (Block& b : blocks_) {
    b.at = from.number<std::uint64_t>();
    b.states = from.texts();
    if (b.at < b.first || b.at > b.last || b.states.size() != runs_.size() || !readable(b.states)) return false;
  }
  return from.ok();
}

}  // namespace

std::unique_ptr<VisitRuns> mixing_runs(const ShardFacts& facts, const StreamRequest& choices, std::size_t runs) {
  return std::make_unique<MixingRuns>(facts, choices, runs);
}

}  // namespace halfspace
