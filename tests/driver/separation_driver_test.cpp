// Separability of rows in partitions: the verdict of one machine, and the same certificate however rows are cut.
#include <ostream>

#include <gtest/gtest.h>

#include "driver/partition_rows.hpp"
#include "separate/shards/sign_answer.hpp"

namespace halfspace {
namespace {

Result<Separation> separated_parts(const std::vector<Partition>& parts, const Options& options, unsigned seed = 0,
                                   int threads = 1, const PartitionedSeparation::Choices& choices = {{}, true}) {
  auto begun = PartitionedSeparation::begin(options, choices);
  if (!begun) return begun.error();
  PartitionedSeparation run = std::move(begun).value();
  while (!run.done()) {
    if (auto told = run.tell(summed(parts, run.ask(), seed, threads)); !told) return told.error();
  }
  return run.finish();
}

DenseRows dense(const MadeRows& made) { return {std::span<const double>(made.values), made.rows(), made.cols}; }

RowLabels labels_of(const MadeRows& made) { return CodedLabels{made.codes, made.texts}; }

/// Points of a grid, most of them more than once; the label is the side of a plane, on which points lie.
MadeRows grid_rows(unsigned seed, std::int64_t n, std::int64_t d, int size, bool on_plane_is_one_side) {
  Rng rng(seed, Stream::probe);
  MadeRows out;
  out.cols = d;
  out.texts = {"down", "up"};
  std::vector<int> plane;
  for (std::int64_t j = 0; j < d; ++j) plane.push_back(static_cast<int>(rng.word() % 7) - 3);
  for (std::int64_t i = 0; i < n; ++i) {
    int score = 0;
    for (std::int64_t j = 0; j < d; ++j) {
      const int v = static_cast<int>(rng.word() % static_cast<unsigned>(size)) - size / 2;
      score += v * plane[static_cast<std::size_t>(j)];
      out.values.push_back(v / 10.0);  // reads as v tenths
    }
    const bool up = score > 0 || (score == 0 && (on_plane_is_one_side || rng.word() % 2 == 0));
    out.codes.push_back(up ? 1 : 0);
    out.weights.push_back(1);
  }
  return out;
}

struct Case {
  const char* name;
  MadeRows rows;
  std::string verdict;
  Options options;
};

/// The origin, which lies on the plane, with both labels behind the others.
MadeRows with_contradiction(MadeRows rows) {
  for (const int code : {0, 1}) {
    rows.values.insert(rows.values.end(), static_cast<std::size_t>(rows.cols), 0.0);
    rows.codes.push_back(code);
    rows.weights.push_back(1);
  }
  return rows;
}

/// The side of the first column with a gap of 10^-12 about 0.5, which no other column has.
MadeRows tiny_margin() {
  MadeRows out = grid_rows(5, 6000, 3, 9, true);
  for (std::int64_t i = 0; i < out.rows(); ++i) {
    double& v = out.values[static_cast<std::size_t>(3 * i)];
    const bool up = out.codes[static_cast<std::size_t>(i)] == 1;
    v = up ? 0.5 + 1e-12 * static_cast<double>(1 + i % 3) : 0.5 - 1e-12 * static_cast<double>(i % 2);
  }
  return out;
}

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"a grid, ties on one side", grid_rows(1, 9000, 5, 41, true), "separable", {}},
      {"a grid, ties on both sides", grid_rows(2, 9000, 5, 41, false), "quasi-separable", {}},
      {"through the origin", grid_rows(3, 9000, 4, 101, false), "quasi-separable", {{"bias", "none"}}},
      {"a contradiction at the end", with_contradiction(grid_rows(1, 9000, 5, 41, true)), "quasi-separable", {}},
      {"overlapping", made_rows(4, 5000, 6, 2), "overlapping", {}},
      {"overlapping, other sign", made_rows(4, 5000, 6, 2), "overlapping", {{"positive", "class 0"}}},
      {"a gap of 1e-12", tiny_margin(), "separable", {}},
  };
  return all;
}

void PrintTo(const Case& c, std::ostream* to) { *to << c.name; }

class SeparatedParts : public testing::TestWithParam<Case> {};

TEST_P(SeparatedParts, GiveTheVerdictOfOneMachineAndItsCertificateHolds) {
  const Case& c = GetParam();
  const auto one = separate(dense(c.rows), labels_of(c.rows), c.options);
  ASSERT_TRUE(one.ok()) << one.error().text();
  const auto over = separated_parts(partitions_of(c.rows, 3, Kind::dense), c.options);
  ASSERT_TRUE(over.ok()) << over.error().text();
  EXPECT_EQ(over.value().verdict, c.verdict);
  EXPECT_EQ(one.value().verdict, c.verdict);
  EXPECT_EQ(over.value().rows, c.rows.rows());
  const auto verified = verify(over.value().certificate, dense(c.rows), labels_of(c.rows));
  ASSERT_TRUE(verified.ok()) << verified.error().text();
  EXPECT_TRUE(verified.value().accepted) << verified.value().reason;
  EXPECT_LE(over.value().margin_at_least, one.value().margin_at_most);
  EXPECT_LE(one.value().margin_at_least, over.value().margin_at_most);
  EXPECT_EQ(over.value().margin_at_least > 0, over.value().separable());
}

TEST_P(SeparatedParts, GiveTheSameCertificateHoweverRowsAreCut) {
  const Case& c = GetParam();
  for (const Kind kind : {Kind::dense, Kind::sparse}) {
    MadeRows rows = c.rows;
    rows.texts = {"-1", "1"};
    Options options = c.options;
    for (auto& [name, value] : options) value = value == "class 0" ? "-1" : value;
    const auto one = separated_parts(partitions_of(rows, 1, kind), options);
    ASSERT_TRUE(one.ok()) << one.error().text();
    EXPECT_FALSE(one.value().certificate.empty());
    unsigned seed = 0;
    for (const int parts : {2, 3, 7}) {
      const auto more = separated_parts(partitions_of(rows, parts, kind), options, ++seed, 1 + parts % 2);
      ASSERT_TRUE(more.ok()) << more.error().text();
      EXPECT_TRUE(more.value().certificate == one.value().certificate) << parts << " partitions";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rows, SeparatedParts, testing::ValuesIn(cases()), [](const auto& p) {
  std::string name = p.param.name;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
});

TEST(SeparatedPartsOfRandomRows, GiveTheVerdictOfOneMachine) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    const auto d = static_cast<std::int64_t>(1 + seed % 4);
    const MadeRows rows = grid_rows(seed, 2 + seed % 13, d, 3 + static_cast<int>(seed % 5), seed % 2 == 0);
    const Options options = {{"bias", seed % 3 == 0 ? "none" : "augmented"}};
    const auto one = separate(dense(rows), labels_of(rows), options);
    const auto over = separated_parts(partitions_of(rows, 1 + seed % 5, Kind::dense), options);
    ASSERT_TRUE(one.ok() && over.ok()) << seed;
    EXPECT_EQ(over.value().verdict, one.value().verdict) << "seed " << seed;
    EXPECT_EQ(over.value().margin_at_least, one.value().margin_at_least) << "seed " << seed;
    const auto verified = verify(over.value().certificate, dense(rows), labels_of(rows));
    ASSERT_TRUE(verified.ok());
    EXPECT_TRUE(verified.value().accepted) << seed << ": " << verified.value().reason;
  }
}

TEST(SeparatedPartsOfTwoClasses, AreChosenAmongMore) {
  const MadeRows rows = made_rows(7, 300, 4, 3);
  const auto parts = partitions_of(rows, 4, Kind::dense);
  const auto refused = separated_parts(parts, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().text().find("there are 3 of them"), std::string::npos) << refused.error().text();
  const auto over = separated_parts(parts, {}, 1, 1, {{"class 0", "class 2"}, true});
  ASSERT_TRUE(over.ok()) << over.error().text();
  EXPECT_EQ(over.value().rows, 200);
  const auto verified = verify(over.value().certificate, dense(rows), labels_of(rows));
  ASSERT_TRUE(verified.ok());
  EXPECT_TRUE(verified.value().accepted) << verified.value().reason;
}

TEST(SeparatedPartsRefuse, WhatDoesNotFitTogether) {
  const MadeRows rows = made_rows(8, 200, 3, 2);
  EXPECT_FALSE(PartitionedSeparation::begin({{"features", "poly2"}}).ok());
  EXPECT_FALSE(PartitionedSeparation::begin({{"min-mistakes", ""}}).ok());
  auto twice = partitions_of(rows, 2, Kind::dense);
  twice.push_back(twice[0]);
  const auto numbered = separated_parts(twice, {});
  ASSERT_FALSE(numbered.ok());
  EXPECT_NE(numbered.error().text().find("two partitions have the number 0"), std::string::npos);
  auto mixed = partitions_of(rows, 2, Kind::dense);
  mixed[1] = partitions_of(rows, 2, Kind::sparse)[1];
  const auto kinds = separated_parts(mixed, {});
  ASSERT_FALSE(kinds.ok());
  EXPECT_NE(kinds.error().text().find("some partitions hold dense rows"), std::string::npos);
  const auto little = separated_parts(partitions_of(made_rows(8, 3000, 300, 2), 2, Kind::dense), {{"max-memory", "1"}});
  ASSERT_FALSE(little.ok());
  EXPECT_NE(little.error().text().find("max-memory"), std::string::npos) << little.error().text();
}

TEST(SeparatedPartsRefuse, ARowThatChanges) {
  const MadeRows rows = grid_rows(1, 9000, 5, 41, true);
  const auto parts = partitions_of(rows, 2, Kind::dense);
  auto run = PartitionedSeparation::begin().value();
  ASSERT_TRUE(run.tell(summed(parts, run.ask(), 0, 1)).ok());
  const std::string old = summed(parts, run.ask(), 0, 1);
  const auto fewer = run.tell(parts[1].answer(run.ask()).value());
  ASSERT_FALSE(fewer.ok());
  EXPECT_NE(fewer.error().text().find("a partition is missing"), std::string::npos) << fewer.error().text();
  auto again = PartitionedSeparation::begin().value();
  EXPECT_FALSE(again.tell(old).ok());  // of a later question
}

TEST(SignMessages, RefuseBytesThatAreCutOrForged) {
  const auto parts = partitions_of(made_rows(9, 40, 3, 2), 1, Kind::dense);
  auto run = PartitionedSeparation::begin().value();
  while (!run.done()) {
    const std::string question = run.ask();
    const std::string answer = parts[0].answer(question).value();
    for (std::size_t size = 0; size < question.size(); size += 1 + size / 40)
      EXPECT_FALSE(parts[0].answer(question.substr(0, size)).ok());
    for (std::size_t size = 0; size < answer.size(); size += 1 + size / 40)
      EXPECT_FALSE(SignAnswer::parse(answer.substr(0, size)).ok());
    for (std::size_t k = 0; k < answer.size(); k += 7) {  // whatever it says then, it says it without harm
      std::string forged = answer;
      forged[k] = static_cast<char>(forged[k] ^ 0x41);
      auto other = PartitionedSeparation::begin().value();
      while (!other.done() && other.ask() != question) ASSERT_TRUE(other.tell(summed(parts, other.ask(), 0, 1)).ok());
      static_cast<void>(other.tell(forged));
    }
    ASSERT_TRUE(run.tell(answer).ok());
  }
}

TEST(SeparatedPartsInTime, AreUndecidedAtTheLimit) {
  const auto over = separated_parts(partitions_of(made_rows(4, 5000, 6, 2), 3, Kind::dense), {{"timeout", "1e-9"}});
  ASSERT_TRUE(over.ok()) << over.error().text();
  EXPECT_EQ(over.value().verdict, "undecided");
  EXPECT_TRUE(over.value().certificate.empty() || !over.value().witness.empty());
}

}  // namespace
}  // namespace halfspace
