// Rows of tests as a text and as a classifier of them.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "api/clouds.hpp"
#include "base/text.hpp"
#include "halfspace/train.hpp"

namespace halfspace::test {

/// A headerless CSV, the label last.
inline std::string csv_of(const Clouds& t) {
  std::string out;
  for (std::int64_t i = 0; i < t.n; ++i) {
    for (std::int64_t j = 0; j < t.d; ++j) out += number_text(t.x[static_cast<std::size_t>(i * t.d + j)]) + ",";
    out += number_text(t.y[static_cast<std::size_t>(i)]) + "\n";
  }
  return out;
}

inline Classifier learned(const DenseRows& rows, const RowLabels& labels,
                          const Options& options = {{"algorithm", "logistic"}}) {
  auto trained = train(rows, labels, options);
  EXPECT_TRUE(trained) << trained.error().text();
  return trained.value().classifier;
}

}  // namespace halfspace::test
