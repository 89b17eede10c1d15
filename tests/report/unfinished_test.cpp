// A search that was stopped after any number of looks at its stop token never reports an answer that it does not have,
// and text, JSON and verdict agree.
#include <array>

#include <gtest/gtest.h>

#include "codec/source.hpp"
#include "report/separate_report.hpp"

namespace halfspace {
namespace {

constexpr const char* overlapping =
    "x,z,label\n0,0,a\n1,3,b\n2,1,a\n3,2,b\n1,1,b\n2,2,a\n0,3,a\n3,0,b\n2,3,b\n1,2,a\n4,1,a\n0,1,b\n";
constexpr const char* separable = "x,z,label\n0,0,a\n1,0,a\n0,1,a\n5,5,b\n6,5,b\n5,6,b\n";
constexpr const char* in_space =
    "x,z,u,label\n0,0,1,a\n1,3,0,b\n2,1,2,a\n3,2,1,b\n1,1,1,b\n2,2,3,a\n0,3,0,a\n3,0,2,b\n2,3,1,b\n1,2,2,a\n1,1,2,a\n";

struct Asked {
  SeparationAnswer answer;
  Json json;
  std::string text;
  bool stopped = false;
};

/// Everything that `separate` can be asked, with a stop at the look number `looks`.
Asked asked(const std::string& csv, std::uint64_t looks) {
  ReadOptions options;
  auto data = read_dataset(memory_source(csv), "made.csv", options);
  std::vector<std::int8_t> y;
  for (const std::uint32_t k : data.value().label) y.push_back(k == 1 ? 1 : -1);
  const auto rows = SeparationRows::make(data.value(), y, true, {}, "", 0, {"made.csv"});
  Asked out;
  DecideOptions decide;
  decide.stop = StopToken().part([&, left = looks]() mutable {
    if (left > 0) --left;
    out.stopped = out.stopped || left == 0;
    return left == 0;
  });
  auto answer = answer_separation(*rows.value(), decide, {true, true, 0});
  out.answer = std::move(answer).value();
  const SeparateQuestion question{data.value(), *rows.value(), {"a", "b"}, Bias::augmented, "made.csv"};
  out.json = separate_json(question, out.answer);
  out.text = separate_text(question, out.answer);
  return out;
}

class Unfinished : public testing::TestWithParam<const char*> {};

TEST_P(Unfinished, IsNeverReportedAsNone) {
  const Asked whole = asked(GetParam(), 1'000'000'000);
  ASSERT_FALSE(whole.stopped);
  const bool truth = whole.json["verdict"] == "separable";
  std::uint64_t fewest = whole.json["fewest_mistakes"]["at_least"];
  std::size_t unknown = 0;
  for (std::uint64_t looks = 1;; looks = looks < 60 ? looks + 1 : looks * 5 / 4) {
    const Asked got = asked(GetParam(), looks);
    if (!got.stopped) break;
    const std::string where = "stopped at look " + std::to_string(looks) + "\n" + got.text;
    const bool claims = got.text.find("the data is separable") != std::string::npos;
    ASSERT_EQ(claims, got.json["verdict"] == "separable") << where;
    ASSERT_TRUE(truth || !claims) << where;
    const Json& suspects = got.json["suspects"];
    const bool none = suspects["ranked"].is_array() && suspects["ranked"].empty();
    ASSERT_TRUE(truth || !none) << where;
    ASSERT_EQ(suspects["ranked"].is_null(), got.text.find("suspects   not known") != std::string::npos) << where;
    unknown += suspects["ranked"].is_null() ? 1 : 0;
    const Json& disjoint = got.json["disjoint_witnesses"];
    ASSERT_TRUE(truth || disjoint.is_null() || disjoint > 0) << where;
    ASSERT_EQ(got.text.find(" 0 mistakes") != std::string::npos,
              disjoint == 0 || got.json["fewest_mistakes"]["at_most"] == 0)
        << where;
    const Json& few = got.json["fewest_mistakes"];
    ASSERT_LE(few["at_least"], fewest) << where;
    ASSERT_GE(few["at_most"], fewest) << where;
    ASSERT_TRUE(few["at_least"] > 0 || truth || got.json["verdict"] == "undecided") << where;
    if (got.json["verdict"] == "undecided" && got.answer.decision.witness.empty()) {
      ASSERT_TRUE(got.json["witness"].is_null() && got.json["span"].is_null()) << where;
    }
  }
  EXPECT_TRUE(truth || unknown > 0);
}

std::string case_name(const testing::TestParamInfo<const char*>& info) {
  static constexpr std::array<const char*, 3> names = {"plane", "separable", "space"};
  return names[info.index];
}

INSTANTIATE_TEST_SUITE_P(Data, Unfinished, testing::Values(overlapping, separable, in_space), case_name);

}  // namespace
}  // namespace halfspace
