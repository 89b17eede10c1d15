// Support vectors are those of the optimum: train() beside every optimum in fractions, on small sets of whole numbers.
#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "base/text.hpp"
#include "certify/signed_rows_of.hpp"
#include "train/reference_support.hpp"
#include "train/train.hpp"

namespace halfspace::test {
namespace {

using reference::Rows;
using reference::SmallProgram;
using reference::Vector;

struct SupportCase {
  Rows x;
  std::vector<int> y;
  std::vector<double> weight;
  TrainRequest request;

  bool hard() const { return request.linear.hard_margin(); }
};

template <class T>
T drawn(Rng& rng, std::initializer_list<T> list) {
  return list.begin()[rng.bounded(list.size())];
}

/// Decimal choices as fractions.
mpq_class fraction(double v) {
  mpq_class out(static_cast<long>(std::lround(v * 1000)), 1000);
  out.canonicalize();
  return out;
}

SupportCase drawn_case(Rng& rng) {
  SupportCase c;
  LinearOptions& o = c.request.linear.options;
  KernelChoices& k = c.request.linear.kernel;
  c.request.algorithm = Algorithm::svm;
  c.request.source = "points";
  o.loss = drawn(rng, {LossKind::hinge, LossKind::hinge, LossKind::hinge, LossKind::squared_hinge});
  o.bias = drawn(rng, {Bias::free, Bias::free, Bias::augmented, Bias::none});
  o.C = drawn(rng, {std::numeric_limits<double>::infinity(), 0.1, 0.1, 0.5, 1.0, 8.0});
  if (std::isinf(o.C)) o.loss = LossKind::hinge;
  k.kernel = drawn(rng, {KernelKind::none, KernelKind::none, KernelKind::linear, KernelKind::polynomial});
  k.gamma = 1;
  k.degree = 2;
  k.coef0 = 1;
  const std::size_t n = 3 + rng.bounded(std::isinf(o.C) ? 6 : 4);
  const std::size_t d = 1 + rng.bounded(2);
  const bool apart = std::isinf(o.C) && k.kernel == KernelKind::none && rng.bounded(4) > 0;
  for (std::size_t i = 0; i < n; ++i) {
    Vector row;
    for (std::size_t j = 0; j < d; ++j) row.emplace_back(static_cast<long>(rng.bounded(9)) - 4);
    int y = rng.bounded(2) == 0 ? -1 : 1;
    if (apart) y = 2 * row[0] + (d > 1 ? row[1] : mpq_class(0)) + (o.bias == Bias::none ? 0 : 1) > 0 ? 1 : -1;
    c.x.push_back(row);
    c.y.push_back(y);
  }
  if (std::count(c.y.begin(), c.y.end(), 1) == 0) c.y[0] = 1;
  if (std::count(c.y.begin(), c.y.end(), -1) == 0) c.y[n - 1] = -1;
  if (!std::isinf(o.C) && rng.bounded(4) == 0) {
    for (std::size_t i = 0; i < n; ++i) c.weight.push_back(drawn(rng, {0.5, 1.0, 2.0}));
  }
  if (k.on() && o.loss == LossKind::hinge && o.bias == Bias::free && rng.bounded(4) == 0) {
    k.nu = drawn(rng, {0.1, 0.25});
    o.C = 1;
  }
  return c;
}

SmallProgram program_of(const SupportCase& c) {
  const LinearOptions& o = c.request.linear.options;
  const KernelChoices& k = c.request.linear.kernel;
  SmallProgram p;
  const std::size_t n = c.y.size();
  mpq_class total;
  for (std::size_t i = 0; i < n; ++i) {
    const mpq_class weight = c.weight.empty() ? mpq_class(1) : fraction(c.weight[i]);
    total += weight;
    Vector row;
    for (std::size_t j = 0; j < n; ++j) {
      mpq_class v = reference::dot(c.x[i], c.x[j]);
      if (k.kernel == KernelKind::polynomial) v = (v + 1) * (v + 1);
      if (o.bias == Bias::augmented) v += 1;
      if (i == j && o.loss == LossKind::squared_hinge) v += 1 / mpq_class(2 * fraction(o.C) * weight);
      row.push_back(c.y[i] * c.y[j] * v);
    }
    p.Q.push_back(row);
    p.p.emplace_back(k.nu > 0 ? 0 : -1);
    const bool capped = o.loss == LossKind::hinge && !std::isinf(o.C);
    p.cap.push_back(capped ? std::optional(k.nu > 0 ? weight : mpq_class(fraction(o.C) * weight)) : std::nullopt);
    p.y.push_back(c.y[i]);
    p.group.push_back(o.bias != Bias::free ? -1 : k.nu > 0 && c.y[i] > 0 ? 1 : 0);
  }
  if (o.bias == Bias::free) p.kept = {0};
  if (k.nu > 0) p.kept = {-fraction(k.nu) * total / 2, fraction(k.nu) * total / 2};
  return p;
}

Dataset dataset_of(const SupportCase& c) {
  const SolverRows rows(c.x, c.x, c.y, true, Form::dense);
  std::vector<std::uint64_t> all(c.x.size());
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  Dataset data = take_rows((*rows).data(), all);
  data.weight = c.weight;
  return data;
}

std::string described(const SupportCase& c) {
  const LinearOptions& o = c.request.linear.options;
  std::string out = std::string(name_of(o.loss)) + ", bias " + std::string(name_of(o.bias)) + ", C " +
                    std::to_string(o.C) + ", nu " + std::to_string(c.request.linear.kernel.nu) + ", kernel " +
                    std::string(name_of(c.request.linear.kernel.kernel)) + ":";
  for (std::size_t i = 0; i < c.y.size(); ++i) {
    out += " (";
    for (const mpq_class& v : c.x[i]) out += v.get_str() + " ";
    out += c.y[i] > 0 ? "+" : "-";
    out += c.weight.empty() ? ")" : " w " + std::to_string(c.weight[i]) + ")";
  }
  return out;
}

/// "" where the run's counts and multipliers are those of a corner of the optima, and of the only optimum if there is
/// one.
std::string wrong_support(const SupportCase& c, std::uint64_t& unique) {
  const auto corners = reference::optimal_corners(program_of(c));
  const auto trained = train(dataset_of(c), c.request, {});
  const bool impossible = c.hard() || c.request.linear.kernel.nu > 0;  // no such margin, or nu too much
  if (!trained) return impossible && corners.empty() ? "" : trained.error().text();
  const LinearRun& run = trained.value().linear()->runs[0];
  const LinearResult& r = run.result;
  if (corners.empty()) return run.fitted || r.status != Status::not_separable ? "fitted, and no optimum exists" : "";
  const bool nothing = c.request.linear.kernel.nu > 0 && r.rho <= 1e-9;  // the reduced hulls meet
  if (!run.fitted) return "not fitted: " + r.stop_reason;
  if (!r.counted) return nothing ? "" : "not counted: " + r.stop_reason;
  unique += corners.size() == 1 ? 1 : 0;
  double n = 0;
  for (std::size_t i = 0; i < c.y.size(); ++i) n += c.weight.empty() ? 1 : c.weight[i];
  std::string seen;
  const double allowed = corners.size() == 1 ? 1e-12 : 1e-10;  // one of many optima has its multipliers to the gap
  const SmallProgram p = program_of(c);
  for (const Vector& corner : corners) {
    std::uint64_t positive = 0;
    std::uint64_t bounded = 0;
    double off = 0;
    for (std::size_t i = 0; i < corner.size(); ++i) {
      positive += corner[i] > 0 ? 1 : 0;
      bounded += p.cap[i] && corner[i] == *p.cap[i] ? 1 : 0;
      const double mine = c.request.linear.kernel.nu > 0 && !nothing ? r.alpha[i] * r.rho * n : r.alpha[i];
      off = std::max(off, std::fabs(mine - corner[i].get_d()) / (1 + corner[i].get_d()));
    }
    if (positive == r.support_vectors && bounded == r.bounded_support_vectors && off < allowed) return "";
    seen += " " + std::to_string(positive) + "/" + std::to_string(bounded) + " off " + number_text(off);
  }
  return std::to_string(r.support_vectors) + " support vectors, " + std::to_string(r.bounded_support_vectors) +
         " bounded; corners:" + seen;
}

void expect_counts(std::uint64_t seed, int cases) {
  Rng rng(seed, Stream::order);
  std::uint64_t unique = 0;
  for (int k = 0; k < cases; ++k) {
    const SupportCase c = drawn_case(rng);
    const std::string wrong = wrong_support(c, unique);
    EXPECT_EQ(wrong, "") << "case " << k << ", " << described(c);
  }
  EXPECT_GT(unique, static_cast<std::uint64_t>(cases) / 3);
}

TEST(SupportVectors, AreThoseOfTheExactOptimum) { expect_counts(1, 300); }

TEST(LongSupportVectors, AreThoseOfTheExactOptimum) { expect_counts(2, 10000); }

}  // namespace
}  // namespace halfspace::test
