#include <algorithm>
#include <limits>
#include <utility>

#include "driver/visit_runs.hpp"
#include "shard/perceptron_state.hpp"

namespace halfspace {
namespace {

class TravellingRuns final : public VisitRuns {
 public:
  TravellingRuns(const ShardFacts& facts, const StreamRequest& choices, std::size_t runs)
      : facts_(&facts), o_(&choices.perceptron), states_(runs) {}

  std::vector<Leg> legs() const override { return {{shard_, 0, std::numeric_limits<std::uint64_t>::max(), states_}}; }
  std::uint64_t clean_after() const override { return ends_clean(*o_) ? facts_->rows : 0; }

  bool take(const std::vector<std::string>& states) override {
    if (states.size() != states_.size() || !readable(states) || std::count(states.begin(), states.end(), "") > 0)
      return false;
    states_ = states;
    if (!clean() && ++shard_ >= facts_->first_row.size()) end_pass();
    return true;
  }

  bool clean() const override {
    const std::uint64_t visits = clean_after();
    if (visits == 0) return false;
    return std::all_of(states_.begin(), states_.end(), [&](const std::string& s) { return learner(s).clean(visits); });
  }
  std::uint64_t passes() const override { return passes_; }
  bool begun() const override { return passes_ > 0 || shard_ > 0; }

  std::vector<PerceptronResult> results() const override {
    std::vector<PerceptronResult> out;
    out.reserve(states_.size());
    for (const std::string& s : states_) out.push_back(learner(s).result(facts_->cols));
    return out;
  }

  int decimals() const override {
    int out = -1;
    for (const std::string& s : states_) {
      const PerceptronLearner run = learner(s);
      if (!run.result(facts_->cols).exact) return -1;
      out = std::max(out, run.state().facts.decimals);
    }
    return out;
  }

  void pack(Packer& to) const override {
    to.number(passes_);
    to.number(shard_);
    to.texts(states_);
  }

  bool unpack(Unpacker& from) override {
    passes_ = from.number<std::uint64_t>();
    shard_ = from.number<std::uint64_t>();
    const std::size_t runs = states_.size();
    states_ = from.texts();
    return from.ok() && states_.size() == runs && readable(states_) && shard_ < facts_->first_row.size();
  }

 private:
  PerceptronLearner learner(const std::string& state) const { return *learner_of(*o_, state); }

  bool readable(const std::vector<std::string>& states) const {
    return std::all_of(states.begin(), states.end(),
                       [&](const std::string& s) { return learner_of(*o_, s).has_value(); });
  }

  void end_pass() {
    for (std::string& state : states_) {
      PerceptronLearner ended = learner(state);
      ended.end_pass();
      state = state_bytes(ended);
    }
    shard_ = 0;
    ++passes_;
  }

  const ShardFacts* facts_;
  const PerceptronChoices* o_;
  std::uint64_t passes_ = 0;
  std::uint64_t shard_ = 0;
  std::vector<std::string> states_;
};

}  // namespace

std::unique_ptr<VisitRuns> travelling_runs(const ShardFacts& facts, const StreamRequest& choices, std::size_t runs) {
  return std::make_unique<TravellingRuns>(facts, choices, runs);
}

}  // namespace halfspace
