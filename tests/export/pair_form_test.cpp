// What other programs make of a model: pairs of classes predict the same, contributions add up, every format writes or
// says why not.
#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "export/class_order.hpp"
#include "export/exports.hpp"
#include "export/text_models.hpp"
#include "model/contributions.hpp"
#include "model/model_problem.hpp"
#include "model/models.hpp"
#include "model/pair_coupling.hpp"

namespace halfspace {
namespace {

using test::imported;
using test::labels_of;
using test::linear_text;
using test::rows_of;
using test::three_classes;

/// Models of every kind that LIBSVM can hold predict the same through its pairs.
TEST(PairForm, PredictsWhatTheModelPredicts) {
  using enum Multiclass;
  for (const Multiclass kind : {argmax, one_vs_rest, multinomial, crammer_singer, one_vs_one}) {
    for (const bool kernel : {false, true}) {
      Model m = kernel ? test::kernel_model(KernelKind::rbf) : test::class_model(kind, false);
      if (kernel) {
        m.multiclass = kind;
        m.w = {1, -2, -0.5, 1, 0.25, 0.125};
        m.b = {0.5, -0.25, 0};
      }
      m.classes = {"4", "2", "3"};
      const Dataset data = rows_of(200, 3, 7);
      const auto text = export_libsvm(m, {});
      ASSERT_TRUE(text) << text.error().text();
      EXPECT_EQ(labels_of(imported(text.value().bytes), data), labels_of(m, data)) << name_of(kind) << kernel;
    }
  }
}

TEST(PairForm, TwoClassesKeepTheirRuleAtZero) {
  for (const bool zero_is_negative : {false, true}) {
    Model m = test::plain_model();
    m.classes = {"0", "1"};
    m.w = {1, 0, 5};  // the last is written, so that the file has all columns
    m.b = {0};
    m.zero_is_negative = zero_is_negative;
    Dataset data = rows_of(5, 3, 1);
    DenseMatrix<double> x;
    x.rows = 5;
    x.cols = 3;
    for (const double v : {-1.0, -1e-300, 0.0, 1e-300, 1.0}) {
      for (const double u : {v, 2.0, 0.0}) x.value.push_back(u);
    }
    data.x = std::move(x);
    for (const auto write : {export_libsvm, export_liblinear}) {
      const auto text = write(m, {});
      ASSERT_TRUE(text);
      EXPECT_EQ(labels_of(imported(text.value().bytes), data), labels_of(m, data)) << zero_is_negative;
    }
  }
}

TEST(ClassOrder, ChangesNoPrediction) {
  for (const Multiclass kind : {Multiclass::one_vs_rest, Multiclass::one_vs_one}) {
    Model m = test::class_model(kind, false);
    m.w = {1, 2, -3, -4, 0.5, 6, 1, -8, 2};
    const Dataset data = rows_of(300, 3, 3);
    const auto before = labels_of(m, data);
    order_classes(m, {2, 0, 1});
    EXPECT_EQ(m.classes, (std::vector<std::string>{"c", "a", "b"}));
    const auto after = labels_of(m, data);
    const std::vector<double> score = scores(m, data, 1);
    std::size_t compared = 0;
    for (std::size_t i = 0; i < data.rows; ++i) {
      const auto of_row = std::span(score).subspan(3 * i, 3);
      std::size_t best = 0;
      for (const double s : of_row) best += s == *std::max_element(of_row.begin(), of_row.end()) ? 1 : 0;
      if (best > 1) continue;  // equal scores fall to the class that stands first
      EXPECT_EQ(after[i], before[i]);
      ++compared;
    }
    EXPECT_GT(compared, 100U);
  }
}

TEST(PairCoupling, RecoversProbabilitiesFromTheirPairs) {
  const std::vector<double> p = {0.5, 0.3, 0.15, 0.05};
  std::vector<double> pair;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = i + 1; j < 4; ++j) pair.push_back(p[i] / (p[i] + p[j]));
  }
  std::vector<double> out(4);
  couple_pairs(pair, out);
  double sum = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(out[k], p[k], 0.02);  // it stops at 0.005/K of the stationarity
    sum += out[k];
  }
  EXPECT_NEAR(sum, 1, 1e-12);
}

TEST(Contributions, AddUpToTheScore) {
  std::vector<Model> models = test::all_models();
  models.push_back(imported(three_classes));
  models.push_back(imported(linear_text));
  for (const Model& m : models) {
    if (m.voted() || m.map.categorical()) continue;
    const Dataset data = rows_of(20, m.map.input_cols, 5);
    const std::vector<double> score = vector_scores(m, data, 1);
    for (std::uint64_t i = 0; i < data.rows; ++i) {
      const std::vector<ScoreParts> all = score_parts(m, data, i);
      ASSERT_EQ(all.size(), m.vectors());
      for (std::size_t k = 0; k < all.size(); ++k) {
        double sum = all[k].bias;
        double size = std::fabs(all[k].bias);
        double last = std::numeric_limits<double>::infinity();
        for (const Contribution& c : all[k].parts) {
          sum += c.amount;
          size += std::fabs(c.amount);
          EXPECT_LE(std::fabs(c.amount), last);
          last = std::fabs(c.amount);
        }
        EXPECT_EQ(all[k].score, score[i * m.vectors() + k]);
        EXPECT_NEAR(sum, all[k].score, 1e-14 * size);
      }
    }
  }
}

/// Every format writes every model or says why not.
TEST(Exports, WriteOrExplain) {
  for (const Model& m : test::all_models()) {
    for (const Exporter& e : exporters()) {
      ExportOptions options;
      for (std::size_t k = 0; k < m.classes.size(); ++k) options.labels[m.classes[k]] = static_cast<std::int64_t>(k);
      const auto written = e.write(m, options);
      if (written) {
        EXPECT_FALSE(written.value().bytes.empty());
        if (e.name != "libsvm" && e.name != "liblinear") continue;
        EXPECT_EQ(model_problem(imported(written.value().bytes)), "");
      } else {
        EXPECT_GT(written.error().message.size(), 40U);
      }
    }
  }
}

}  // namespace
}  // namespace halfspace
