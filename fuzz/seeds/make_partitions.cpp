// Writes the seeds of the target `partitions` that are questions, answers and checkpoints: what runs over a small shard ask, are told and
// keep in each round. After a change of their formats:
//   ninja -C build/sanitize partition_seeds && build/sanitize/fuzz/partition_seeds fuzz/seeds/partitions
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "../made_shard.hpp"
#include "driver/driver.hpp"
#include "driver/sealed_state.hpp"

namespace {

using namespace halfspace;

struct Run {
  std::string name;
  std::vector<std::pair<std::string, std::string>> options;
  Driver::Goal goal = Driver::Goal::fit;
  std::uint32_t classes = 2;
};

std::vector<Run> runs() {
  const auto logistic = [](std::vector<std::pair<std::string, std::string>> more) {
    more.emplace_back("algorithm", "logistic");
    return more;
  };
  return {
      {"logistic", logistic({})},
      {"hinge", {{"algorithm", "svm"}}},
      {"l1", logistic({{"penalty", "l1"}})},
      {"scaled", logistic({{"scale", "standard"}})},
      {"softmax", logistic({{"multiclass", "multinomial"}}), Driver::Goal::fit, 3},
      {"perceptron", {{"algorithm", "perceptron"}, {"preset", "averaged"}}},
      {"calibration", {{"algorithm", "svm"}, {"calibrate", "platt"}, {"calibrate-folds", "2"}}},
      {"path", {{"points", "3"}}, Driver::Goal::path},
      {"folds", {{"folds", "2"}}, Driver::Goal::folds},
  };
}

/// The first byte says what it is (partitions.cpp).
void write(const std::filesystem::path& path, char kind, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << kind << bytes;
}

void write_run(const std::filesystem::path& folder, const Run& run) {
  constexpr int most_rounds = 6;
  Settings settings;
  settings.values.insert(run.options.begin(), run.options.end());
  const Shard shard = made_shard(run.classes);
  auto driver = Driver::begin(settings, run.goal);
  for (int round = 0; driver && round < most_rounds && !driver.value().done(); ++round) {
    const auto path = [&](const char* kind) { return folder / (run.name + "_" + kind + "_" + std::to_string(round)); };
    const Question question = driver.value().ask();
    const Answer answer = shard.answer(question);
    write(path("question"), 0, question.bytes());
    write(path("answer"), 1, answer.bytes());
    if (!driver.value().tell(answer)) return;
    const std::string state = driver.value().state();
    write(path("state"), 4, std::string(content_of_state(state).value()));
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: partition_seeds FOLDER\n";
    return 2;
  }
  for (const Run& run : runs()) write_run(argv[1], run);
}
