// Small data for tests of the library.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "base/rng.hpp"
#include "halfspace/data.hpp"
#include "halfspace/train.hpp"

namespace halfspace::test {

/// Two overlapping clouds.
struct Clouds {
  std::int64_t n = 40;
  std::int64_t d = 3;
  std::vector<double> x;
  std::vector<double> y;

  explicit Clouds(std::uint64_t seed, std::int64_t rows = 40) : n(rows) {
    Rng rng(seed, Stream::holdout);
    for (std::int64_t i = 0; i < n; ++i) {
      y.push_back(i % 2 == 0 ? 1 : -1);
      for (std::int64_t j = 0; j < d; ++j)
        x.push_back(std::round(static_cast<double>(rng.bounded(4000)) - 2000 + y.back() * 900) / 1000);
    }
  }
  DenseRows rows() const { return {x, n, d}; }
};

/// What train() says of this learner; "" where it trains.
template <class Learner>
std::string refusal(const Clouds& t, const Learner& learner) {
  TrainOptions o;
  o.learner = learner;
  const auto trained = train(t.rows(), t.y, o);
  return trained ? std::string() : trained.error().text();
}

}  // namespace halfspace::test
