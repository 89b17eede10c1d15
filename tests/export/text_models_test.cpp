// LIBSVM's and LIBLINEAR's text models: what is accepted round trips, what is hostile is refused with a message.
#include "export/text_models.hpp"

#include <gtest/gtest.h>

#include "export/exports.hpp"
#include "export/import.hpp"
#include "model/model_problem.hpp"

namespace halfspace {
namespace {

using test::imported;
using test::labels_of;
using test::linear_text;
using test::rows_of;
using test::three_classes;

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

}  // namespace
}  // namespace halfspace
