// Runs whose token has ended before they begin.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "solver/perceptron/perceptron.hpp"

namespace halfspace {
namespace {

TEST(StoppedPerceptron, ThatNeverBeganHasItsStartAndNoVisit) {
  constexpr std::size_t n = 2048;
  constexpr std::size_t d = 512;  // counting the mistakes of weights takes 2^20 multiplications
  DenseMatrix<double> rows;
  rows.rows = n;
  rows.cols = d;
  for (std::size_t k = 0; k < n * d; ++k) rows.value.push_back(static_cast<double>(k * 7919 % 201) - 100);
  const Matrix x = std::move(rows);
  std::vector<std::int8_t> y(n);
  for (std::size_t i = 0; i < n; ++i) y[i] = i % 3 == 0 ? std::int8_t{1} : std::int8_t{-1};
  int runs = 0;
  for (const Preset& preset : perceptron_presets()) {
    for (const Keep keep : {preset.options.keep, Keep::pocket}) {
      if (preset.options.kernel != KernelKind::none) continue;
      PerceptronChoices options = preset.options;
      options.keep = keep;
      const auto resolved = resolve(options, n);
      if (!resolved.ok()) continue;
      PerceptronObserver observer;
      observer.stop = StopToken([] { return Halt::timeout; });
      static_cast<void>(observer.stop.ask());
      const auto ran = train_perceptron({x, y, {}, {}, 2, 0, true}, resolved.value(), 2, 0, observer);
      ASSERT_TRUE(ran.ok()) << preset.name << ": " << ran.error().text();
      EXPECT_EQ(ran.value().status, Status::timeout) << preset.name;
      EXPECT_EQ(ran.value().visits, 0U) << preset.name;
      ++runs;
      ASSERT_EQ(ran.value().w.size(), d) << preset.name;
      for (const double w : ran.value().w) ASSERT_TRUE(std::isfinite(w)) << preset.name;
    }
  }
  EXPECT_GE(runs, 10);
}

}  // namespace
}  // namespace halfspace
