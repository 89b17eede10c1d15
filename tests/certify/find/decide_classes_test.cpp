// decide_classes() on thousands of small sets of two to five classes: the exact reference agrees on all pairs in
// Kesler's full form, every answer carries its proof, and two classes give the verdict of the two-class question.
#include "certify/find/decide_classes.hpp"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "certify/cases.hpp"
#include "certify/signed_rows_of.hpp"

namespace halfspace::test {
namespace {

struct ClassPoints {
  Points points;  // every sign +1
  std::vector<std::uint32_t> label;
  std::uint32_t classes = 0;
};

/// Points of random_points() cut into classes: by chance, by a direction, or by their first sign.
ClassPoints random_classes(std::uint64_t seed, std::uint32_t classes) {
  Rng rng(seed, Stream::probe);
  ClassPoints out{random_points(seed, 4 + rng.bounded(9), 3), {}, classes};
  Points& p = out.points;
  const std::uint64_t kind = rng.bounded(3);
  std::vector<std::int64_t> along;
  for (std::size_t j = 0; j < p.x[0].size(); ++j) along.push_back(static_cast<std::int64_t>(rng.bounded(7)) - 3);
  for (std::size_t i = 0; i < p.x.size(); ++i) {
    std::int64_t at = 0;
    for (std::size_t j = 0; j < along.size(); ++j) at += along[j] * p.x[i][j];
    std::uint64_t k = rng.bounded(classes);
    if (kind == 1) k = static_cast<std::uint64_t>(std::clamp<std::int64_t>(at + 1, 0, classes - 1));
    if (kind == 2) k = std::min<std::uint64_t>(p.y[i] > 0 ? 1 + rng.bounded(classes - 1) : 0, classes - 1);
    out.label.push_back(static_cast<std::uint32_t>(k));
    p.y[i] = 1;
  }
  return out;
}

/// x̄_i at the place of its class, -x̄_i at that of the other: K places.
reference::Vector full_pair(const ClassPoints& c, const ClassPair& pair) {
  const reference::Vector own = signed_rows(c.points)[pair.row];
  reference::Vector out(own.size() * c.classes);
  for (std::size_t j = 0; j < own.size(); ++j) {
    out[c.label[pair.row] * own.size() + j] = own[j];
    out[pair.other * own.size() + j] = -own[j];
  }
  return out;
}

reference::Rows all_pairs(const ClassPoints& c) {
  reference::Rows out;
  for (std::uint64_t i = 0; i < c.label.size(); ++i) {
    for (std::uint32_t k = 0; k < c.classes; ++k) {
      if (k != c.label[i]) out.push_back(full_pair(c, {i, k}));
    }
  }
  return out;
}

std::string wrong_class_weights(const reference::Rows& z, const ClassDecision& d) {
  const reference::Vector w(d.weights.begin(), d.weights.end());
  if (w.size() != z[0].size()) return "not the weights of all classes";
  bool above = false;
  for (const reference::Vector& pair : z) {
    const mpq_class score = reference::dot(w, pair);
    if (score < 0 || (score == 0 && d.verdict == Verdict::separable)) return "a pair is on the wrong side";
    above = above || score > 0;
  }
  return above ? "" : "no pair is above 0";
}

std::string wrong_class_witness(const ClassPoints& c, const ClassDecision& d) {
  if (d.witness.empty()) return "no witness";
  reference::Rows rows;
  reference::Vector lambda;
  for (const PairMultiplier& m : d.witness) {
    if (m.value <= 0 || m.pair.other == c.label.at(m.pair.row)) return "not a multiplier of a pair";
    rows.push_back(full_pair(c, m.pair));
    lambda.emplace_back(m.value);
  }
  for (const mpq_class& v : reference::combination(rows, lambda)) {
    if (v != 0) return "the sum is not 0";
  }
  return reference::rank(rows) + 1 == rows.size() ? "" : "a witness of too many pairs";
}

std::string class_set_text(const ClassPoints& c) {
  std::string out = text_of(c.points) + "classes";
  for (const std::uint32_t k : c.label) out += " " + std::to_string(k);
  return out;
}

ClassDecision class_decision(const ClassPoints& c, Form form, std::uint64_t at_once) {
  const reference::Rows x = plain_rows(c.points);
  const SolverRows rows(x, x, c.points.y, c.points.bias, form);
  ClassQuestionOptions options;
  options.at_once = at_once;
  auto found = decide_classes(ClassPairs(*rows, c.label, c.classes), options);
  EXPECT_TRUE(found.ok());
  return found.ok() ? std::move(found).value() : ClassDecision{};
}

void expect_proved(const ClassPoints& c, Form form, std::uint64_t at_once, const std::string& from) {
  const reference::Rows z = all_pairs(c);
  const ClassDecision d = class_decision(c, form, at_once);
  ASSERT_EQ(static_cast<int>(d.verdict), static_cast<int>(reference::reference_verdict(z).verdict))
      << from << ' ' << d.reason << '\n'
      << class_set_text(c);
  if (d.verdict != Verdict::overlapping) {
    ASSERT_EQ(wrong_class_weights(z, d), "") << from << '\n' << class_set_text(c);
  }
  if (d.verdict != Verdict::separable) {
    ASSERT_EQ(wrong_class_witness(c, d), "") << from << '\n' << class_set_text(c);
  }
}

TEST(DecideClasses, AgreesWithTheReferenceOnThousandsOfSets) {
  std::set<Verdict> seen;
  for (std::uint64_t seed = 0; seed < 2000 && !HasFatalFailure(); ++seed) {
    const auto classes = static_cast<std::uint32_t>(3 + seed % 3);
    const ClassPoints c = random_classes(seed, classes);
    const Form form = static_cast<Form>(seed / 3 % 3);
    expect_proved(c, form, std::uint64_t{1} << 22U, "all pairs, seed " + std::to_string(seed));
    expect_proved(c, form, 0, "part by part, seed " + std::to_string(seed));
    seen.insert(class_decision(c, form, 0).verdict);
  }
  EXPECT_EQ(seen.size(), 3U);
}

TEST(DecideClasses, TwoClassesAreTheTwoClassQuestion) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    ClassPoints c = random_classes(seed, 2);
    const Verdict verdict = class_decision(c, Form::dense, 0).verdict;
    for (std::size_t i = 0; i < c.label.size(); ++i) c.points.y[i] = c.label[i] == 1 ? 1 : -1;
    const reference::Rows x = plain_rows(c.points);
    const SolverRows rows(x, x, c.points.y, c.points.bias, Form::dense);
    const auto two = decide(*rows, {});
    ASSERT_TRUE(two.ok());
    ASSERT_EQ(static_cast<int>(verdict), static_cast<int>(two.value().verdict)) << class_set_text(c);
  }
}

/// A part that may hold no pair more is no answer.
TEST(DecideClasses, BeyondItsEntriesItIsUndecided) {
  const ClassPoints c = random_classes(7, 4);
  const reference::Rows x = plain_rows(c.points);
  const SolverRows rows(x, x, c.points.y, c.points.bias, Form::dense);
  ClassQuestionOptions options;
  options.at_once = 0;
  options.entries = 1;
  const auto found = decide_classes(ClassPairs(*rows, c.label, c.classes), options);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found.value().verdict, Verdict::undecided);
  EXPECT_NE(found.value().reason, "");
}

}  // namespace
}  // namespace halfspace::test
