// LIBSVM's and LIBLINEAR's text models: what is accepted round trips, what is hostile is refused with a message.
#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "export/class_order.hpp"
#include "export/exports.hpp"
#include "export/import.hpp"
#include "export/liblinear_model.hpp"
#include "export/libsvm_model.hpp"
#include "export/pair_form.hpp"
#include "model/contributions.hpp"
#include "model/model_problem.hpp"
#include "model/models.hpp"
#include "model/pair_coupling.hpp"
#include "model/probability.hpp"
#include "model/scorer.hpp"

namespace halfspace {
namespace {

const std::string three_classes =
    "svm_type c_svc\nkernel_type rbf\ngamma 0.5\nnr_class 3\ntotal_sv 4\nrho 0.25 -0.5 0.125\nlabel 7 -2 5\n"
    "probA -1.5 -2 -1.25\nprobB 0.5 0 -0.25\nnr_sv 1 2 1\nSV\n"
    "1 0.5 1:0.5 3:-2 \n-0.75 0.25 2:1 \n-0.25 1 1:-1 2:0.5 \n-0.5 -1.25 3:1 \n";

const std::string linear_text =
    "solver_type L2R_LR\nnr_class 3\nlabel 3 1 2\nnr_feature 2\nbias 1\nw\n0.5 -1 0.25 \n2 0 -0.125 \n1 -1 0 \n";

Dataset rows_of(std::size_t rows, std::size_t cols, std::uint64_t seed) {
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

std::vector<std::uint32_t> classes_of(const Model& m, const Dataset& data) {
  const std::vector<double> score = scores(m, data, 1);
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < data.rows; ++i)
    out.push_back(predicted_class(std::span(score).subspan(i * m.outputs(), m.outputs()), m.zero_is_negative));
  return out;
}

std::vector<std::string> labels_of(const Model& m, const Dataset& data) {
  std::vector<std::string> out;
  for (const std::uint32_t k : classes_of(m, data)) out.push_back(m.classes[k]);
  return out;
}

Model imported(const std::string& text) {
  auto m = import_model(memory_source(text), "text");
  EXPECT_TRUE(m) << (m ? "" : m.error().text());
  return std::move(m).value();
}

TEST(TextModels, RoundTripToTheByte) {
  for (const std::string& text : {three_classes, linear_text}) {
    const auto write = text == three_classes ? export_libsvm : export_liblinear;
    const Model m = imported(text);
    EXPECT_EQ(model_problem(m), "");
    const auto written = write(m, {});
    ASSERT_TRUE(written);
    EXPECT_EQ(written.value().bytes, text);
    const auto again = parse_model(model_bytes(m), "again");
    ASSERT_TRUE(again);
    EXPECT_EQ(write(again.value(), {}).value().bytes, text);
  }
}

TEST(TextModels, HeadersMayStandInAnyOrder) {
  const std::string turned =
      "nr_sv 1 1\nrho 0.5\ntotal_sv 2\r\n\nlabel 1 -1\nnr_class 2\ngamma 2\nkernel_type rbf\nsvm_type nu_svc\nSV\n"
      "1 1:1\n-1 1:2\n";
  EXPECT_EQ(kind_of_model(turned), ModelKind::libsvm);
  EXPECT_EQ(imported(turned).classes, (std::vector<std::string>{"-1", "1"}));
  EXPECT_EQ(kind_of_model("nr_class 2\nlabel 1 2\nsolver_type L2R_LR\n"), ModelKind::liblinear);
  EXPECT_EQ(kind_of_model("1 1:2\n"), ModelKind::none);
  EXPECT_EQ(kind_of_model(""), ModelKind::none);
}

TEST(TextModels, ScoreZeroIsTheSecondClassOfTheFile) {
  const Model m = imported("solver_type L2R_LR\nnr_class 2\nlabel 4 9\nnr_feature 1\nbias -1\nw\n1\n");
  Dataset data = rows_of(3, 1, 0);
  DenseMatrix<double> x;
  x.rows = 3;
  x.cols = 1;
  for (const double v : {-1.0, 0.0, 1.0}) x.value.push_back(v);
  data.x = std::move(x);
  EXPECT_EQ(labels_of(m, data), (std::vector<std::string>{"9", "9", "4"}));
}

/// Each text with one thing wrong, and a word of the message.
TEST(TextModels, HostileFilesAreRefusedWithTheirPlace) {
  const auto with = [](std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  const std::string& s = three_classes;
  const std::string& l = linear_text;
  const std::vector<std::pair<std::string, std::string>> cases = {
      {with(s, "nr_class 3", "nr_class 2147483648"), "nr_class"},
      {with(s, "nr_class 3", "nr_class 2147483647"), "rho"},
      {with(s, "nr_class 3", "nr_class 0"), "nr_class"},
      {with(s, "nr_class 3", "nr_class 1"), "one class"},
      {with(s, "nr_class 3", "nr_class -3"), "nr_class"},
      {with(s, "total_sv 4", "total_sv 2000000000"), "nr_sv sums"},
      {with(with(s, "total_sv 4", "total_sv 2000000000"), "nr_sv 1 2 1", "nr_sv 1 2 1999999997"), "can hold"},
      {with(with(s, "total_sv 4", "total_sv 5"), "nr_sv 1 2 1", "nr_sv 1 2 2"), "ends after"},
      {with(with(s, "total_sv 4", "total_sv 3"), "nr_sv 1 2 1", "nr_sv 1 2 0"), "more support vectors"},
      {with(s, "label 7 -2 5", "label 7 -2 7"), "duplicate"},
      {with(s, "label 7 -2 5", "label 7 -2"), "label"},
      {with(s, "label 7 -2 5", "label 7 -2 1.5"), "whole"},
      {with(s, "label 7 -2 5\n", ""), "no section 'label'"},
      {with(s, "gamma 0.5\n", ""), "no section 'gamma'"},
      {with(s, "gamma 0.5", "gamma -1"), "negative"},
      {with(s, "gamma 0.5", "gamma nan"), "gamma"},
      {with(s, "gamma 0.5", "gamma"), "cut off"},
      {with(s, "gamma 0.5", "gamma 0.5 0.5"), "unexpected"},
      {with(s, "kernel_type rbf", "kernel_type polynomial\ndegree 99999999999\ncoef0 0"), "degree"},
      {with(s, "kernel_type rbf", "kernel_type polynomial\ndegree -1\ncoef0 0"), "degree"},
      {with(s, "kernel_type rbf", "kernel_type polynomial\ncoef0 0"), "'degree'"},
      {with(s, "kernel_type rbf", "kernel_type laplacian"), "laplacian"},
      {with(s, "svm_type c_svc", "svm_type x_svc"), "x_svc"},
      {with(s, "svm_type c_svc", "svm_type epsilon_svr"), "nr_class"},
      {with(s, "rho 0.25 -0.5 0.125", "rho 0.25 -0.5"), "rho"},
      {with(s, "rho 0.25 -0.5 0.125", "rho 0.25 -0.5 inf"), "rho"},
      {with(s, "probB 0.5 0 -0.25\n", ""), "probB"},
      {with(s, "probB 0.5 0 -0.25", "probB 0.5"), "probB"},
      {with(s, "gamma 0.5", "gamma 0.5\ngamma 0.5"), "duplicate"},
      {with(s, "gamma 0.5", "colour red"), "colour"},
      {with(s, "SV\n", ""), "unknown section '1'"},
      {s.substr(0, s.find("SV\n")), "no section 'SV'"},
      {with(s, "1 0.5 1:0.5", "1 nan 1:0.5"), "text:12"},
      {with(s, "1 0.5 1:0.5", "1 1:0.5"), "text:12"},
      {with(s, "1:0.5 3:-2", "3:0.5 1:-2"), "ascend"},
      {with(s, "1:0.5 3:-2", "3:0.5 3:-2"), "ascend"},
      {with(s, "1:0.5 3:-2", "1:0.5 2147483647:-2"), "index"},
      {with(s, "1:0.5 3:-2", "1:0.5 100000000:-2"), "beyond"},
      {with(s, "1:0.5 3:-2", "1:0.5 3"), "no ':'"},
      {with(s, "1:0.5 3:-2", "1:0.5 -3:1"), "index"},
      {with(s, "kernel_type rbf", "kernel_type precomputed"), "0:SERIAL"},
      {with(l, "nr_class 3", "nr_class 2"), "nr_class"},
      {with(l, "nr_class 3", "nr_class 4294967296"), "nr_class"},
      {with(l, "nr_feature 2", "nr_feature 2147483646"), "can hold"},
      {with(l, "nr_feature 2", "nr_feature -1"), "nr_feature"},
      {with(l, "nr_feature 2", "nr_feature 3"), "ends after"},
      {with(l, "nr_feature 2", "nr_feature 1"), "unexpected"},
      {with(l, "nr_feature 2\n", ""), "nr_feature"},
      {with(l, "label 3 1 2\n", ""), "label"},
      {with(l, "solver_type L2R_LR", "solver_type L2R_L2LOSS_SVR"), "not a classifier"},
      {with(l, "solver_type L2R_LR", "solver_type NEW"), "NEW"},
      {with(l, "bias 1", "bias inf"), "bias"},
      {with(with(l, "bias 1", "bias 1e308"), "1 -1 0 ", "1e300 -1 0 "), "overflows"},
      {with(l, "2 0 -0.125", "2 zero -0.125"), "text:8"},
  };
  for (const auto& [text, word] : cases) {
    const auto m = import_model(memory_source(text), "text");
    ASSERT_FALSE(m) << text;
    EXPECT_NE(m.error().text().find(word), std::string::npos) << m.error().text() << "\nwanted " << word;
    EXPECT_TRUE(m.error().where.starts_with("text")) << m.error().text();
  }
}

TEST(TextModels, AFileCutAnywhereIsNoModelOrTheSameSize) {
  for (const std::string& text : {three_classes, linear_text}) {
    for (std::size_t size = 0; size + 1 < text.size(); ++size) {
      const std::string cut = text.substr(0, size);
      const auto m = import_model(memory_source(cut), "text");
      if (m) {
        EXPECT_EQ(model_problem(m.value()), "");  // a last number or value may be shorter
      }
    }
  }
}

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
