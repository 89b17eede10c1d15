// Checkpoints whose bytes were changed are refused; other bytes under a seal that fits are refused or harmless.
#include <gtest/gtest.h>

#include "driver/partition_rows.hpp"
#include "driver/sealed_state.hpp"

namespace halfspace {
namespace {

struct StateCase {
  const char* name;
  Result<PartitionedRun> (*begin)(const Options&);
  Options options;
  int classes = 2;
};

const std::vector<StateCase>& state_cases() {
  static const std::vector<StateCase> all = {
      {"fit", PartitionedRun::begin, {{"algorithm", "logistic"}}},
      {"scaled fit", PartitionedRun::begin, {{"algorithm", "svm"}, {"scale", "standard"}}},
      {"folds", PartitionedRun::begin_folds, {{"folds", "2"}, {"penalty", "l1"}}},
      {"path", PartitionedRun::begin_path, {{"points", "3"}}},
      {"path with folds",
       PartitionedRun::begin_path,
       {{"points", "4"}, {"penalty", "l1"}, {"folds", "3"}, {"class-weight", "balanced"}}},
      {"sigmoid", PartitionedRun::begin, {{"algorithm", "logistic"}, {"calibrate", "platt"}, {"calibrate-folds", "2"}}},
      {"temperature",
       PartitionedRun::begin,
       {{"multiclass", "multinomial"}, {"calibrate", "auto"}, {"calibrate-folds", "2"}},
       3},
  };
  return all;
}

std::string damaged(std::string bytes, Rng& rng, bool cut) {
  if (cut) {
    bytes.resize(rng.bounded(bytes.size()));
    return bytes;
  }
  bytes[rng.bounded(bytes.size())] ^= static_cast<char>(1 + rng.bounded(255));
  return bytes;
}

class Checkpoints : public testing::TestWithParam<StateCase> {
 protected:
  std::vector<Partition> parts_ = partitions_of(made_rows(6, 60, 3, GetParam().classes), 2, Kind::dense, true);

  /// Calls f with the state before each round and after the last.
  template <class F>
  void each_state(const F& f) {
    PartitionedRun run = GetParam().begin(GetParam().options).value();
    f(run.state());
    while (!run.done()) {
      ASSERT_TRUE(run.tell(summed(parts_, run.ask(), 0, 1)).ok());
      f(run.state());
    }
  }

  /// Some rounds more, and what they found.
  void go_on(PartitionedRun run) {
    for (int round = 0; round < 10 && !run.done(); ++round) {
      static_cast<void>(run.progress());
      const std::string question = run.ask();
      if (!parts_[0].answer(question).ok() || !run.tell(summed(parts_, question, 0, 1)).ok()) return;
    }
    if (!run.done()) return;
    static_cast<void>(run.finish());
    static_cast<void>(run.finish_folds());
    if (const auto path = run.finish_path()) static_cast<void>(path.value().report.json());
  }
};

TEST_P(Checkpoints, WithChangedBytesAreRefused) {
  Rng rng(7, Stream::probe);
  each_state([&](const std::string& state) {
    EXPECT_TRUE(PartitionedRun::resume(state).ok());
    for (int k = 0; k < 40; ++k) {
      const auto resumed = PartitionedRun::resume(damaged(state, rng, k % 4 == 0));
      ASSERT_FALSE(resumed.ok());
      EXPECT_EQ(resumed.error().code, Code::bad_data);
    }
  });
}

TEST_P(Checkpoints, WithOtherContentAreRefusedOrHarmless) {
  Rng rng(8, Stream::probe);
  each_state([&](const std::string& state) {
    const std::string content(content_of_state(state).value());
    for (int k = 0; k < 40; ++k) {
      auto resumed = PartitionedRun::resume(sealed_state(damaged(content, rng, k % 8 == 0)));
      if (resumed) go_on(std::move(resumed).value());
    }
  });
}

std::string name_of_state(const testing::TestParamInfo<StateCase>& tested) {
  std::string name = tested.param.name;
  std::erase(name, ' ');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Runs, Checkpoints, testing::ValuesIn(state_cases()), name_of_state);

}  // namespace
}  // namespace halfspace
