// Text models and rows for the tests of formats of other programs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "export/import.hpp"
#include "model/scorer.hpp"

namespace halfspace::test {

inline const std::string three_classes =
    "svm_type c_svc\nkernel_type rbf\ngamma 0.5\nnr_class 3\ntotal_sv 4\nrho 0.25 -0.5 0.125\nlabel 7 -2 5\n"
    "probA -1.5 -2 -1.25\nprobB 0.5 0 -0.25\nnr_sv 1 2 1\nSV\n"
    "1 0.5 1:0.5 3:-2 \n-0.75 0.25 2:1 \n-0.25 1 1:-1 2:0.5 \n-0.5 -1.25 3:1 \n";

inline const std::string linear_text =
    "solver_type L2R_LR\nnr_class 3\nlabel 3 1 2\nnr_feature 2\nbias 1\nw\n0.5 -1 0.25 \n2 0 -0.125 \n1 -1 0 \n";

inline Dataset rows_of(std::size_t rows, std::size_t cols, std::uint64_t seed) {
  Rng rng(seed, Stream::probe);
  Dataset data;
  DenseMatrix<double> x;
  x.rows = rows;
  x.cols = cols;
  for (std::size_t k = 0; k < rows * cols; ++k)
    x.value.push_back((static_cast<double>(rng.bounded(2001)) - 1000) / 256);
  data.x = std::move(x);
  data.rows = rows;
  data.cols = cols;
  data.short_decimals = false;
  return data;
}

inline std::vector<std::uint32_t> classes_of(const Model& m, const Dataset& data) {
  const std::vector<double> score = scores(m, data, 1);
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < data.rows; ++i)
    out.push_back(predicted_class(std::span(score).subspan(i * m.outputs(), m.outputs()), m.zero_is_negative));
  return out;
}

inline std::vector<std::string> labels_of(const Model& m, const Dataset& data) {
  std::vector<std::string> out;
  for (const std::uint32_t k : classes_of(m, data)) out.push_back(m.classes[k]);
  return out;
}

inline Model imported(const std::string& text) {
  auto m = import_model(memory_source(text), "text");
  EXPECT_TRUE(m) << (m ? "" : m.error().text());
  return std::move(m).value();
}

}  // namespace halfspace::test
